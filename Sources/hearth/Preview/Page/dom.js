// Elements of the page.

/** @typedef {string | number | boolean | undefined} Attribute */

/**
 * Makes an element: `element("button", { class: "pin", type: "button" }, "text", other)`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, Attribute>} [attributes] Those that are undefined or false are left out.
 * @param {(Node | string | undefined | null | false)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : `${value}`);
  }
  made.append(...present(children));
  return made;
}

/**
 * The values that are there.
 * @template Value
 * @param {(Value | undefined | null | false)[]} values
 */
export function present(values) {
  return /** @type {Value[]} */ (values.filter((value) => value !== undefined && value !== null && value !== false));
}

/**
 * Makes an element of SVG in the same way.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  made.append(...children);
  return made;
}

/**
 * The element of a selector, which the page is known to have.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {Kind}
 */
export function found(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return /** @type {Kind} */ (found);
}

/**
 * Orders the children without moving those in place: moved elements lose focus and scroll position.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

/**
 * Positions an element at a frame in points, from the leading edge.
 * @param {HTMLElement} made
 * @param {{ leading?: number, top?: number, width: number, height: number }} frame
 */
export function place(made, { leading = 0, top = 0, width, height }) {
  made.style.insetInlineStart = `${leading}px`;
  made.style.top = `${top}px`;
  made.style.width = `${width}px`;
  made.style.height = `${height}px`;
}
