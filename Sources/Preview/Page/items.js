// The inside of an item: an image of exactly the image's size, and what it says below.
import { element } from "./dom.js";

// A hue for each item, always the same.
function hue(id) {
  let mixed = 0;
  for (const character of id) mixed = (mixed * 31 + character.codePointAt(0)) % 360;
  return mixed;
}

export function fill(button, item, metrics, asked) {
  const children = [];
  if (metrics.imageSize) children.push(picture(item, metrics.imageSize, asked));
  if (metrics.captionHeight > 0 || !metrics.imageSize) children.push(caption(item, metrics));
  else if (item.kind === "banner") children.push(overlay(item));
  if (item.isNew) children.push(element("span", { class: "new", "aria-hidden": "true" }));
  button.className = `item ${item.kind}`;
  button.setAttribute("aria-label", [item.accessibilityLabel, item.accessibilityValue].filter(Boolean).join(", "));
  button.replaceChildren(...children);
}

function picture(item, size, asked) {
  const box = element("span", { class: "image", "aria-hidden": "true" });
  box.style.width = `${size.width}px`;
  box.style.height = `${size.height}px`;
  box.style.setProperty("--hue", hue(item.id));
  if (item.image && asked.images) {
    const image = element("img", { src: item.image.url, alt: "", loading: "lazy" });
    image.addEventListener("error", () => image.remove());
    box.append(image);
  }
  return box;
}

function caption(item, metrics) {
  const box = element("span", { class: "caption", "aria-hidden": "true" });
  box.style.height = `${metrics.captionHeight}px`;
  const lines = [
    ["price", item.price?.formatted],
    ["title", item.brand?.name ?? item.title],
    ["subtitle", item.brand ? item.title : item.subtitle ?? item.text],
    ["near", [item.distance?.text, item.reason?.text].filter(Boolean).join(" · ")],
  ];
  for (const [name, text] of lines) if (text) box.append(element("span", { class: name }, text));
  return box;
}

function overlay(item) {
  return element(
    "span",
    { class: "overlay", "aria-hidden": "true" },
    element("span", { class: "title" }, item.title),
    element("span", { class: "subtitle" }, item.subtitle ?? ""),
  );
}
