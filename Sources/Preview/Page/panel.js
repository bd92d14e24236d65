// What the server has answered: the document, what its making took, and why it is as it is.
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

  // Shows an answer, with the part of it marked that `ids` lead to: a widget's, an item's.
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
    pre.querySelector("mark")?.scrollIntoView({ block: "center" });
  }

  // From the line that opens the object with the last of the ids to the one that closes it.
  marked(text) {
    let start = 0;
    for (const id of this.ids) start = text.indexOf(`"id": ${JSON.stringify(id)}`, start + 1);
    if (this.ids.length === 0 || start < 0) return { start: text.length, end: text.length };
    const opening = text.lastIndexOf("{", start);
    const indent = text.slice(text.lastIndexOf("\n", opening) + 1, opening);
    const end = text.indexOf(`\n${indent}}`, opening) + indent.length + 2;
    return { start: opening, end };
  }

  drawTiming() {
    const { timing, milliseconds, sent, coding, text, href } = this.answer;
    const longest = Math.max(milliseconds, ...timing.map((part) => part.milliseconds));
    const rows = [{ name: "whole, as seen here", milliseconds }, ...timing].map((part) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, part.name),
        element("td", {}, bar(part.milliseconds / longest)),
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
    const explanation = await this.explain(answer.href);
    if (answer !== this.answer || tabs[this.chosen] !== "why") return;
    const said = explanation
      ? element("pre", {}, JSON.stringify(explanation, null, 2))
      : element("p", {}, "The server does not explain: the config has to say \"explain\": true.");
    this.view.replaceChildren(said);
  }
}

function bar(share) {
  const width = Math.max(0.5, 100 * share);
  return drawn(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar-of-time", "aria-hidden": "true" },
    drawn("rect", { x: 0, y: 1, width, height: 8, rx: 1 }),
  );
}
