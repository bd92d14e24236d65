// The content of an item: a picture of the exact size, and the caption below it.
import { element } from "../dom.js";
import { illustration } from "../illustration/illustration.js";
import { setLine, setPadding, setType } from "./text.js";

/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {import("../../contract.js").Metrics} Metrics */
/** @typedef {import("../../contract.js").TextStyles} TextStyles */

// The smallest picture with room for a tag, in points.
const tagRoom = { width: 120, height: 84 };

/**
 * @param {HTMLButtonElement} button
 * @param {Item} item
 * @param {Metrics} metrics
 * @param {TextStyles} styles
 * @param {boolean} hasImages Whether images of other hosts are loaded.
 */
export function fill(button, item, metrics, styles, hasImages) {
  const { imageSize, caption } = metrics;
  /** @type {HTMLElement[]} */
  const children = [];
  const { lines, left } = texts(item, caption?.lines.length ?? 0);
  if (imageSize) children.push(picture(item, imageSize, hasImages));
  if (caption) children.push(captionOf(lines, caption, styles));
  if (item.isNew) children.push(element("span", { class: "new", "aria-hidden": "true" }));
  const signs = signsOf(item).map((sign) => element("span", {}, sign));
  for (const sign of signs) setType(sign, "badge", styles);
  if (signs.length) children.push(element("span", { class: "signs", "aria-hidden": "true" }, ...signs));
  if (left && imageSize && imageSize.width >= tagRoom.width && imageSize.height >= tagRoom.height * (styles.badge.size / 12)) {
    children.push(tag(left, imageSize, styles));
  }
  button.className = "item";
  button.dataset.kind = item.kind;
  button.dataset.dismissible = `${item.dismissible === true}`;
  name(button, item);
  button.replaceChildren(...children);
}

/**
 * The item as a pin on a map.
 * @param {HTMLButtonElement} button
 * @param {Item} item
 * @param {{ x: number, y: number }} point
 * @param {TextStyles} styles
 */
export function pin(button, item, { x, y }, styles) {
  button.className = item.isNew ? "pin new" : "pin";
  name(button, item);
  button.textContent = [item.price?.formatted ?? item.title, ...signsOf(item)].join(" ");
  setType(button, "badge", styles);
  button.style.left = `${x}px`;
  button.style.top = `${y}px`;
}

/**
 * The marks of what has changed, and of the user.
 * @param {Item} item
 */
function signsOf({ priceDrop, backInStock, newSinceLastVisit, saved }) {
  return [priceDrop && `−${priceDrop.percent}%`, backInStock && "↻", newSinceLastVisit && "✦", saved && "♥"].filter((sign) => typeof sign === "string");
}

/**
 * The screen reader's text: label and value.
 * @param {HTMLButtonElement} button
 * @param {Item} item
 */
function name(button, item) {
  button.setAttribute("aria-label", item.accessibilityLabel);
  if (item.accessibilityValue) button.setAttribute("aria-description", item.accessibilityValue);
  else button.removeAttribute("aria-description");
}

/**
 * @param {Item} item
 * @param {import("../../contract.js").Size} size
 * @param {boolean} hasImages
 */
function picture(item, size, hasImages) {
  const box = element("span", { class: "image", "aria-hidden": "true" });
  box.style.width = `${size.width}px`;
  box.style.height = `${size.height}px`;
  if (item.placeholder) box.style.setProperty("--placeholder", item.placeholder);
  if (item.images && hasImages) {
    const [{ url, width, srcset = [] }] = item.images;
    const image = element("img", { src: url, alt: "", loading: "lazy", sizes: `${size.width}px` });
    if (width) image.srcset = [...srcset, { url, width }].map((each) => `${each.url} ${each.width}w`).join(", ");
    image.addEventListener("error", () => image.replaceWith(illustration(item)));
    box.append(image);
  } else {
    box.append(illustration(item));
  }
  return box;
}

/**
 * What the caption has no line for, on the picture.
 * @param {string} text
 * @param {import("../../contract.js").Size} size
 * @param {TextStyles} styles
 */
function tag(text, size, styles) {
  const made = element("span", { class: "tag", "aria-hidden": "true" }, element("span", {}, text));
  setType(made, "badge", styles);
  made.style.maxWidth = `${size.width - 12}px`;
  made.style.insetBlockEnd = `calc(100% - ${size.height - 6}px)`;
  return made;
}

/**
 * The texts in the lines of the metrics.
 * @param {(readonly [string, ...(string | Node)[]])[]} texts
 * @param {import("../../contract.js").CaptionMetrics} metrics
 * @param {TextStyles} styles
 */
function captionOf(texts, { position, height, padding, lines }, styles) {
  const box = element("span", { class: `caption ${position}`, "aria-hidden": "true" });
  box.style.height = `${height}px`;
  setPadding(box, padding);
  box.append(
    ...texts.map(([kind, ...parts], index) => {
      const made = element("span", { class: kind }, ...parts);
      setLine(made, lines[index], styles);
      return made;
    }),
  );
  return box;
}

/**
 * The texts of as many lines, and the text that has no line of its own.
 * @param {Item} item
 * @param {number} count
 * @returns {{ lines: (readonly [string, ...(string | Node)[]])[], left: string }}
 */
function texts(item, count) {
  const near = [item.distance?.text, item.reason?.text, item.priceDrop?.text].filter(Boolean).join(" · ");
  const all = said(item).filter(([, ...parts]) => parts.length > 0);
  if (near && all.length < count) return { lines: [...all, ["near", near]], left: "" };
  return { lines: all.slice(0, count), left: near };
}

/**
 * The caption's lines; without `caption`, made of the members of the built-in kinds.
 * @param {Item} item
 * @returns {[string, ...(string | Node)[]][]}
 */
function said(item) {
  if (item.caption) return item.caption.map((line, index) => [index === 0 ? "title" : "subtitle", line]);
  const before = item.previousPrice ?? item.priceDrop?.from;
  const former = before && element("s", {}, before.formatted);
  const second = item.brand ? item.title : item.subtitle ?? item.text;
  return [
    item.price ? ["price", item.price.formatted, ...(former ? [" ", former] : [])] : ["price"],
    ["title", item.brand?.name ?? item.title],
    second ? ["subtitle", second] : ["subtitle"],
  ];
}
