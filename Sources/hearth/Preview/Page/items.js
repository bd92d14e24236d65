// The content of an item: an image of the exact size, and the caption below it.
import { element } from "./dom.js";
import { setLine, setPadding, setType } from "./text.js";

export function fill(button, item, metrics, styles, hasImages) {
  const children = [];
  if (metrics.imageSize) children.push(picture(item, metrics.imageSize, hasImages));
  if (metrics.caption) children.push(caption(item, metrics.caption, styles));
  if (item.isNew) children.push(element("span", { class: "new", "aria-hidden": "true" }));
  const signs = signsOf(item).map((sign) => element("span", {}, sign));
  for (const sign of signs) setType(sign, "badge", styles);
  if (signs.length) children.push(element("span", { class: "signs", "aria-hidden": "true" }, ...signs));
  button.className = "item";
  button.dataset.kind = item.kind;
  name(button, item);
  button.replaceChildren(...children);
}

// The item as a pin on a map.
export function pin(button, item, { x, y }, styles) {
  button.className = item.isNew ? "pin new" : "pin";
  name(button, item);
  button.textContent = [item.price?.formatted ?? item.title, ...signsOf(item)].join(" ");
  setType(button, "badge", styles);
  button.style.left = `${x}px`;
  button.style.top = `${y}px`;
}

// The marks of what has changed, and of the user.
function signsOf({ priceDrop, backInStock, newSinceLastVisit, saved }) {
  return [priceDrop && `−${priceDrop.percent}%`, backInStock && "↻", newSinceLastVisit && "✦", saved && "♥"].filter(Boolean);
}

// The screen reader's text: label and value.
function name(button, item) {
  button.setAttribute("aria-label", item.accessibilityLabel);
  if (item.accessibilityValue) button.setAttribute("aria-description", item.accessibilityValue);
  else button.removeAttribute("aria-description");
}

function picture(item, size, hasImages) {
  const box = element("span", { class: "image", "aria-hidden": "true" });
  box.style.width = `${size.width}px`;
  box.style.height = `${size.height}px`;
  box.style.setProperty("--placeholder", item.placeholder);
  if (item.images && hasImages) {
    const [{ url, width, srcset = [] }] = item.images;
    const image = element("img", { src: url, alt: "", loading: "lazy", sizes: `${size.width}px` });
    if (width) image.srcset = [...srcset, { url, width }].map((each) => `${each.url} ${each.width}w`).join(", ");
    image.addEventListener("error", () => image.remove());
    box.append(image);
  }
  return box;
}

// The texts in the lines of the metrics.
function caption(item, { position, height, padding, lines }, styles) {
  const box = element("span", { class: `caption ${position}`, "aria-hidden": "true" });
  box.style.height = `${height}px`;
  setPadding(box, padding);
  const near = [item.distance?.text, item.reason?.text, item.priceDrop?.text].filter(Boolean).join(" · ");
  const texts = [...said(item), ["near", near]].filter(([, text]) => text).slice(0, lines.length);
  box.append(
    ...texts.map(([kind, ...parts], index) => {
      const made = element("span", { class: kind }, ...parts);
      setLine(made, lines[index], styles);
      return made;
    }),
  );
  return box;
}

// The caption's lines; without `caption`, made of the members of the built-in kinds.
function said(item) {
  if (item.caption) return item.caption.map((line, index) => [index === 0 ? "title" : "subtitle", line]);
  const before = item.previousPrice ?? item.priceDrop?.from;
  const former = before && element("s", {}, before.formatted);
  return [
    ["price", item.price?.formatted, former && " ", former],
    ["title", item.brand?.name ?? item.title],
    ["subtitle", item.brand ? item.title : item.subtitle ?? item.text],
  ];
}
