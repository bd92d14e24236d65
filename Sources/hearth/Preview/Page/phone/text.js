// Text in the styles of the home.

/** @typedef {import("../../contract.js").TextStyles} TextStyles */

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
 * @param {TextStyles} styles
 */
export function setLine(made, line, styles) {
  setType(made, line.style, styles);
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
 * Gives an element the background of a name in the config; each name has a tint of its own.
 * @param {HTMLElement} made
 * @param {string | undefined} name
 */
export function setBackground(made, name) {
  made.classList.toggle("tinted", Boolean(name));
  if (name) made.style.setProperty("--hue", `${hue(name)}`);
}

/**
 * A stable hue for each name, distant from those of similar names.
 * @param {string} name
 */
function hue(name) {
  let mixed = 0;
  for (const character of name) mixed = (mixed * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return (mixed * 137) % 360;
}
