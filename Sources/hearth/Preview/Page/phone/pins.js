// The map of a widget: a pin for each item, and a disc for each cluster, which spreads when it is tapped.
import { arrange, drawn, element, place } from "../dom.js";
import * as geometry from "../geometry.js";
import { around, showing } from "../map.js";
import { pin } from "./items.js";
import { setType } from "./text.js";

/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {import("../../contract.js").TextStyles} TextStyles */
/** @typedef {Item & { latitude: number, longitude: number }} PlacedItem */

// Where a button on the map may be, the best place first.
const corners = ["bottom right", "top right", "bottom left", "top left"];

// The space between a button and the edges of the map, in points.
const margin = 10;

export class PinMap {
  constructor() {
    this.element = element("div", { class: "area" });
    /** @type {string[] | undefined} The items of the spread cluster. */
    this.spread = undefined;
    /** @type {{ x: number, y: number }[]} The points of the pins and discs. */
    this.points = [];
  }

  /**
   * @param {Widget} widget
   * @param {TextStyles} styles
   * @param {(items: PlacedItem[], dress: (button: HTMLButtonElement, item: PlacedItem) => void) => HTMLButtonElement[]} buttons
   */
  draw(widget, styles, buttons) {
    const { metrics, map } = widget;
    place(this.element, geometry.item(metrics, 0));
    this.element.querySelectorAll("svg.town, .cluster, .whole-map").forEach((part) => part.remove());
    if (!map) return this.element.replaceChildren();
    const placed = /** @type {PlacedItem[]} */ (widget.items.filter((item) => item.latitude !== undefined));
    const spread = placed.filter(({ id }) => this.spread?.includes(id));
    const region = spread.length ? around(map.region, spread) : map.region;
    const projection = showing(region, metrics.itemSize);
    const clusters = spread.length ? [] : map.clusters ?? [];
    const clustered = new Set(clusters.flatMap(({ items }) => items.map((index) => widget.items[index]?.id)));
    const alone = (spread.length ? spread : placed).filter(({ id }) => !clustered.has(id));
    this.points = [...alone, ...clusters].map((each) => projection.point(each));
    const pins = buttons(alone, (button, item) => pin(button, item, projection.point(item), styles));
    const redraw = (/** @type {string[] | undefined} */ items) => {
      this.spread = items;
      this.draw(widget, styles, buttons);
      /** @type {HTMLElement | null} */ (this.element.querySelector(items ? ".pin" : ".cluster"))?.focus({ preventScroll: true });
    };
    const discs = clusters.map(({ items, ...middle }) => disc(items.map((index) => widget.items[index]), projection.point(middle), styles, redraw));
    arrange(this.element, [projection.picture(), ...pins, ...discs, ...(spread.length ? [wholeMap(styles, redraw)] : [])]);
  }
}

/**
 * Places a button in the corner of a map where it covers the fewest points.
 * @param {HTMLElement} button
 * @param {PinMap} map
 * @param {import("../../contract.js").Size} size The map's.
 * @param {TextStyles} styles
 */
export function placeInCorner(button, { points }, size, styles) {
  // Estimated: to measure them would lay out the page.
  const [width, height] = [styles.link.size * 4 + 34, styles.link.lineHeight + 12];
  const pin = { width: styles.badge.size * 6.5, height: styles.badge.lineHeight + 6 };
  const covered = (/** @type {string} */ corner) => {
    const left = corner.includes("left") ? margin : size.width - margin - width;
    const top = corner.includes("top") ? margin : size.height - margin - height;
    const isNear = (/** @type {{ x: number, y: number }} */ { x, y }) =>
      Math.abs(x - (left + width / 2)) < (width + pin.width) / 2 && y > top - pin.height && y < top + height + pin.height;
    return points.filter(isNear).length;
  };
  const counts = corners.map(covered);
  const corner = corners[counts.indexOf(Math.min(...counts))];
  for (const edge of corner.split(" ")) button.style.setProperty(edge, `${margin}px`);
}

/**
 * @param {Item[]} items
 * @param {{ x: number, y: number }} point
 * @param {TextStyles} styles
 * @param {(items: string[]) => void} spread
 */
function disc(items, { x, y }, styles, spread) {
  const made = element("button", { type: "button", class: "cluster", "aria-label": `${items.length} items close together: show them` }, `${items.length}`);
  made.classList.toggle("new", items.some(({ isNew }) => isNew));
  setType(made, "badge", styles);
  made.style.left = `${x}px`;
  made.style.top = `${y}px`;
  made.addEventListener("click", () => spread(items.map(({ id }) => id)));
  return made;
}

/**
 * @param {TextStyles} styles
 * @param {(items: undefined) => void} redraw
 */
function wholeMap(styles, redraw) {
  const back = drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, drawn("path", { d: "M10 4v6H4M14 20v-6h6", fill: "none", stroke: "currentColor", "stroke-width": 1.8 }));
  const made = element("button", { type: "button", class: "whole-map", "aria-label": "Show the whole map" }, back);
  setType(made, "badge", styles);
  made.addEventListener("click", () => redraw(undefined));
  return made;
}
