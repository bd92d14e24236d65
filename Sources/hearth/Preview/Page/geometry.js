// The frames of a widget's parts, from its metrics: in points, from the page's top leading corner.

/** @typedef {import("../contract.js").Metrics} Metrics */
/** @typedef {import("../contract.js").Widget} Widget */
/** @typedef {{ leading: number, top: number, width: number, height: number }} Frame */

/**
 * The frame of the items, as wide as the screen.
 * @param {Widget} widget
 * @param {number} width
 * @returns {Frame}
 */
export function strip({ metrics, position }, width) {
  const { contentInsets, height } = metrics;
  return { leading: 0, top: position.items - contentInsets.top, width, height: contentInsets.top + height + contentInsets.bottom };
}

/**
 * The item at `index`.
 * @param {Metrics} metrics
 * @param {number} index
 * @returns {Frame}
 */
export function item(metrics, index) {
  const { itemSize, contentInsets, columnSpacing, rowSpacing, rowHeight } = metrics;
  if (metrics.scroll === "none") return { leading: contentInsets.leading, top: contentInsets.top, ...itemSize };
  const fillsRows = metrics.itemOrder === "row";
  const across = (fillsRows ? metrics.columns : metrics.rows) ?? 1;
  const [line, place] = [Math.floor(index / across), index % across];
  const [column, row] = fillsRows ? [place, line] : [line, place];
  return {
    leading: contentInsets.leading + column * (itemSize.width + columnSpacing),
    top: contentInsets.top + row * (rowHeight + rowSpacing),
    ...itemSize,
  };
}

/**
 * The cell that loads more of a carousel: a column after the last one, and never wider than a thumb needs.
 * @param {Metrics} metrics
 * @param {number} count The number of items.
 * @returns {Frame}
 */
export function more(metrics, count) {
  const columns = Math.ceil(count / metrics.rows);
  const { itemSize, contentInsets, columnSpacing } = metrics;
  const width = Math.min(itemSize.width, 128);
  const leading = contentInsets.leading + columns * (itemSize.width + columnSpacing);
  const height = metrics.rows === 1 && metrics.imageSize ? metrics.imageSize.height : metrics.height;
  return { leading, top: contentInsets.top, width, height };
}

/**
 * The metrics of a vertical widget with `count` items.
 * @param {Metrics} metrics
 * @param {number} count
 * @returns {Metrics}
 */
export function grown(metrics, count) {
  if (metrics.scroll !== "vertical") return metrics;
  const rows = Math.ceil(count / (metrics.columns ?? 1));
  return { ...metrics, rows, height: rows * metrics.rowHeight + (rows - 1) * metrics.rowSpacing };
}

/**
 * The height of a widget's content: its items, and the row that loads more below them.
 * @param {Widget} widget
 */
export function contentHeight({ metrics, loadMore }) {
  return metrics.height + (loadMore?.metrics?.height ?? 0);
}

/**
 * Positions the widgets on the page: a widget that grew moves those below it.
 * @param {Widget[]} widgets
 * @param {number[]} heights The heights of their content before.
 * @returns {Widget[]}
 */
export function shifted(widgets, heights) {
  let shift = 0;
  return widgets.map((widget, index) => {
    const { header, items, footer } = widget.position;
    const before = shift;
    shift += contentHeight(widget) - heights[index];
    const position = { header: header + before, items: items + before, ...(footer === undefined ? {} : { footer: footer + shift }) };
    return { ...widget, position };
  });
}
