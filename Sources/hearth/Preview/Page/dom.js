// Makes an element: `element("button", { class: "pin", type: "button" }, "text", other)`.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

const svgNamespace = "http://www.w3.org/2000/svg";

// The same for SVG.
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Orders the children without moving those in place: moved elements lose focus and scroll position.
export function arrange(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

// Positions an element at a frame in points, from the leading edge.
export function place(made, { leading = 0, top = 0, width, height }) {
  made.style.insetInlineStart = `${leading}px`;
  made.style.top = `${top}px`;
  made.style.width = `${width}px`;
  made.style.height = `${height}px`;
}
