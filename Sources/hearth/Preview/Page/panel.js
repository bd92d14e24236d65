// The response panel: document, timing and explanation.
import { drawn, element } from "./dom.js";

const tabs = ["json", "timing", "why"];

export class Panel {
  constructor(root, explain) {
    this.view = root.querySelector("#view");
    this.tabs = tabs.map((name) => root.querySelector(`#tab-${name}`));
    this.explain = explain;
    this.tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.choose(index));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) this.choose((index + step + tabs.length) % tabs.length, true);
      });
    });
    this.chosen = 0;
  }

  // Shows a response and marks the part at `ids`: a widget's and an item's.
  show(answer, ids = []) {
    this.answer = answer;
    this.ids = ids;
    this.draw();
  }

  choose(index, hasFocus = false) {
    this.chosen = index;
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    });
    if (hasFocus) this.tabs[index].focus();
    this.view.setAttribute("aria-labelledby", this.tabs[index].id);
    this.draw();
  }

  draw() {
    if (!this.answer) return;
    if (tabs[this.chosen] === "json") this.drawJSON();
    else if (tabs[this.chosen] === "timing") this.drawTiming();
    else this.drawWhy();
  }

  drawJSON() {
    const text = JSON.stringify(this.answer.document, null, 2);
    const range = this.marked(text);
    const pre = element("pre", {}, text.slice(0, range.start));
    if (range.end > range.start) pre.append(element("mark", {}, text.slice(range.start, range.end)), text.slice(range.end));
    this.view.replaceChildren(pre);
    const mark = pre.querySelector("mark");
    if (mark) this.view.scrollTop = mark.offsetTop - this.view.clientHeight / 4;
  }

  // The lines of the object with the last id.
  marked(text) {
    let start = 0;
    for (const id of this.ids) start = text.indexOf(`"id": ${JSON.stringify(id)}`, start + 1);
    if (this.ids.length === 0 || start < 0) return { start: text.length, end: text.length };
    const opening = text.lastIndexOf("{", start);
    // A widget loaded alone is the whole document.
    if (opening === 0) return { start: text.length, end: text.length };
    const indent = text.slice(text.lastIndexOf("\n", opening) + 1, opening);
    const end = text.indexOf(`\n${indent}}`, opening) + indent.length + 2;
    return { start: opening, end };
  }

  drawTiming() {
    const { timing, milliseconds, sent, coding, text, href } = this.answer;
    const parts = [{ name: "whole, as seen here", milliseconds, start: 0 }, ...started(timing)];
    const end = Math.max(...parts.map((part) => part.start + part.milliseconds));
    const rows = parts.map((part) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, part.name),
        element("td", {}, bar(part.start / end, part.milliseconds / end)),
        element("td", { class: "number" }, `${part.milliseconds.toFixed(2)} ms`),
      ),
    );
    const length = new TextEncoder().encode(text).length;
    this.view.replaceChildren(
      element("table", { class: "waterfall" }, element("caption", {}, "What each load took"), element("tbody", {}, ...rows)),
      element("p", {}, `${sent.toLocaleString("en")} bytes on the wire (${coding}), ${length.toLocaleString("en")} bytes of JSON.`),
      element("p", {}, element("code", {}, href)),
    );
  }

  async drawWhy() {
    const { answer } = this;
    this.view.replaceChildren(element("p", {}, "Asking …"));
    let said;
    try {
      const explanation = await this.explain(answer.href);
      said = explanation
        ? element("pre", {}, JSON.stringify(explanation, null, 2))
        : element("p", {}, "The server does not explain: the config has to say \"explain\": true.");
    } catch (error) {
      said = element("p", {}, error.message);
    }
    if (answer !== this.answer || tabs[this.chosen] !== "why") return;
    this.view.replaceChildren(said);
  }
}

// The start of each part. `Server-Timing` has only durations: the user is loaded first, then the sources in sequence.
function started(timing) {
  let end = 0;
  return timing.map(({ name, milliseconds }) => {
    const start = end;
    end += milliseconds;
    return { name, milliseconds, start };
  });
}

function bar(start, share) {
  const width = Math.max(0.5, 100 * share);
  return drawn(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar-of-time", "aria-hidden": "true" },
    drawn("rect", { x: Math.min(100 - width, 100 * start), y: 1, width, height: 8, rx: 1 }),
  );
}
