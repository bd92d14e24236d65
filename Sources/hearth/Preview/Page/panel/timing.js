// How long each load of a response took, and how large it is.
import { curl } from "../curl.js";
import { drawn, element } from "../dom.js";

/** @type {import("./panel.js").Tab} */
export function showTiming(view, { answer }) {
  const { timing, milliseconds, sent, coding, text } = answer;
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
  const { length } = new TextEncoder().encode(text);
  view.replaceChildren(
    element("table", { class: "waterfall" }, element("caption", {}, "What each load took"), element("tbody", {}, ...rows)),
    element("p", {}, `${sent.toLocaleString("en")} bytes on the wire (${coding}), ${length.toLocaleString("en")} bytes of JSON.`),
    element("p", {}, element("code", {}, curl(answer))),
  );
}

/**
 * The start of each part. `Server-Timing` has only durations: the user is loaded first, then the sources in sequence.
 * @param {import("../ask.js").Answer["timing"]} timing
 */
function started(timing) {
  let end = 0;
  return timing.map(({ name, milliseconds }) => {
    const start = end;
    end += milliseconds;
    return { name, milliseconds, start };
  });
}

/**
 * @param {number} start
 * @param {number} share
 */
function bar(start, share) {
  const width = Math.max(0.5, 100 * share);
  return drawn(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar-of-time", "aria-hidden": "true" },
    drawn("rect", { x: Math.min(100 - width, 100 * start), y: 1, width, height: 8, rx: 1 }),
  );
}
