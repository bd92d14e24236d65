// The content of an item: an image of the exact size, and the caption below it.
import { element } from "./dom.js";

export function fill(button, item, metrics, textScale, hasImages) {
  const children = [];
  if (metrics.imageSize) children.push(picture(item, metrics.imageSize, hasImages));
  if (metrics.captionHeight > 0 || !metrics.imageSize) children.push(caption(item, metrics.captionHeight, textScale));
  else if (item.kind === "banner") children.push(overlay(item));
  if (item.isNew) children.push(element("span", { class: "new", "aria-hidden": "true" }));
  const signs = signsOf(item).map((sign) => element("span", {}, sign));
  if (signs.length) children.push(element("span", { class: "signs", "aria-hidden": "true" }, ...signs));
  button.className = "item";
  button.dataset.kind = item.kind;
  name(button, item);
  button.replaceChildren(...children);
}

// The item as a pin on a map.
export function pin(button, item, { x, y }) {
  button.className = item.isNew ? "pin new" : "pin";
  name(button, item);
  button.textContent = [item.price?.formatted ?? item.title, ...signsOf(item)].join(" ");
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

// A stable hue for each item, distant from those of similar ids.
function hue(id) {
  let mixed = 0;
  for (const character of id) mixed = (mixed * 31 + character.codePointAt(0)) % 360;
  return (mixed * 137) % 360;
}

function picture(item, size, hasImages) {
  const box = element("span", { class: "image", "aria-hidden": "true" });
  box.style.width = `${size.width}px`;
  box.style.height = `${size.height}px`;
  box.style.setProperty("--hue", hue(item.id));
  if (item.image && hasImages) {
    const image = element("img", { src: item.image.url, alt: "", loading: "lazy" });
    image.addEventListener("error", () => image.remove());
    box.append(image);
  }
  return box;
}

// The lines that fit: one of 17 pt and others of 15 pt, or a single one of 13 pt.
function caption(item, height, textScale) {
  const box = element("span", { class: "caption", "aria-hidden": "true" });
  box.style.height = `${height}px`;
  const near = [item.distance?.text, item.reason?.text, item.priceDrop?.text].filter(Boolean).join(" · ");
  const lines = [...said(item), ["near", near]].filter(([, text]) => text);
  const room = 1 + Math.floor((height - 8 - 22 * textScale) / (20 * textScale));
  if (room < 2) box.classList.add("small");
  box.append(...lines.slice(0, Math.max(1, room)).map(([kind, ...parts]) => element("span", { class: kind }, ...parts)));
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

function overlay(item) {
  return element(
    "span",
    { class: "overlay", "aria-hidden": "true" },
    element("span", { class: "title" }, item.title),
    element("span", { class: "subtitle" }, item.subtitle ?? ""),
  );
}
