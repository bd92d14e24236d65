// A phone, which draws a home from its metrics.
import { drawBar } from "./bar.js";
import { arrange, element } from "./dom.js";
import { Section } from "./section.js";

export class Phone {
  // `handlers`: `tap(phone, widget, item)`, `choose(phone, widget, item, point)`, `segment(id)`,
  // `load(phone, widget, href, isPage, isChoice)`.
  constructor(device, handlers) {
    this.device = device;
    this.handlers = handlers;
    this.page = element("div", { class: "page" });
    this.pageHeader = element("h2", { class: "bar page-header" });
    this.page.append(this.pageHeader);
    this.screen = element("div", { class: "screen", tabindex: "0", role: "region", "aria-label": `${device.name}, the page` }, this.page);
    this.tabs = element("nav", { class: "tabs", "aria-label": "Segments" });
    const name = element("h2", { class: "device-name" }, `${device.name} · ${device.width} pt · ${device.scale}×`);
    this.body = element("div", { class: "body" }, this.screen, this.tabs);
    this.element = element("section", { class: "phone", "data-device": device.id, "aria-label": device.name }, name, element("div", { class: "case" }, this.body));
    this.element.style.setProperty("--width", `${device.width}px`);
    this.element.style.setProperty("--height", `${device.height}px`);
    this.sections = new Map();
    // The responses, home first; the further parts; and the current loads.
    this.answers = [];
    this.parts = [];
    this.loading = new Set();
    this.lastLoad = Promise.resolve();
  }

  // Draws a home. Unchanged elements stay, and elements with another position move.
  draw(home, asked) {
    this.home = home;
    this.asked = asked;
    this.keepingFocus(() => {
      const { page } = this;
      this.body.dir = home.direction;
      this.body.lang = home.locale;
      page.style.height = `${home.contentHeight}px`;
      page.style.width = `${this.device.width}px`;
      drawBar(this.pageHeader, home.header, { width: this.device.width, styles: home.textStyles });
      this.drawTabs(home.segments);
      this.drawWidgets(home.homeWidgets);
    });
    this.element.dataset.revision = home.revision;
  }

  // Keeps the focus on its element, or on the one that replaces it.
  keepingFocus(draw) {
    const focused = document.activeElement;
    const group = focused?.closest(".widget, .tabs");
    if (!this.element.contains(group)) return draw();
    const place = [...group.querySelectorAll("button")].indexOf(focused);
    draw();
    if (document.activeElement === focused) return;
    const now = this.sections.get(group.dataset.widget)?.element ?? group;
    const left = now.isConnected ? [...now.querySelectorAll("button")] : [];
    const next = focused.isConnected ? focused : left[Math.min(place, left.length - 1)] ?? this.screen;
    next.focus({ preventScroll: focused.isConnected });
  }

  drawWidgets(widgets) {
    const left = new Map(this.sections);
    for (const widget of widgets) {
      let section = left.get(widget.id);
      left.delete(widget.id);
      if (!section || section.layout !== widget.layout) {
        section?.element.remove();
        section = new Section(this, widget);
        this.sections.set(widget.id, section);
      }
      section.draw(widget);
    }
    for (const [id, section] of left) {
      section.element.remove();
      this.sections.delete(id);
    }
    // In page order, for keyboards and screen readers.
    arrange(this.page, [this.pageHeader, ...widgets.map((widget) => this.sections.get(widget.id).element)]);
  }

  drawTabs(segments) {
    this.tabs.replaceChildren(
      ...segments.map((segment) => {
        const tab = element("button", { type: "button", "aria-current": segment.active ? "page" : undefined }, segment.title);
        tab.addEventListener("click", () => this.handlers.segment(segment.id));
        return tab;
      }),
    );
  }
}
