// Merges loaded widgets and pages into a home.
import { grown, replaced } from "./geometry.js";
import { union } from "./map.js";

/** @typedef {import("../contract.js").Home} Home */
/** @typedef {import("../contract.js").Widget} Widget */
/** @typedef {{ id: string, isPage: boolean, chosen?: string }} Part A further load of a widget. */

/**
 * Replaces a widget, or appends a page to it. Items that the home has already are dropped, but for those that were chosen.
 * @param {Home} home
 * @param {Widget & { shown: string }} alone
 * @param {Part} part
 * @returns {Home}
 */
export function joined(home, alone, { isPage, chosen }) {
  const { shown, ...widget } = alone;
  const before = home.homeWidgets.find(({ id }) => id === alone.id);
  if (!before) return home;
  const known = home.homeWidgets.filter((each) => !chosen && (isPage || each !== before)).flatMap(({ items }) => items);
  const loaded = without(new Set(known.map(({ id }) => id)), widget);
  return { ...replaced(home, isPage ? extended(before, loaded) : loaded), shown };
}

/**
 * The widget without these items.
 * @param {Set<string>} ids
 * @param {Widget} widget
 * @returns {Widget}
 */
function without(ids, widget) {
  const items = widget.items.filter(({ id }) => !ids.has(id));
  if (items.length === widget.items.length || !widget.map) return { ...widget, items };
  const places = widget.items.map((item) => items.indexOf(item));
  const left = (widget.map.clusters ?? []).map((cluster) => ({ ...cluster, items: cluster.items.map((index) => places[index]).filter((place) => place >= 0) }));
  return { ...widget, items, map: { ...widget.map, clusters: left.filter((cluster) => cluster.items.length > 0) } };
}

/**
 * A widget and its next page, on one map if they are on one.
 * @param {Widget} widget
 * @param {Widget} next
 * @returns {Widget}
 */
function extended(widget, next) {
  const items = [...widget.items, ...next.items];
  const region = union(widget.map?.region, next.map?.region);
  const count = widget.items.length;
  const further = (next.map?.clusters ?? []).map((cluster) => ({ ...cluster, items: cluster.items.map((index) => index + count) }));
  const map = region && { region, clusters: [...(widget.map?.clusters ?? []), ...further] };
  // A page that failed can be loaded again.
  const loadMore = next.state === "error" ? widget.loadMore : next.loadMore;
  return { ...widget, items, map, loadMore, metrics: grown(widget.metrics, items.length) };
}

/**
 * Loads the `parts` of an earlier home again.
 * @param {Home} home
 * @param {Part[]} parts
 * @param {(href: string, home: Home) => Promise<Widget & { shown: string }>} load
 */
export async function completed(home, parts, load) {
  let whole = home;
  for (const part of parts) {
    const { id, isPage, chosen } = part;
    const widget = whole.homeWidgets.find((candidate) => candidate.id === id);
    const href = isPage ? widget?.loadMore?.href : chosen ?? widget?.href ?? widget?.retry?.href;
    if (href) whole = joined(whole, await load(href, whole), part);
  }
  return whole;
}
