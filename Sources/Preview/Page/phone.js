// One phone: its home, drawn by nothing but the metrics in it.
import { arrange, element, place } from "./dom.js";
import * as geometry from "./geometry.js";
import { fill, pin } from "./items.js";
import { fitting } from "./map.js";

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
    // What was answered for it, the home first; what was loaded beside the home; and what is being loaded.
    this.answers = [];
    this.parts = [];
    this.loading = new Set();
  }

  // Draws a home; what was there and has not changed stays as it is, what has another place moves there.
  draw(home, asked) {
    this.home = home;
    this.asked = asked;
    this.keepingFocus(() => {
      const { page } = this;
      this.body.dir = home.direction;
      this.body.lang = home.locale;
      page.style.height = `${home.contentHeight}px`;
      page.style.width = `${this.device.width}px`;
      page.style.setProperty("--text", home.device.textScale);
      this.bar(this.pageHeader, home.header);
      this.drawTabs(home.segments);
      this.drawWidgets(home.homeWidgets);
    });
    this.element.dataset.revision = home.revision;
  }

  // What has the focus keeps it, wherever it comes to stand; where it goes, what takes its place has it.
  keepingFocus(draw) {
    const focused = document.activeElement;
    const group = focused.closest(".widget, .tabs");
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
    const section = element("section", { class: "widget", role: "group", "data-widget": widget.id, "data-layout": widget.layout }, header, strip);
    return { element: section, header, strip, layout: widget.layout, items: new Map() };
  }

  update(section, widget) {
    const { metrics } = widget;
    section.element.dataset.state = widget.state;
    section.element.setAttribute("aria-label", [widget.title || widget.id, age(widget)].filter(Boolean).join(", "));
    this.bar(section.header, widget.header, widget);
    place(section.strip, geometry.strip(metrics, this.device.width));
    section.strip.dataset.scroll = metrics.scroll;
    const inside = widget.items.length === 0 ? "nothing" : metrics.scroll === "none" ? "map" : "items";
    if (inside !== section.inside) {
      section.inside = inside;
      section.items.clear();
      section.strip.replaceChildren();
    }
    if (inside === "nothing") this.drawMissing(section, widget);
    else if (inside === "map") this.drawMap(section, widget);
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
    if (widget && age(widget)) parts.push(element("span", { class: "badge age" }, age(widget)));
    if (bar.href) parts.push(element("span", { class: "leads", "aria-hidden": "true" }, "›"));
    made.replaceChildren(...parts);
  }

  // The buttons of these items: what has stayed has the button that it had. `dress(drawn, item, index)` makes it look so.
  buttons(section, widget, items, dress) {
    const left = new Map(section.items);
    const buttons = items.map((item, index) => {
      const drawn = left.get(item.id) ?? this.button(item);
      left.delete(item.id);
      section.items.set(item.id, drawn);
      Object.assign(drawn, { widget, item });
      dress(drawn, item, index);
      return drawn.button;
    });
    for (const [id, drawn] of left) {
      drawn.button.remove();
      section.items.delete(id);
    }
    return buttons;
  }

  button(item) {
    const drawn = { button: element("button", { type: "button", "data-item": item.id }) };
    drawn.button.addEventListener("click", () => this.handlers.tap(this, drawn.widget, drawn.item));
    return drawn;
  }

  drawItems(section, widget) {
    const { metrics } = widget;
    const setting = JSON.stringify([metrics, this.home.device, this.asked.images]);
    const buttons = this.buttons(section, widget, widget.items, (drawn, item, index) => {
      const looks = item.revision + setting;
      if (drawn.looks !== looks) fill(drawn.button, item, metrics, this.home.device.textScale, this.asked.images);
      drawn.looks = looks;
      place(drawn.button, geometry.item(metrics, index));
    });
    arrange(section.strip, buttons);
    this.drawMore(section, widget);
    this.drawSeparators(section, metrics);
  }

  drawMap(section, widget) {
    const { itemSize } = widget.metrics;
    const standing = widget.items.filter((item) => item.latitude !== undefined);
    section.strip.querySelector(".area > svg")?.remove();
    const area = section.strip.querySelector(".area") ?? element("div", { class: "area" });
    const projection = fitting(standing, itemSize);
    const pins = this.buttons(section, widget, standing, ({ button }, item) => pin(button, item, projection.point(item)));
    place(area, geometry.item(widget.metrics, 0));
    arrange(area, [projection.picture(), ...pins]);
    arrange(section.strip, [area]);
    this.drawMore(section, widget);
  }

  // What comes behind the last item of a carousel, or below the last row.
  drawMore(section, widget) {
    section.more?.remove();
    section.more = undefined;
    if (!widget.loadMore) return;
    const { metrics } = widget;
    const more = element("button", { type: "button", class: "more", "aria-label": `More of ${widget.title || widget.id}` }, "More");
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

  // A widget that is not there: as large as it will be.
  drawMissing(section, widget) {
    const { metrics, state } = widget;
    const text = { deferred: "Not there yet", error: widget.error?.message }[state] ?? "There is nothing here";
    const href = state === "deferred" ? widget.href : widget.retry?.href;
    const missing = element("div", { class: "missing" }, element("span", {}, text));
    if (href) {
      const again = element("button", { type: "button" }, state === "deferred" ? "Load" : "Try again");
      again.addEventListener("click", () => this.handlers.load(this, widget, href, false));
      missing.append(again);
    }
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

// How old what it shows is, where that is not of now.
function age({ state, age: seconds }) {
  if (state !== "stale") return undefined;
  return seconds < 120 ? `${seconds} s old` : `${Math.round(seconds / 60)} min old`;
}
