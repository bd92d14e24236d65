// A cell of the gallery: a widget in one state, text size and direction, with a caption.
import { element } from "../dom.js";
import { Section } from "../phone/section.js";
import { inState } from "./states.js";

/** @typedef {import("../../contract.js").Widget} Widget */

/**
 * @typedef {object} Variant
 * @property {import("./states.js").State} state
 * @property {string} textScale
 * @property {"ltr" | "rtl"} direction
 */

// The space below a widget, in points: shadows reach beyond its frame.
const bottomSpace = 12;

export const directions = { ltr: "left to right", rtl: "right to left" };

// In the gallery nothing can be chosen.
/** @type {import("../phone/phone.js").Handlers} */
export const handlers = { tap() {}, openMenu() {}, dismiss() {}, load() {}, segment() {}, again() {} };

/**
 * Draws a widget of `home`, which was requested for `device`, alone.
 * @param {Widget} widget
 * @param {import("../../contract.js").Home} home
 * @param {{ width: number, scale: number }} device
 * @param {Variant} variant
 */
export function drawCell(widget, home, device, { state, textScale, direction }) {
  const phone = { device, home, asked: { images: false }, handlers };
  const [top, bottom] = extent(widget);
  const moved = movedUp(inState(widget, state, direction, device.width, home.textStyles), top);
  const section = new Section(phone, moved);
  section.draw(moved);
  const page = element("div", { class: "page", dir: direction, lang: home.locale }, section.element);
  page.style.width = `${device.width}px`;
  page.style.height = `${bottom - top + bottomSpace}px`;
  const caption = element(
    "figcaption",
    {},
    element("strong", {}, shortName(widget.layout)),
    ` · ${state} · text ${textScale} · ${directions[direction]}`,
  );
  const names = { "data-layout": widget.layout, "data-state": state, "data-text-scale": textScale, "data-direction": direction };
  return element("figure", { class: "gallery-cell", ...names }, caption, page);
}

/**
 * A layout's name without its prefix.
 * @param {string} layout
 */
export function shortName(layout) {
  return layout.replace("HomeWidget", "");
}

/**
 * The upper and the lower edge of a widget on its page, in points.
 * @param {Widget} widget
 */
function extent({ header, metrics, loadMore, footer, position }) {
  const { height, contentInsets } = metrics;
  const top = header.metrics.height ? position.header : position.items - contentInsets.top;
  const bottom = position.items + height + contentInsets.bottom + (loadMore?.metrics?.height ?? 0);
  return [top, bottom + (footer?.metrics.height ?? 0)];
}

/**
 * The widget at another place of its page.
 * @param {Widget} widget
 * @param {number} distance In points.
 * @returns {Widget}
 */
function movedUp(widget, distance) {
  const { header, items, footer } = widget.position;
  const position = { header: header - distance, items: items - distance, ...(footer === undefined ? {} : { footer: footer - distance }) };
  return { ...widget, position };
}
