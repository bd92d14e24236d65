// A widget: header, items or what stands for them, footer.
import { arrange, element, place } from "../dom.js";
import * as geometry from "../geometry.js";
import { drawBar } from "./bar.js";
import { fill } from "./items.js";
import { missing } from "./missing.js";
import { more } from "./more.js";
import { PinMap, placeInCorner } from "./pins.js";
import { separators } from "./separators.js";
import { colorOf, setBackground } from "./text.js";

/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {{ button: HTMLButtonElement, widget: Widget, item: Item, looks?: string }} DrawnItem */

/**
 * What a section needs of its phone.
 * @typedef {object} Screen
 * @property {{ width: number }} device
 * @property {Pick<import("../../contract.js").Home, "locale" | "textStyles" | "palette">} home
 * @property {{ images: boolean }} asked
 * @property {import("./phone.js").Handlers} handlers
 */

export class Section {
  /**
   * @param {Screen} phone
   * @param {Widget} widget
   */
  constructor(phone, widget) {
    this.phone = phone;
    this.widget = widget;
    this.layout = widget.layout;
    /** @type {Map<string, DrawnItem>} */
    this.items = new Map();
    this.header = element("h3", { class: "bar header" });
    this.strip = element("div", { class: "strip" });
    this.map = new PinMap();
    /** @type {"nothing" | "map" | "items" | undefined} */
    this.inside = undefined;
    const names = { class: "widget", role: "group", "data-widget": widget.id, "data-layout": widget.layout };
    this.element = element("section", names, this.header, this.strip);
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const target = /** @type {Element} */ (event.target);
      phone.handlers.openMenu(phone, this.widget, this.itemOf(target), event);
    });
  }

  /**
   * The item that an element is part of.
   * @param {Element} target
   */
  itemOf(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-item]"));
    return this.items.get(button?.dataset.item ?? "")?.item;
  }

  /** @param {Widget} widget */
  draw(widget) {
    this.widget = widget;
    const { metrics } = widget;
    const { device, home } = this.phone;
    this.element.dataset.state = widget.state;
    this.element.setAttribute("aria-label", [widget.title || widget.id, age(widget, home.locale)].filter(Boolean).join(", "));
    this.element.setAttribute("aria-busy", `${widget.state === "deferred"}`);
    drawBar(this.header, widget.header, {
      top: widget.position.header,
      width: device.width,
      home,
      badges: badges(widget, home.locale),
      chips: this.chips(widget),
      label: `Choices of ${widget.title || widget.id}`,
    });
    setBackground(this.strip, widget.background, home.palette);
    this.strip.style.setProperty("--selected", colorOf(widget.selectedBackground, home.palette) ?? "");
    place(this.strip, geometry.strip(widget, device.width));
    this.strip.dataset.scroll = metrics.scroll;
    const inside = widget.items.length === 0 ? "nothing" : metrics.scroll === "none" ? "map" : "items";
    if (inside !== this.inside) {
      this.inside = inside;
      this.items.clear();
      this.map.element.replaceChildren();
      this.strip.replaceChildren();
    }
    if (inside === "nothing") this.strip.replaceChildren(...missing(widget, this.phone));
    else if (inside === "map") this.drawMap(widget);
    else this.drawItems(widget);
    this.drawFooter(widget);
  }

  /**
   * The filters and orders: each reloads the widget with the chip toggled.
   * @param {Widget} widget
   */
  chips(widget) {
    return [...(widget.filters ?? []), ...(widget.sorts ?? [])].map((chip) => {
      const button = element("button", { type: "button", "data-chip": chip.id, "aria-pressed": `${chip.selected}` }, chip.title);
      button.addEventListener("click", () => this.phone.handlers.load(this.phone, widget, chip.href, false, true));
      return button;
    });
  }

  /**
   * The buttons of these items, reused where possible.
   * @template {Item} Kind
   * @param {Widget} widget
   * @param {Kind[]} items
   * @param {(drawn: DrawnItem, item: Kind, index: number) => void} dress Renders one.
   */
  buttons(widget, items, dress) {
    const left = new Map(this.items);
    const buttons = items.map((item, index) => {
      const drawn = left.get(item.id) ?? this.drawnItem(widget, item);
      left.delete(item.id);
      this.items.set(item.id, drawn);
      Object.assign(drawn, { widget, item });
      dress(drawn, item, index);
      return drawn.button;
    });
    for (const [id, drawn] of left) {
      drawn.button.remove();
      this.items.delete(id);
    }
    return buttons;
  }

  /**
   * @param {Widget} widget
   * @param {Item} item
   * @returns {DrawnItem}
   */
  drawnItem(widget, item) {
    const drawn = { button: element("button", { type: "button", "data-item": item.id }), widget, item };
    drawn.button.addEventListener("click", () => this.phone.handlers.tap(this.phone, drawn.widget, drawn.item));
    return drawn;
  }

  /** @param {Widget} widget */
  drawItems(widget) {
    const { metrics } = widget;
    const { textStyles } = this.phone.home;
    const { palette } = this.phone.home;
    const setting = JSON.stringify([metrics, textStyles, palette, this.phone.asked.images]);
    const buttons = this.buttons(widget, widget.items, (drawn, item, index) => {
      const looks = item.revision + setting;
      if (drawn.looks !== looks) fill(drawn.button, item, metrics, this.phone.home, this.phone.asked.images);
      drawn.looks = looks;
      place(drawn.button, geometry.item(metrics, index));
    });
    arrange(this.strip, buttons);
    this.drawMore(widget);
    this.strip.querySelectorAll(".separator").forEach((line) => line.remove());
    this.strip.append(...separators(metrics, widget.items.length, this.phone.device.width, palette));
  }

  /** @param {Widget} widget */
  drawMap(widget) {
    this.map.draw(widget, this.phone.home.textStyles, (items, dress) =>
      this.buttons(widget, items, ({ button }, item) => dress(button, item)),
    );
    arrange(this.strip, [this.map.element]);
    this.drawMore(widget);
    if (this.more) placeInCorner(this.more, this.map, widget.metrics.itemSize, this.phone.home.textStyles);
  }

  /** @param {Widget} widget */
  drawMore(widget) {
    this.more?.remove();
    this.more = widget.loadMore && more(widget, widget.loadMore, this.phone);
    if (this.more) (widget.metrics.scroll === "none" ? this.map.element : this.strip).append(this.more);
  }

  /**
   * Marks what differs from the same widget on the phone beside it.
   * @param {import("../difference.js").Difference | undefined} difference
   */
  mark(difference) {
    this.difference?.remove();
    this.difference = difference && element("span", { class: `difference ${difference.kind}` }, difference.text);
    if (this.difference) this.strip.append(this.difference);
    for (const [id, { button }] of this.items) button.classList.toggle("differs", difference?.items.has(id) === true);
  }

  /** @param {Widget} widget */
  drawFooter({ footer, position }) {
    this.footer?.remove();
    this.footer = undefined;
    if (!footer) return;
    this.footer = element("div", { class: "bar footer" });
    drawBar(this.footer, footer, { top: position.footer ?? 0, width: this.phone.device.width, home: this.phone.home });
    this.element.append(this.footer);
  }
}

/**
 * The badges of a header.
 * @param {Widget} widget
 * @param {string} locale
 */
function badges(widget, locale) {
  const old = age(widget, locale);
  return [...(widget.badge ? [{ text: widget.badge.text }] : []), ...(old ? [{ text: old, kind: "age" }] : [])];
}

/**
 * The age of stale items.
 * @param {Widget} widget
 * @param {string} locale
 */
function age({ state, age: seconds = 0 }, locale) {
  if (state !== "stale") return undefined;
  const format = new Intl.RelativeTimeFormat(locale, { style: "short" });
  return seconds < 120 ? format.format(-seconds, "second") : format.format(-Math.round(seconds / 60), "minute");
}
