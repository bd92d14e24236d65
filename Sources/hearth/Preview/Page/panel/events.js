// The events that the page has sent, the newest first.
import { curl } from "../curl.js";
import { element } from "../dom.js";
import { journal } from "../journal.js";

/** @type {import("./panel.js").Tab} */
export function showEvents(view) {
  if (journal.length === 0) {
    return view.replaceChildren(element("p", {}, "No event yet: tap, save or dismiss an item, and it is listed here as it is sent."));
  }
  const entries = journal.map((entry) =>
    element(
      "li",
      {},
      element("h3", {}, entry.event.type, element("span", { class: entry.outcome === "accepted" ? "state loaded" : "state error" }, entry.outcome)),
      element("p", {}, element("time", { datetime: entry.at.toISOString() }, entry.at.toLocaleTimeString("en-GB")), ` POST ${entry.href}`),
      element("pre", {}, JSON.stringify(entry.event, null, 2)),
      element("details", {}, element("summary", {}, "As curl"), element("code", {}, curl(entry))),
    ),
  );
  view.replaceChildren(element("ol", { class: "why" }, ...entries));
}
