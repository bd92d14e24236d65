// The states of a widget, derived from a loaded one.

/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {"loaded" | "loading" | "stale" | "empty" | "error"} State */

/** @type {State[]} */
export const states = ["loaded", "loading", "stale", "empty", "error"];

// How old stale items are, in seconds.
const age = 300;

// The server's sentences for a source that missed its deadline, by the direction of the text.
const messages = { ltr: ["The content was not there in time.", "Try again"], rtl: ["لم يصل المحتوى في الوقت المناسب.", "أعد المحاولة"] };

/**
 * The loaded widget in another state.
 * @param {Widget} widget
 * @param {State} state
 * @param {"ltr" | "rtl"} direction
 * @param {number} width The width of the screen.
 * @returns {Widget}
 */
export function inState(widget, state, direction, width) {
  const href = `/home/widgets/${widget.id}`;
  const empty = { ...widget, items: [], loadMore: undefined, map: undefined, badge: undefined };
  switch (state) {
    case "loaded": return widget;
    case "loading": return { ...empty, state: "deferred", href };
    case "stale": return { ...widget, state, age };
    case "empty": return { ...empty, state };
    case "error": return failed({ ...empty, state }, messages[direction], href, width);
  }
}

/**
 * A widget with the cell of a failure, on one cell as wide as the page.
 * @param {Widget} widget
 * @param {string[]} texts The message, and the words for trying again.
 * @param {string} href
 * @param {number} width The width of the screen.
 * @returns {Widget}
 */
function failed(widget, texts, href, width) {
  const error = { code: "source_timeout", message: texts[0] };
  const item = {
    id: `error:${widget.id}.0`, kind: "error", title: texts[0], caption: texts.map((text) => ({ text })), accessibilityLabel: texts.join(", "),
    revision: "0", tracking: widget.tracking, error, retry: { href },
  };
  const { metrics } = widget;
  const { leading, trailing } = metrics.contentInsets;
  // Each text has one line.
  const lineHeight = 20;
  const space = (metrics.height - 2 * lineHeight) / 2;
  const caption = {
    position: /** @type {const} */ ("below"), height: metrics.height, padding: { top: space, leading: 0, bottom: space, trailing: 0 },
    lines: [{ style: "body", lineHeight, maxLines: 1 }, { style: "link", lineHeight, maxLines: 1 }],
  };
  return {
    ...widget, error, retry: { href }, items: [item],
    metrics: {
      height: metrics.height, rows: 1, columns: 1, rowHeight: metrics.height, itemSize: { width: width - leading - trailing, height: metrics.height },
      caption, contentInsets: metrics.contentInsets, columnSpacing: metrics.columnSpacing, rowSpacing: metrics.rowSpacing,
      scroll: "vertical", itemOrder: "row",
    },
  };
}
