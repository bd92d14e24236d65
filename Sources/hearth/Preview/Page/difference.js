// What differs between two homes.

import { present } from "./dom.js";

/** @typedef {import("../contract.js").Home} Home */
/** @typedef {"added" | "removed" | "moved" | "changed"} Kind */
/** @typedef {{ kind: Kind, text: string, items: Set<string> }} Difference `items` are those that the other widget lacks. */

/**
 * The widgets of `home` that differ from those of `other`, by id.
 * @param {Home} home
 * @param {Home} other
 * @param {"added" | "removed"} alone What a widget is that only `home` has.
 * @returns {Map<string, Difference>}
 */
export function differences(home, other, alone) {
  const others = new Map(other.homeWidgets.map((widget) => [widget.id, widget]));
  const common = home.homeWidgets.filter(({ id }) => others.has(id)).map(({ id }) => id);
  const order = other.homeWidgets.map(({ id }) => id).filter((id) => common.includes(id));
  /** @type {Map<string, Difference>} */
  const found = new Map();
  for (const widget of home.homeWidgets) {
    const twin = others.get(widget.id);
    if (!twin) {
      found.set(widget.id, { kind: alone, text: alone, items: new Set() });
      continue;
    }
    const known = new Set(twin.items.map(({ id }) => id));
    const items = new Set(widget.items.map(({ id }) => id).filter((id) => !known.has(id)));
    const place = order.indexOf(widget.id) - common.indexOf(widget.id);
    const details = present([
      widget.layout !== twin.layout && `layout ${widget.layout.replace("HomeWidget", "")}`,
      widget.title !== twin.title && "title",
      items.size > 0 && `${items.size} of ${widget.items.length} items differ`,
      items.size === 0 && widget.items.some(({ id }, index) => id !== twin.items[index]?.id) && "order of items",
      widget.state !== twin.state && `state ${widget.state}`,
      widget.metrics.height !== twin.metrics.height && `height ${widget.metrics.height}`,
      place !== 0 && (place > 0 ? `${place} higher` : `${-place} lower`),
    ]);
    if (details.length === 0) continue;
    found.set(widget.id, { kind: place !== 0 && details.length === 1 ? "moved" : "changed", text: details.join(", "), items });
  }
  return found;
}

/**
 * What became of a home, in words.
 * @param {Home} before
 * @param {Home} after
 */
export function changes(before, after) {
  const gone = [...differences(before, after, "removed")].filter(([, { kind }]) => kind === "removed");
  return [...differences(after, before, "added"), ...gone].map(([id, { text }]) => `${id}: ${text}`);
}
