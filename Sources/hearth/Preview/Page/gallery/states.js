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
    case "error": return failed({ ...empty, state }, messages[direction], href);
  }
}

/**
 * A widget with the cell of a failure, on one cell as wide as the page.
 * @param {Widget} widget
 * @param {string[]} texts The message, and the words for trying again.
 * @param {string} href
 * @returns {Widget}
 */
function failed(widget, texts, href) {
  const error = { code: "source_timeout", message: texts[0] };
  const item = {
    id: `error:${widget.id}.0`, kind: "error", title: texts[0], caption: texts.map((text) => ({ text })), accessibilityLabel: texts.join(", "),
    revision: "0", tracking: widget.tracking, error, retry: { href },
  };
  const { metrics } = widget;
  const { leading, trailing } = metrics.contentInsets;
  const shown = metrics.columns ?? metrics.rows;
  const width = (metrics.itemSize.width + metrics.columnSpacing) * shown - metrics.columnSpacing;
  const caption = {
    position: /** @type {const} */ ("below"), height: metrics.height, padding: { top: 12, leading: 0, bottom: 12, trailing: 0 },
    lines: [{ style: "body", lineHeight: 20, maxLines: 6 }, { style: "link", lineHeight: 20, maxLines: 2 }],
  };
  return {
    ...widget, error, retry: { href }, items: [item],
    metrics: {
      height: metrics.height, rows: 1, columns: 1, rowHeight: metrics.height, itemSize: { width: Math.max(width, 320 - leading - trailing), height: metrics.height },
      caption, contentInsets: metrics.contentInsets, columnSpacing: metrics.columnSpacing, rowSpacing: metrics.rowSpacing,
      scroll: "vertical", itemOrder: "row",
    },
  };
}
