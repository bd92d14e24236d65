// Why a home is as it is: the server's explanation of each widget.
import * as ask from "../ask.js";
import { element, present } from "../dom.js";

/** @typedef {import("../../contract.js").Explanation["widgets"][number]} WidgetExplanation */

/** @type {import("./panel.js").Tab} */
export async function showWhy(view, { answer, ids }) {
  const explanation = await ask.explain(answer);
  return () => {
    if (!explanation) return view.replaceChildren(element("p", {}, 'The server does not explain: the config has to say "explain": true.'));
    const widgets = explanation.widgets.map((widget) => card(widget, widget.id === ids[0]));
    const whole = element("details", {}, element("summary", {}, "As JSON"), element("pre", {}, JSON.stringify(explanation, null, 2)));
    view.replaceChildren(element("ol", { class: "why" }, ...widgets), whole);
    view.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
}

/**
 * @param {WidgetExplanation} widget
 * @param {boolean} isMarked
 */
function card({ id, state, gate, loads, items, reasons = {} }, isMarked) {
  const lines = present([
    gate && `Decided by: ${gate}`,
    ...loads.map((load) => `${load.source}: ${load.state} in ${duration(load.microseconds)}${load.failure ? `, ${load.failure}` : ""}`),
    items.found > 0 && `${items.found} found, ${items.shown} shown${items.surplus ? `, ${items.surplus} more than its limit` : ""}`,
    ...Object.entries(reasons).map(([reason, count]) => `${count} × ${reason.replaceAll("_", " ")}`),
  ]);
  const title = element("h3", {}, id, element("span", { class: `state ${state}` }, state === "leftOut" ? "left out" : state));
  return element("li", { "aria-current": isMarked ? "true" : undefined }, title, ...lines.map((line) => element("p", {}, line)));
}

/** @param {number} microseconds */
function duration(microseconds) {
  return microseconds < 1000 ? `${microseconds} µs` : `${(microseconds / 1000).toFixed(1)} ms`;
}
