// The cell that loads more of a widget.
import { element, place } from "../dom.js";
import * as geometry from "../geometry.js";
import { icon } from "./icons.js";
import { setType } from "./text.js";
import { words } from "./words.js";

/** @typedef {import("../../contract.js").Widget} Widget */

/**
 * After the last column of a carousel, in the row that the metrics have below the rows of a list, or on a map.
 * @param {Widget} widget
 * @param {NonNullable<Widget["loadMore"]>} loadMore
 * @param {import("./section.js").Screen} phone
 */
export function more(widget, loadMore, phone) {
  const { metrics } = widget;
  const { more: name } = words(phone.home.locale);
  const isAfter = metrics.scroll === "horizontal";
  const made = element(
    "button",
    { type: "button", class: `more ${metrics.scroll}`, "aria-label": `${name}: ${widget.title || widget.id}` },
    icon(isAfter ? "arrow" : "down"),
    element("span", {}, name),
  );
  setType(made, "link", phone.home.textStyles);
  made.addEventListener("click", () => phone.handlers.load(phone, widget, loadMore.href, true));
  if (isAfter) place(made, geometry.more(metrics, widget.items.length));
  else if (loadMore.metrics) placeRow(made, metrics, loadMore.metrics, phone.device.width);
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {import("../../contract.js").Metrics} metrics
 * @param {import("../../contract.js").BarMetrics} bar
 * @param {number} width The screen's.
 */
function placeRow(made, { contentInsets, height: rows }, { height, padding }, width) {
  place(made, {
    leading: padding.leading,
    top: contentInsets.top + rows + contentInsets.bottom + padding.top,
    width: width - padding.leading - padding.trailing,
    height: height - padding.top - padding.bottom,
  });
}
