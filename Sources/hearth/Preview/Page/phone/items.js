// The content of an item: a picture of the exact size, and the caption below it.
import { element } from "../dom.js";
import { illustration } from "../illustration/illustration.js";
import { setLine, setPadding, setType } from "./text.js";

/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {import("../../contract.js").Metrics} Metrics */
/** @typedef {import("../../contract.js").TextStyles} TextStyles */

/**
 * @param {HTMLButtonElement} button
 * @param {Item} item
 * @param {Metrics} metrics
 * @param {import("./text.js").Styled} home
 * @param {boolean} hasImages Whether images of other hosts are loaded.
 */
export function fill(button, item, metrics, home, hasImages) {
  const { imageSize, caption, note, cornerRadius } = metrics;
  /** @type {HTMLElement[]} */
  const children = [];
  // Among items, a failure has the room of a picture and its caption.
  const isMessage = item.kind === "error" && imageSize;
  if (isMessage) children.push(messageOf(item, home));
  if (imageSize && !isMessage) children.push(picture(item, imageSize, hasImages));
  if (caption && !isMessage) children.push(captionOf(item, caption, note, home));
  if (item.isNew) children.push(element("span", { class: "new", "aria-hidden": "true" }));
  const signs = signsOf(item).map((sign) => element("span", {}, sign));
  for (const sign of signs) setType(sign, "badge", home.textStyles);
  if (signs.length) children.push(element("span", { class: "signs", "aria-hidden": "true" }, ...signs));
  if (item.note && imageSize && note?.position === "image") children.push(label(item.note, imageSize, note, home));
  button.className = "item";
  button.style.setProperty("--radius", cornerRadius === undefined ? "" : `${cornerRadius}px`);
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
  button.textContent = [item.caption[0]?.text ?? item.title, ...signsOf(item)].join(" ");
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
 * A note on the picture.
 * @param {string} text
 * @param {import("../../contract.js").Size} size
 * @param {import("../../contract.js").NoteMetrics} note
 * @param {import("./text.js").Styled} home
 */
function label(text, size, note, home) {
  const { height, inset = 0, padding } = note;
  const said = element("span", {}, text);
  setLine(said, note, home);
  const made = element("span", { class: "note", "aria-hidden": "true" }, said);
  if (padding) setPadding(made, padding);
  Object.assign(made.style, { insetInlineStart: `${inset}px`, top: `${size.height - inset - height}px`, height: `${height}px`, maxWidth: `${size.width - 2 * inset}px` });
  return made;
}

/**
 * The texts of a failure, on the whole cell.
 * @param {Item} item
 * @param {import("./text.js").Styled} home
 */
function messageOf(item, home) {
  const lines = item.caption.map(({ text }, index) => {
    const line = element("span", { class: index === 0 ? "first" : "further" }, text);
    setType(line, index === 0 ? "body" : "link", home.textStyles);
    return line;
  });
  return element("span", { class: "message", "aria-hidden": "true" }, ...lines);
}

/**
 * The texts in the lines of the metrics, and a note below them.
 * @param {Item} item
 * @param {import("../../contract.js").CaptionMetrics} metrics
 * @param {import("../../contract.js").NoteMetrics | undefined} note
 * @param {import("./text.js").Styled} home
 */
function captionOf(item, { position, height, padding, lines }, note, home) {
  const box = element("span", { class: `caption ${position}`, "aria-hidden": "true" });
  box.style.height = `${height}px`;
  setPadding(box, padding);
  box.append(
    ...item.caption.slice(0, lines.length).map(({ text, former }, index) => {
      const parts = former ? [text, " ", element("s", {}, former)] : [text];
      const made = element("span", { class: index === 0 ? "first" : "further" }, ...parts);
      setLine(made, lines[index], home);
      return made;
    }),
  );
  if (item.note && note?.position === "caption") {
    const made = element("span", { class: "near" }, item.note);
    setLine(made, note, home);
    box.append(made);
  }
  return box;
}
