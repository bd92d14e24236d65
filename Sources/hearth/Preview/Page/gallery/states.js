// The states of a widget, derived from a loaded one: all have the same metrics.

/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {"loaded" | "loading" | "stale" | "empty" | "error"} State */

/** @type {State[]} */
export const states = ["loaded", "loading", "stale", "empty", "error"];

// How old stale items are, in seconds.
const age = 300;

// The server's sentence for a source that missed its deadline, by the direction of the text.
const messages = { ltr: "The content was not there in time.", rtl: "لم يصل المحتوى في الوقت المناسب." };

/**
 * The loaded widget in another state.
 * @param {Widget} widget
 * @param {State} state
 * @param {"ltr" | "rtl"} direction
 * @returns {Widget}
 */
export function inState(widget, state, direction) {
  const href = `/home/widgets/${widget.id}`;
  const empty = { ...widget, items: [], loadMore: undefined, map: undefined, badge: undefined };
  switch (state) {
    case "loaded": return widget;
    case "loading": return { ...empty, state: "deferred", href };
    case "stale": return { ...widget, state, age };
    case "empty": return { ...empty, state };
    case "error": return { ...empty, state, error: { code: "source_timeout", message: messages[direction] }, retry: { href } };
  }
}
