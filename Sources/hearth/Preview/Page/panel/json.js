// The document of a response, with a part of it marked.
import { element } from "../dom.js";

/** @type {import("./panel.js").Tab} */
export function showJSON(view, { answer, ids }) {
  const text = JSON.stringify(answer.document, null, 2);
  const { start, end } = rangeOf(ids, text);
  const mark = end > start ? element("mark", {}, text.slice(start, end)) : undefined;
  view.replaceChildren(element("pre", {}, text.slice(0, start), mark, text.slice(end)));
  if (mark) view.scrollTop = mark.offsetTop - view.offsetTop - view.clientHeight / 4;
}

/**
 * The lines of the object with the last id.
 * @param {string[]} ids
 * @param {string} text
 */
function rangeOf(ids, text) {
  const nothing = { start: text.length, end: text.length };
  let start = 0;
  for (const id of ids) start = text.indexOf(`"id": ${JSON.stringify(id)}`, start + 1);
  if (ids.length === 0 || start < 0) return nothing;
  const opening = text.lastIndexOf("{", start);
  // A widget loaded alone is the whole document.
  if (opening === 0) return nothing;
  const indent = text.slice(text.lastIndexOf("\n", opening) + 1, opening);
  return { start: opening, end: text.indexOf(`\n${indent}}`, opening) + indent.length + 2 };
}
