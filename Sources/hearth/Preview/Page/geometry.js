// The frames of a widget's parts, from its metrics: in points, from the page's top leading corner.

/** @typedef {import("../contract.js").Home} Home */
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
 * The first row, the footer and the end of a widget, below the top of its header.
 * @param {Widget} widget
 */
function edges({ header, metrics, loadMore, footer }) {
  const items = header.metrics.height + metrics.contentInsets.top;
  const end = items + metrics.height + (loadMore?.metrics?.height ?? 0) + metrics.contentInsets.bottom;
  return { items, footer: end, bottom: end + (footer?.metrics.height ?? 0) };
}

/**
 * The home with `widget` in place of the one of its id. It moves what is below it by what it is higher.
 * @param {Home} home
 * @param {Widget} widget
 * @returns {Home}
 */
export function replaced(home, widget) {
  const index = home.homeWidgets.findIndex(({ id }) => id === widget.id);
  if (index < 0) return home;
  const before = home.homeWidgets[index];
  const { items, footer, bottom } = edges(widget);
  const growth = bottom - edges(before).bottom;
  const top = before.position.header;
  const position = { header: top, items: top + items, ...(widget.footer && { footer: top + footer }) };
  const below = home.homeWidgets.slice(index + 1).map((each) => ({ ...each, position: moved(each.position, growth) }));
  const homeWidgets = [...home.homeWidgets.slice(0, index), { ...widget, position }, ...below];
  return { ...home, contentHeight: home.contentHeight + growth, homeWidgets };
}

/**
 * @param {Widget["position"]} position
 * @param {number} growth
 * @returns {Widget["position"]}
 */
function moved({ header, items, footer }, growth) {
  return { header: header + growth, items: items + growth, ...(footer !== undefined && { footer: footer + growth }) };
}
