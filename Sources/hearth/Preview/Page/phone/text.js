// Text in the styles of the home.

/** @typedef {import("../../contract.js").TextStyles} TextStyles */
/** @typedef {import("../../contract.js").Palette} Palette */
/** @typedef {{ textStyles: TextStyles, palette: Palette }} Styled */

/**
 * Gives an element the type of a style, such as `badge`.
 * @param {HTMLElement} made
 * @param {string} name
 * @param {TextStyles} styles
 */
export function setType(made, name, styles) {
  const { size, lineHeight, weight } = styles[name];
  Object.assign(made.style, { fontSize: `${size}px`, lineHeight: `${lineHeight}px`, fontWeight: `${weight}` });
}

/**
 * Gives an element the type and the room of a line of metrics: what is longer than its lines is cut.
 * @param {HTMLElement} made
 * @param {import("../../contract.js").Line} line
 * @param {Styled} home
 */
export function setLine(made, line, { textStyles, palette }) {
  setType(made, line.style, textStyles);
  const color = colorOf(textStyles[line.style].color, palette);
  if (color) made.style.color = color;
  made.classList.add("line");
  made.style.lineHeight = `${line.lineHeight}px`;
  made.style.setProperty("--lines", `${line.maxLines}`);
}

/**
 * Sets the padding of insets.
 * @param {HTMLElement} made
 * @param {import("../../contract.js").Insets} insets
 */
export function setPadding(made, { top, leading, bottom, trailing }) {
  made.style.paddingBlock = `${top}px ${bottom}px`;
  made.style.paddingInline = `${leading}px ${trailing}px`;
}

/**
 * Gives an element a colour of the palette as its background.
 * @param {HTMLElement} made
 * @param {string | undefined} name
 * @param {Palette} palette
 */
export function setBackground(made, name, palette) {
  made.style.background = colorOf(name, palette) ?? "";
}

/**
 * A colour of the palette, light or dark as the page is.
 * @param {string | undefined} name
 * @param {Palette} palette
 */
export function colorOf(name, palette) {
  const color = name === undefined ? undefined : palette[name];
  return color && `light-dark(${color.light}, ${color.dark})`;
}
