// A widget: header, items or placeholder, footer.
import { drawBar } from "./bar.js";
import { arrange, element, place } from "./dom.js";
import * as geometry from "./geometry.js";
import { fill, pin } from "./items.js";
import { showing } from "./map.js";
import { setBackground, setType } from "./text.js";

export class Section {
  constructor(phone, widget) {
    this.phone = phone;
    this.layout = widget.layout;
    this.items = new Map();
    this.header = element("h3", { class: "bar header" });
    this.strip = element("div", { class: "strip" });
    const names = { class: "widget", role: "group", "data-widget": widget.id, "data-layout": widget.layout };
    this.element = element("section", names, this.header, this.strip);
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const drawn = this.items.get(event.target.closest("[data-item]")?.dataset.item);
      phone.handlers.choose(phone, this.widget, drawn?.item, event);
    });
  }

  draw(widget) {
    this.widget = widget;
    const { metrics } = widget;
    this.element.dataset.state = widget.state;
    this.element.setAttribute("aria-label", [widget.title || widget.id, age(widget)].filter(Boolean).join(", "));
    const { device, home } = this.phone;
    drawBar(this.header, widget.header, {
      width: device.width,
      styles: home.textStyles,
      badges: badges(widget),
      chips: this.chips(widget),
      label: `Choices of ${widget.title || widget.id}`,
    });
    setBackground(this.strip, widget.background);
    place(this.strip, geometry.strip(metrics, this.phone.device.width));
    this.strip.dataset.scroll = metrics.scroll;
    const inside = widget.items.length === 0 ? "nothing" : metrics.scroll === "none" ? "map" : "items";
    if (inside !== this.inside) {
      this.inside = inside;
      this.items.clear();
      this.strip.replaceChildren();
    }
    if (inside === "nothing") this.drawMissing(widget);
    else if (inside === "map") this.drawMap(widget);
    else this.drawItems(widget);
    this.footer?.remove();
    this.footer = undefined;
    if (widget.footer) {
      this.footer = element("div", { class: "bar footer" });
      drawBar(this.footer, widget.footer, { width: device.width, styles: home.textStyles });
      this.element.append(this.footer);
    }
  }

  // The filters and orders: each reloads the widget with the chip toggled.
  chips(widget) {
    return [...(widget.filters ?? []), ...(widget.sorts ?? [])].map((chip) => {
      const button = element("button", { type: "button", "data-chip": chip.id, "aria-pressed": `${chip.selected}` }, chip.title);
      button.addEventListener("click", () => this.phone.handlers.load(this.phone, widget, chip.href, false, true));
      return button;
    });
  }

  // The buttons of these items, reused where possible. `dress(drawn, item, index)` renders one.
  buttons(widget, items, dress) {
    const left = new Map(this.items);
    const buttons = items.map((item, index) => {
      const drawn = left.get(item.id) ?? this.button(item);
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

  button(item) {
    const drawn = { button: element("button", { type: "button", "data-item": item.id }) };
    drawn.button.addEventListener("click", () => this.phone.handlers.tap(this.phone, drawn.widget, drawn.item));
    return drawn;
  }

  drawItems(widget) {
    const { metrics } = widget;
    const { textStyles } = this.phone.home;
    const setting = JSON.stringify([metrics, textStyles, this.phone.asked.images]);
    const buttons = this.buttons(widget, widget.items, (drawn, item, index) => {
      const looks = item.revision + setting;
      if (drawn.looks !== looks) fill(drawn.button, item, metrics, textStyles, this.phone.asked.images);
      drawn.looks = looks;
      place(drawn.button, geometry.item(metrics, index));
    });
    arrange(this.strip, buttons);
    this.drawMore(widget);
    this.drawSeparators(metrics);
  }

  drawMap(widget) {
    const { itemSize } = widget.metrics;
    const standing = widget.map ? widget.items.filter((item) => item.latitude !== undefined) : [];
    this.strip.querySelector(".area > svg")?.remove();
    const area = this.strip.querySelector(".area") ?? element("div", { class: "area" });
    const projection = widget.map && showing(widget.map.region, itemSize);
    const pins = this.buttons(widget, standing, ({ button }, item) => pin(button, item, projection.point(item), this.phone.home.textStyles));
    place(area, geometry.item(widget.metrics, 0));
    arrange(area, [...(projection ? [projection.picture()] : []), ...pins]);
    arrange(this.strip, [area]);
    this.drawMore(widget);
  }

  // The load-more cell after the last item or row.
  drawMore(widget) {
    this.more?.remove();
    this.more = undefined;
    if (!widget.loadMore) return;
    const { metrics } = widget;
    const more = element("button", { type: "button", class: "more", "aria-label": `More of ${widget.title || widget.id}` }, "More");
    setType(more, "link", this.phone.home.textStyles);
    more.addEventListener("click", () => this.phone.handlers.load(this.phone, widget, widget.loadMore.href, true));
    if (metrics.scroll === "horizontal") {
      place(more, {
        leading: geometry.contentWidth(metrics, widget.items.length) - metrics.contentInsets.trailing + metrics.columnSpacing,
        top: metrics.contentInsets.top,
        width: 64,
        height: metrics.height,
      });
    } else {
      // It has no space of its own below the rows and overlaps the lower edge.
      more.classList.add("over");
    }
    this.strip.append(more);
    this.more = more;
  }

  drawSeparators(metrics) {
    this.strip.querySelectorAll(".separator").forEach((line) => line.remove());
    this.drawColumnSeparators(metrics);
    if (!metrics.separator) return;
    for (let row = 1; row < metrics.rows; row += 1) {
      const { leading, trailing, thickness } = metrics.separator;
      const line = separator(metrics.separator);
      place(line, {
        leading,
        top: metrics.contentInsets.top + row * (metrics.rowHeight + metrics.rowSpacing) - metrics.rowSpacing - thickness,
        width: this.phone.device.width - leading - trailing,
        height: thickness,
      });
      this.strip.append(line);
    }
  }

  drawColumnSeparators(metrics) {
    if (!metrics.columnSeparator) return;
    const { top, bottom, offset, thickness } = metrics.columnSeparator;
    const columns = metrics.columns ?? Math.ceil(this.items.size / metrics.rows);
    for (let column = 1; column < columns; column += 1) {
      const line = separator(metrics.columnSeparator);
      place(line, {
        leading: metrics.contentInsets.leading + column * (metrics.itemSize.width + metrics.columnSpacing) - metrics.columnSpacing + offset,
        top: metrics.contentInsets.top + top,
        width: thickness,
        height: metrics.height - top - bottom,
      });
      this.strip.append(line);
    }
  }

  // A placeholder with the widget's final size.
  drawMissing(widget) {
    const { metrics, state } = widget;
    const text = { deferred: "Not there yet", error: widget.error?.message }[state] ?? "There is nothing here";
    const href = state === "deferred" ? widget.href : widget.retry?.href;
    const missing = element("div", { class: "missing" }, element("span", {}, text));
    setType(missing, "body", this.phone.home.textStyles);
    if (href) {
      const again = element("button", { type: "button" }, state === "deferred" ? "Load" : "Try again");
      again.addEventListener("click", () => this.phone.handlers.load(this.phone, widget, href, false));
      missing.append(again);
    }
    place(missing, {
      leading: metrics.contentInsets.leading,
      top: metrics.contentInsets.top,
      width: this.phone.device.width - metrics.contentInsets.leading - metrics.contentInsets.trailing,
      height: metrics.height,
    });
    this.strip.replaceChildren(missing);
  }
}

function separator({ style }) {
  const line = element("span", { class: "separator", "aria-hidden": "true" });
  setBackground(line, style);
  return line;
}

// The badges of a header.
function badges(widget) {
  const old = age(widget);
  return [...(widget.badge ? [{ text: widget.badge.text }] : []), ...(old ? [{ text: old, kind: "age" }] : [])];
}

// The age of stale items.
function age({ state, age: seconds }) {
  if (state !== "stale") return undefined;
  return seconds < 120 ? `${seconds} s old` : `${Math.round(seconds / 60)} min old`;
}
