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
 * @param {import("../../contract.js").Home["textStyles"]} styles
 * @returns {Widget}
 */
export function inState(widget, state, direction, width, styles) {
  const href = `/home/widgets/${widget.id}`;
  const empty = { ...widget, items: [], loadMore: undefined, map: undefined, badge: undefined };
  switch (state) {
    case "loaded": return widget;
    case "loading": return { ...empty, state: "deferred", href };
    case "stale": return { ...widget, state, age };
    case "empty": return { ...empty, state, metrics: messageMetrics(widget, [], width, styles) };
    case "error": return failed({ ...empty, state }, messages[direction], href, width, styles);
  }
}

/**
 * A widget with the cell of a failure, on one cell as wide as the page.
 * @param {Widget} widget
 * @param {string[]} texts The message, and the words for trying again.
 * @param {string} href
 * @param {number} width The width of the screen.
 * @param {import("../../contract.js").Home["textStyles"]} styles
 * @returns {Widget}
 */
function failed(widget, texts, href, width, styles) {
  const error = { code: "source_timeout", message: texts[0], retryAfter: 2 };
  const item = {
    id: `error:${widget.id}.0`, kind: "error", title: texts[0], caption: texts.map((text) => ({ text })), accessibilityLabel: texts.join(", "),
    revision: "0", tracking: widget.tracking, error, retry: { href },
  };
  return { ...widget, error, retry: { href }, items: [item], metrics: messageMetrics(widget, texts, width, styles) };
}

/**
 * The metrics of one cell as wide as the page for a message and the words of a link: in a list as high as they are,
 * elsewhere as high as the items. A text has as many lines as letters of average width need.
 * @param {Widget} widget
 * @param {string[]} texts
 * @param {number} width The width of the screen.
 * @param {import("../../contract.js").Home["textStyles"]} styles
 * @returns {import("../../contract.js").Metrics}
 */
function messageMetrics({ metrics }, texts, width, styles) {
  const { contentInsets, columnSpacing, rowSpacing } = metrics;
  const room = width - contentInsets.leading - contentInsets.trailing;
  const lines = ["body", "link"].map((style, index) => {
    const { size, lineHeight } = styles[style];
    return { style, lineHeight, maxLines: Math.max(1, Math.ceil(((texts[index] ?? "").length * size) / 1.8 / room)) };
  });
  const text = lines.reduce((sum, line) => sum + line.lineHeight * line.maxLines, 0);
  const height = metrics.scroll === "vertical" ? text + 24 : Math.max(text + 24, metrics.height);
  const space = (height - text) / 2;
  return {
    height, rows: 1, columns: 1, rowHeight: height, itemSize: { width: room, height },
    caption: { position: "below", height, padding: { top: space, leading: 0, bottom: space, trailing: 0 }, lines },
    contentInsets, columnSpacing, rowSpacing, scroll: "vertical", itemOrder: "row",
  };
}
