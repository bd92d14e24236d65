// A phone, which draws a home from its metrics.
import { arrange, element } from "../dom.js";
import { drawBar } from "./bar.js";
import { iconOf } from "./icons.js";
import { failure } from "./missing.js";
import { Section } from "./section.js";
import { statusBar } from "./statusbar.js";
import { swipeable } from "./swipe.js";
import { Toast } from "./toast.js";

/** @typedef {import("../../contract.js").Home} Home */
/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {import("../ask.js").Answer} Answer */
/** @typedef {import("../ask.js").Asked} Asked */

/**
 * What a phone's user does. A phone is given as it was drawn: as a `Phone`, or as a `Screen` of another page.
 * @typedef {object} Handlers
 * @property {(phone: any, widget: Widget, item: Item) => void} tap
 * @property {(phone: any, widget: Widget, item: Item | undefined, point: { clientX: number, clientY: number }) => void} openMenu
 * @property {(phone: any, widget: Widget, item: Item) => void | Promise<void>} dismiss
 * @property {(phone: any, widget: Widget, href: string, isPage: boolean, isChoice?: boolean) => void} load
 * @property {(id: string) => void} segment
 * @property {() => void} again
 */

export class Phone {
  /**
   * @param {import("../../contract.js").Device} device
   * @param {Handlers} handlers
   * @param {string} [side] What is asked for, of two that are compared.
   * @param {number} [place] 0 or 1, of two that are compared.
   */
  constructor(device, handlers, side = "", place = 0) {
    this.device = device;
    this.place = place;
    this.handlers = handlers;
    this.page = element("div", { class: "page" });
    this.pageHeader = element("h2", { class: "bar page-header" });
    this.page.append(this.pageHeader);
    const name = [device.name, side].filter(Boolean).join(" ");
    this.screen = element("div", { class: "screen", tabindex: "0", role: "region", "aria-label": `${name}, the page` }, this.page);
    this.tabs = element("nav", { class: "tabs", "aria-label": "Segments" });
    this.toast = new Toast(this.screen);
    this.caption = element("h2", { class: "device-name" }, device.name, side && " ", side && element("bdi", {}, side), ` · ${device.width} pt · ${device.scale}×`);
    this.note = element("p", { class: "difference-note" });
    this.body = element("div", { class: "body" }, statusBar(device), this.screen, this.toast.element, this.tabs);
    const attributes = { class: "phone", "data-device": device.id, "data-side": side, "data-cutout": device.cutout, "aria-label": name };
    this.element = element("section", attributes, this.caption, this.note, element("div", { class: "case" }, this.body));
    for (const [property, value] of Object.entries({ width: device.width, height: device.height, "safe-top": device.safeArea.top, "safe-bottom": device.safeArea.bottom })) {
      this.element.style.setProperty(`--${property}`, `${value}px`);
    }
    swipeable(this.screen, (button) => this.dismiss(button));
    this.element.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (key === "z" && (ctrlKey || metaKey)) this.toast.undo();
    });
    /** @type {Map<string, Section>} */
    this.sections = new Map();
    /** @type {Home} What is drawn; nothing before the first answer. */
    this.home = /** @type {any} */ (undefined);
    /** @type {Asked} */
    this.asked = /** @type {any} */ (undefined);
    /** @type {Answer[]} The responses, home first. */
    this.answers = [];
    /** @type {import("../home.js").Part[]} The further parts. */
    this.parts = [];
    /** @type {Set<string>} The current loads. */
    this.loading = new Set();
    this.lastLoad = Promise.resolve();
  }

  /** @param {HTMLElement} button */
  dismiss(button) {
    const id = /** @type {HTMLElement | null} */ (button.closest(".widget"))?.dataset.widget ?? "";
    const section = this.sections.get(id);
    const item = section?.itemOf(button);
    return section && item && this.handlers.dismiss(this, section.widget, item);
  }

  /**
   * Draws what the next home is expected to look like.
   * @param {Home} home
   * @param {Asked} asked
   */
  expect(home, asked) {
    const before = this.home;
    try {
      this.draw(home, asked);
    } catch {
      // It was kept by another version of this page.
      this.home = before;
    }
    delete this.element.dataset.revision;
  }

  /** Whether it shows a home, and neither a skeleton nor a failure. */
  get isDrawn() {
    return this.element.dataset.revision !== undefined;
  }

  /**
   * Whether it shows a home of the segment that is asked for.
   * @param {Asked} asked
   */
  shows({ segment }) {
    return this.isDrawn && this.asked.segment === segment;
  }

  /**
   * Says why there is no home, unless an older one of the segment is shown.
   * @param {string} text
   * @param {Asked} asked
   */
  fail(text, asked) {
    if (this.shows(asked)) return;
    this.keepingFocus(() => {
      this.sections.clear();
      this.failure = failure(text, () => this.handlers.again());
      this.page.replaceChildren(this.failure);
      this.page.style.height = "";
      if (this.home && asked.segment) this.drawTabs(this.home.segments.map((segment) => ({ ...segment, active: segment.id === asked.segment })));
    });
    delete this.element.dataset.revision;
  }

  /**
   * Draws a home. Unchanged elements stay, and elements with another position move.
   * @param {Home} home
   * @param {Asked} asked
   */
  draw(home, asked) {
    this.home = home;
    this.asked = asked;
    this.keepingFocus(() => {
      const { page } = this;
      this.failure?.remove();
      this.body.dir = home.direction;
      this.body.lang = home.locale;
      page.style.height = `${home.contentHeight}px`;
      page.style.width = `${this.device.width}px`;
      drawBar(this.pageHeader, home.header, { top: 0, width: this.device.width, home });
      this.drawTabs(home.segments);
      this.drawWidgets(home.homeWidgets);
    });
    this.element.dataset.revision = home.revision;
  }

  /**
   * Keeps the focus on its element, or on the one that replaces it.
   * @param {() => void} draw
   */
  keepingFocus(draw) {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const group = /** @type {HTMLElement | null} */ (focused?.closest(".widget, .tabs, .failure"));
    if (!group || !this.element.contains(group)) return draw();
    const place = [...group.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (focused));
    draw();
    if (document.activeElement === focused) return;
    const now = this.sections.get(group.dataset.widget ?? "")?.element ?? group;
    const left = now.isConnected ? [...now.querySelectorAll("button")] : [];
    const next = focused.isConnected ? focused : left[Math.min(place, left.length - 1)] ?? this.screen;
    next.focus({ preventScroll: focused.isConnected });
  }

  /** @param {Widget[]} widgets */
  drawWidgets(widgets) {
    const left = new Map(this.sections);
    const sections = widgets.map((widget) => {
      let section = left.get(widget.id);
      left.delete(widget.id);
      if (!section || section.layout !== widget.layout) {
        section?.element.remove();
        section = new Section(this, widget);
        this.sections.set(widget.id, section);
      }
      section.draw(widget);
      return section.element;
    });
    for (const [id, section] of left) {
      section.element.remove();
      this.sections.delete(id);
    }
    // In page order, for keyboards and screen readers.
    arrange(this.page, [this.pageHeader, ...sections]);
  }

  /** @param {import("../../contract.js").Segment[]} segments */
  drawTabs(segments) {
    this.tabs.replaceChildren(
      ...segments.map((segment) => {
        const attributes = { type: "button", "aria-current": segment.active ? "page" : undefined };
        const tab = element("button", attributes, iconOf(segment.id), element("span", {}, segment.title));
        tab.addEventListener("click", () => this.handlers.segment(segment.id));
        return tab;
      }),
    );
  }
}
