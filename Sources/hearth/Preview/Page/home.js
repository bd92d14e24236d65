// Merges loaded widgets and pages into a home.
import { contentHeight, grown, shifted } from "./geometry.js";
import { union } from "./map.js";

/** @typedef {import("../contract.js").Home} Home */
/** @typedef {import("../contract.js").Widget} Widget */
/** @typedef {{ id: string, isPage: boolean, chosen?: string }} Part A further load of a widget. */

/**
 * Replaces a widget, or appends a page to it.
 * @param {Home} home
 * @param {Widget & { shown: string }} alone
 * @param {boolean} isPage
 * @returns {Home}
 */
export function joined(home, alone, isPage) {
  const heights = home.homeWidgets.map(contentHeight);
  const widgets = home.homeWidgets.map((widget) => {
    if (widget.id !== alone.id) return widget;
    if (!isPage) return { ...alone, header: widget.header, footer: widget.footer, position: widget.position };
    return { ...widget, ...page(widget, alone), loadMore: alone.loadMore };
  });
  const growth = widgets.reduce((sum, widget, index) => sum + contentHeight(widget) - heights[index], 0);
  return { ...home, shown: alone.shown, contentHeight: home.contentHeight + growth, homeWidgets: shifted(widgets, heights) };
}

/**
 * The items of a widget and its next page, on one map if they are on one.
 * @param {Widget} widget
 * @param {Widget} next
 * @returns {Pick<Widget, "items" | "map" | "metrics">}
 */
function page(widget, next) {
  const items = [...widget.items, ...next.items];
  const region = union(widget.map?.region, next.map?.region);
  const count = widget.items.length;
  const further = (next.map?.clusters ?? []).map((cluster) => ({ ...cluster, items: cluster.items.map((index) => index + count) }));
  const map = region && { region, clusters: [...(widget.map?.clusters ?? []), ...further] };
  return { items, map, metrics: grown(widget.metrics, items.length) };
}

/**
 * Loads the `parts` of an earlier home again.
 * @param {Home} home
 * @param {Part[]} parts
 * @param {(href: string, home: Home) => Promise<Widget & { shown: string }>} load
 */
export async function completed(home, parts, load) {
  let whole = home;
  for (const { id, isPage, chosen } of parts) {
    const widget = whole.homeWidgets.find((candidate) => candidate.id === id);
    const href = isPage ? widget?.loadMore?.href : chosen ?? widget?.href ?? widget?.retry?.href;
    if (href) whole = joined(whole, await load(href, whole), isPage);
  }
  return whole;
}
