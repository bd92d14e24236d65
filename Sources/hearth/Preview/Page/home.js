// Merges loaded widgets and pages into a home.
import { grown, shifted } from "./geometry.js";
import { union } from "./map.js";

// Replaces a widget, or appends a page to it.
export function joined(home, alone, isPage) {
  const heights = home.homeWidgets.map((widget) => widget.metrics.height);
  const widgets = home.homeWidgets.map((widget) => {
    if (widget.id !== alone.id) return widget;
    const { y } = widget.metrics;
    if (!isPage) return { ...alone, header: widget.header, footer: widget.footer, metrics: { ...alone.metrics, y } };
    const items = [...widget.items, ...alone.items];
    const region = union(widget.map?.region, alone.map?.region);
    const map = region && { region };
    return { ...widget, items, map, loadMore: alone.loadMore, metrics: grown(widget.metrics, items.length) };
  });
  const growth = widgets.reduce((sum, widget, index) => sum + widget.metrics.height - heights[index], 0);
  const { shown } = alone;
  return { ...home, shown, contentHeight: home.contentHeight + growth, homeWidgets: shifted(widgets, heights) };
}

// Loads the `parts` of an earlier home again with `load(href, home)`.
export async function completed(home, parts, load) {
  let whole = home;
  for (const { id, isPage, chosen } of parts) {
    const widget = whole.homeWidgets.find((candidate) => candidate.id === id);
    const href = isPage ? widget?.loadMore?.href : chosen ?? widget?.href ?? widget?.retry?.href;
    if (href) whole = joined(whole, await load(href, whole), isPage);
  }
  return whole;
}
