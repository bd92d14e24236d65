// A header or a footer: text, badges and chips, from its metrics.
import { element, place, present } from "../dom.js";
import { setBackground, setLine, setPadding, setType } from "./text.js";

/** @typedef {import("../../contract.js").TextStyles} TextStyles */
/** @typedef {{ text: string, kind?: string }} Badge */

/**
 * @param {HTMLElement} made
 * @param {import("../../contract.js").Bar} bar
 * @param {object} parts
 * @param {number} parts.top On the page.
 * @param {number} parts.width The screen's.
 * @param {import("./text.js").Styled} parts.home
 * @param {Badge[]} [parts.badges] Texts beside or below the title.
 * @param {HTMLButtonElement[]} [parts.chips] Buttons in a row at the bottom.
 * @param {string} [parts.label] Of the chips.
 */
export function drawBar(made, bar, { top, width, home, badges = [], chips = [], label }) {
  const styles = home.textStyles;
  const { height, padding, lines = [], accessoryWidth, badge, chips: chipMetrics } = bar.metrics;
  made.hidden = height === 0;
  place(made, { top, width, height });
  setPadding(made, padding);
  setBackground(made, bar.background, home.palette);
  const [title, subtitle] = [bar.title, bar.subtitle].map((text, index) => (lines[index] ? textOf(text, lines[index], home) : undefined));
  title?.classList.add("title");
  subtitle?.classList.add("subtitle");
  const shown = badges.map((text) => badgeOf(text, badge, styles));
  const isBelow = badge?.position === "below";
  const sign = accessoryWidth ? element("span", { class: "leads", "aria-hidden": "true" }, "›") : undefined;
  if (sign) {
    setType(sign, lines[0].style, styles);
    sign.style.width = `${accessoryWidth}px`;
  }
  const first = title && element("span", { class: "row" }, title, ...(isBelow ? [] : shown), sign);
  const all = [first, ...(isBelow ? shown : []), subtitle, rowOf(chips, chipMetrics, label, styles)];
  made.replaceChildren(...present(all));
}

/**
 * @param {string | undefined} text
 * @param {import("../../contract.js").Line} line
 * @param {import("./text.js").Styled} home
 */
function textOf(text, line, home) {
  const made = element("span", {}, text ?? "");
  setLine(made, line, home);
  return made;
}

/**
 * The preview's own badges, such as the age of stale items, are in widgets that never have one of the document, too.
 * @param {Badge} badge
 * @param {import("../../contract.js").BadgeMetrics | undefined} metrics
 * @param {TextStyles} styles
 */
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

/**
 * @param {HTMLButtonElement[]} chips
 * @param {import("../../contract.js").ChipMetrics | undefined} metrics
 * @param {string | undefined} label
 * @param {TextStyles} styles
 */
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
