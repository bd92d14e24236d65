// The lines between the rows and between the columns of a widget.
import { element, place } from "../dom.js";
import { setBackground } from "./text.js";

/**
 * @param {import("../../contract.js").Metrics} metrics
 * @param {number} count The number of items.
 * @param {number} width The screen's.
 * @param {import("../../contract.js").Palette} palette
 */
export function separators(metrics, count, width, palette) {
  const { contentInsets, rows, rowHeight, rowSpacing, columnSpacing, itemSize, height, separator, columnSeparator } = metrics;
  const lines = [];
  for (let row = 1; separator && row < rows; row += 1) {
    const { leading, trailing, thickness, color } = separator;
    const top = contentInsets.top + row * (rowHeight + rowSpacing) - rowSpacing - thickness;
    lines.push(line(color, palette, { leading, top, width: width - leading - trailing, height: thickness }));
  }
  const columns = metrics.columns ?? Math.ceil(count / rows);
  for (let column = 1; columnSeparator && column < columns; column += 1) {
    const { top, bottom, offset, thickness, color } = columnSeparator;
    const leading = contentInsets.leading + column * (itemSize.width + columnSpacing) - columnSpacing + offset;
    lines.push(line(color, palette, { leading, top: contentInsets.top + top, width: thickness, height: height - top - bottom }));
  }
  return lines;
}

/**
 * @param {string | undefined} color
 * @param {import("../../contract.js").Palette} palette
 * @param {{ leading: number, top: number, width: number, height: number }} frame
 */
function line(color, palette, frame) {
  const made = element("span", { class: "separator", "aria-hidden": "true" });
  setBackground(made, color, palette);
  place(made, frame);
  return made;
}
