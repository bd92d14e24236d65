// A header or a footer: text, badges and chips, from its metrics.
import { element, place } from "./dom.js";
import { setBackground, setLine, setPadding, setType } from "./text.js";

// `badges`: texts beside or below the title. `chips`: buttons in a row at the bottom.
export function drawBar(made, bar, { width, styles, badges = [], chips = [], label }) {
  const { y, height, padding, lines = [], accessoryWidth, badge, chips: chipMetrics } = bar.metrics;
  made.hidden = height === 0;
  place(made, { top: y, width, height });
  setPadding(made, padding);
  setBackground(made, bar.background);
  const [title, subtitle] = [bar.title, bar.subtitle].map((text, index) => lines[index] && textOf(text, lines[index], styles));
  title?.classList.add("title");
  subtitle?.classList.add("subtitle");
  const shown = badges.map((text) => badgeOf(text, badge, styles));
  const isBelow = badge?.position === "below";
  const sign = accessoryWidth && element("span", { class: "leads", "aria-hidden": "true" }, "›");
  if (sign) {
    setType(sign, lines[0].style, styles);
    sign.style.width = `${accessoryWidth}px`;
  }
  const first = title && element("span", { class: "row" }, title, ...(isBelow ? [] : shown), sign);
  made.replaceChildren(...[first, ...(isBelow ? shown : []), subtitle, rowOf(chips, chipMetrics, label, styles)].filter(Boolean));
}

function textOf(text, line, styles) {
  const made = element("span", {}, text ?? "");
  setLine(made, line, styles);
  return made;
}

// The preview's own badges, such as the age of stale items, are in widgets that never have one of the document, too.
function badgeOf({ text, kind }, metrics, styles) {
  const made = element("span", { class: kind ? `badge ${kind}` : "badge" }, text);
  setType(made, "badge", styles);
  if (!metrics) return made;
  const isOneLine = metrics.maxLines === 1;
  made.classList.toggle("wraps", !isOneLine);
  made.style.lineHeight = `${isOneLine ? metrics.height : metrics.lineHeight}px`;
  made.style.height = `${metrics.height}px`;
  made.style.paddingInline = `${metrics.padding}px`;
  if (metrics.position === "below") made.style.marginBlockStart = `${metrics.spacing}px`;
  else made.style.marginInlineStart = `${metrics.spacing}px`;
  return made;
}

function rowOf(chips, metrics, label, styles) {
  if (chips.length === 0 || !metrics) return undefined;
  for (const chip of chips) {
    setType(chip, metrics.style, styles);
    chip.style.height = `${metrics.height}px`;
    chip.style.paddingInline = `${metrics.padding}px`;
  }
  const row = element("span", { class: "chips", role: "group", "aria-label": label }, ...chips);
  row.style.gap = `${metrics.columnSpacing}px`;
  row.style.marginBlockStart = `${metrics.spacing}px`;
  return row;
}
