// Skeletons: the frames of items that are not there yet, from the widget's own metrics.
import { element, place } from "../dom.js";
import * as geometry from "../geometry.js";

/** @typedef {import("../../contract.js").Widget} Widget */
/** @typedef {import("../../contract.js").Home} Home */

/**
 * The cells of a widget.
 * @param {Widget} widget
 * @param {number} width The screen's.
 */
export function cells(widget, width) {
  const { metrics } = widget;
  const across = metrics.scroll === "none" ? 1 : metrics.columns ?? Math.ceil(width / (metrics.itemSize.width + metrics.columnSpacing));
  return Array.from({ length: metrics.rows * across }, (_, index) => {
    const cell = element("span", { class: "cell" });
    place(cell, geometry.item(metrics, index));
    const { imageSize, caption } = metrics;
    if (imageSize && metrics.scroll !== "none") {
      const image = element("span", { class: "bone" });
      place(image, imageSize);
      cell.append(image);
    } else if (!caption || metrics.scroll === "none") {
      const whole = element("span", { class: "bone" });
      place(whole, metrics.itemSize);
      cell.append(whole);
    }
    if (caption && caption.position === "below") cell.append(...captionBones(metrics.itemSize.width, imageSize?.height ?? 0, caption));
    return cell;
  });
}

/**
 * @param {number} width
 * @param {number} imageHeight
 * @param {import("../../contract.js").CaptionMetrics} caption
 */
function captionBones(width, imageHeight, { padding, lines }) {
  let top = imageHeight + padding.top;
  return lines.map(({ lineHeight, maxLines }, index) => {
    const bone = element("span", { class: "bone text" });
    const room = width - padding.leading - padding.trailing;
    place(bone, { leading: padding.leading, top: top + lineHeight * 0.2, width: room * [0.5, 0.8, 0.65, 0.4][index % 4], height: lineHeight * 0.6 });
    top += lineHeight * maxLines;
    return bone;
  });
}

/**
 * The last home of a device, without its items: what the next one is expected to look like.
 * @param {Home} home
 * @returns {Home}
 */
export function expected(home) {
  return {
    ...home,
    homeWidgets: home.homeWidgets.map((widget) => ({
      ...widget, state: "deferred", items: [], badge: undefined, filters: undefined, sorts: undefined, loadMore: undefined, href: undefined, map: undefined,
    })),
  };
}
