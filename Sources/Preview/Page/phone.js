// One phone: its home, drawn by nothing but the metrics in it.
import { arrange, element, place } from "./dom.js";
import * as geometry from "./geometry.js";
import { fill } from "./items.js";
import { pins } from "./map.js";

export class Phone {
  // `handlers` are told what happens: `tap(phone, widget, item)`, `segment(id)`, `load(phone, widget, href, isPage)`.
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
  }

  // Draws a home; what was there and has not changed stays as it is, what has another place moves there.
  draw(home, asked) {
    this.home = home;
    this.asked = asked;
    const { page } = this;
    page.dir = home.direction;
    page.lang = home.locale;
    this.screen.dir = home.direction;
    page.style.height = `${home.contentHeight}px`;
    page.style.width = `${this.device.width}px`;
    this.bar(this.pageHeader, home.header);
    this.drawTabs(home.segments);
    this.heights = home.homeWidgets.map((widget) => widget.metrics.height);
    this.drawWidgets(home.homeWidgets);
  }

  // Puts a widget that was loaded alone, or a page of one, in the place of what is there.
  put(alone, isPage) {
    const widgets = this.home.homeWidgets.map((widget) => {
      if (widget.id !== alone.id) return widget;
      const items = isPage ? [...widget.items, ...alone.items] : alone.items;
      const placed = { ...alone.metrics, y: widget.metrics.y };
      return {
        ...alone,
        items,
        title: widget.title,
        badge: isPage ? widget.badge : alone.badge,
        header: widget.header,
        footer: widget.footer,
        metrics: geometry.grown(placed, Math.max(items.length, 1)),
      };
    });
    const moved = geometry.shifted(widgets, this.heights);
    const grown = widgets.reduce((sum, widget, index) => sum + widget.metrics.height - this.heights[index], 0);
    this.heights = widgets.map((widget) => widget.metrics.height);
    this.home = { ...this.home, contentHeight: this.home.contentHeight + grown, homeWidgets: moved };
    this.page.style.height = `${this.home.contentHeight}px`;
    this.drawWidgets(moved);
  }

  drawWidgets(widgets) {
    const left = new Map(this.sections);
    for (const widget of widgets) {
      let section = left.get(widget.id);
      left.delete(widget.id);
      if (!section || section.layout !== widget.layout) {
        section?.element.remove();
        section = this.made(widget);
        this.sections.set(widget.id, section);
      }
      this.update(section, widget);
    }
    for (const [id, section] of left) {
      section.element.remove();
      this.sections.delete(id);
    }
    // In the order of the page, for who goes through it by keyboard or ear.
    arrange(this.page, [this.pageHeader, ...widgets.map((widget) => this.sections.get(widget.id).element)]);
  }

  made(widget) {
    const header = element("h3", { class: "bar header" });
    const strip = element("div", { class: "strip" });
    const section = element("section", { class: "widget", "data-widget": widget.id, "data-layout": widget.layout }, header, strip);
    return { element: section, header, strip, layout: widget.layout, items: new Map() };
  }

  update(section, widget) {
    const { metrics } = widget;
    section.element.dataset.state = widget.state;
    section.element.setAttribute("aria-label", widget.title || widget.id);
    this.bar(section.header, widget.header, widget);
    place(section.strip, geometry.strip(metrics, this.device.width));
    section.strip.dataset.scroll = metrics.scroll;
    if (widget.state === "error" || widget.state === "deferred") this.drawMissing(section, widget);
    else if (metrics.scroll === "none") this.drawMap(section, widget);
    else this.drawItems(section, widget);
    section.footer?.remove();
    section.footer = undefined;
    if (widget.footer) {
      section.footer = element("div", { class: "bar footer" });
      this.bar(section.footer, widget.footer);
      section.element.append(section.footer);
    }
  }

  bar(made, bar, widget) {
    const { y, height, padding } = bar.metrics;
    made.hidden = height === 0;
    place(made, { top: y, width: this.device.width, height });
    made.style.paddingBlock = `${padding.top}px ${padding.bottom}px`;
    made.style.paddingInline = `${padding.leading}px ${padding.trailing}px`;
    const title = element("span", { class: "title" }, bar.title ?? "");
    const parts = [title];
    if (bar.subtitle) parts.push(element("span", { class: "subtitle" }, bar.subtitle));
    if (widget?.badge) parts.push(element("span", { class: "badge" }, widget.badge.text));
    if (widget?.state === "stale") parts.push(element("span", { class: "badge" }, `${widget.age} s old`));
    if (bar.href) parts.push(element("span", { class: "leads", "aria-hidden": "true" }, "›"));
    made.replaceChildren(...parts);
  }

  drawItems(section, widget) {
    const { metrics } = widget;
    const left = new Map(section.items);
    section.strip.querySelectorAll(".missing, .area").forEach((other) => other.remove());
    widget.items.forEach((item, index) => {
      let drawn = left.get(item.id);
      left.delete(item.id);
      if (!drawn) {
        drawn = { button: element("button", { type: "button", "data-item": item.id }) };
        drawn.button.addEventListener("click", () => this.handlers.tap(this, drawn.widget, drawn.item));
        section.items.set(item.id, drawn);
      }
      const looks = `${item.revision} ${JSON.stringify(metrics.itemSize)} ${this.asked.images}`;
      if (drawn.looks !== looks) fill(drawn.button, item, metrics, this.asked);
      Object.assign(drawn, { item, widget, looks });
      place(drawn.button, geometry.item(metrics, index));
    });
    for (const [id, drawn] of left) {
      drawn.button.remove();
      section.items.delete(id);
    }
    arrange(section.strip, widget.items.map((item) => section.items.get(item.id).button));
    this.drawMore(section, widget);
    this.drawSeparators(section, metrics);
  }

  // What comes behind the last item of a carousel, or below the last row.
  drawMore(section, widget) {
    section.more?.remove();
    section.more = undefined;
    if (!widget.loadMore) return;
    const { metrics } = widget;
    const more = element("button", { type: "button", class: "more" }, "More");
    more.addEventListener("click", () => this.handlers.load(this, widget, widget.loadMore.href, true));
    if (metrics.scroll === "horizontal") {
      place(more, {
        leading: geometry.contentWidth(metrics, widget.items.length) - metrics.contentInsets.trailing + metrics.columnSpacing,
        top: metrics.contentInsets.top,
        width: 64,
        height: metrics.height,
      });
      section.strip.append(more);
    } else {
      // Below the rows there is no room of its own: it stands in the header's line, or over the lower edge.
      more.classList.add("over");
      section.strip.append(more);
    }
    section.more = more;
  }

  drawSeparators(section, metrics) {
    section.strip.querySelectorAll(".separator").forEach((line) => line.remove());
    if (!metrics.separator) return;
    for (let row = 1; row < metrics.rows; row += 1) {
      const { leading, trailing, thickness } = metrics.separator;
      const line = element("span", { class: "separator", "aria-hidden": "true" });
      place(line, {
        leading,
        top: metrics.contentInsets.top + row * (metrics.rowHeight + metrics.rowSpacing) - metrics.rowSpacing - thickness,
        width: this.device.width - leading - trailing,
        height: thickness,
      });
      section.strip.append(line);
    }
  }

  drawMap(section, widget) {
    section.items.clear();
    const area = element("div", { class: "area", role: "group", "aria-label": widget.title || "Map" });
    place(area, geometry.item(widget.metrics, 0));
    pins(area, widget.items, widget.metrics.itemSize, (item) => this.handlers.tap(this, widget, item));
    section.strip.replaceChildren(area);
    this.drawMore(section, widget);
  }

  // A widget that is not there: as large as it will be.
  drawMissing(section, widget) {
    section.items.clear();
    const { metrics } = widget;
    const isLate = widget.state === "deferred";
    const href = isLate ? widget.href : widget.retry.href;
    const again = element("button", { type: "button" }, isLate ? "Load" : "Try again");
    again.addEventListener("click", () => this.handlers.load(this, widget, href, false));
    const text = element("span", {}, isLate ? "Not there yet" : widget.error.message);
    const missing = element("div", { class: "missing" }, text, again);
    place(missing, {
      leading: metrics.contentInsets.leading,
      top: metrics.contentInsets.top,
      width: this.device.width - metrics.contentInsets.leading - metrics.contentInsets.trailing,
      height: metrics.height,
    });
    section.strip.replaceChildren(missing);
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
