// The picture of an item that has no image of its own: drawn by what the item says of itself.
import { drawn } from "../dom.js";
import { dish } from "./dish.js";
import { emblem } from "./emblem.js";
import { garment } from "./garment.js";
import { house } from "./house.js";
import { scenery } from "./scenery.js";

/** @typedef {import("../../contract.js").Item} Item */

const food = /restaurant|caf[eé]|dish|food|meal|recipe|kitchen|menu/i;

/**
 * Fills the frame of an image: what does not fit is cut at the sides, as it is of photographs.
 * @param {Item} item
 */
export function illustration(item) {
  const { size, parts } = contents(item);
  return drawn(
    "svg",
    { class: "illustration", viewBox: `0 0 ${size} ${size * 0.75}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    ...parts,
  );
}

/** @param {Item} item */
function contents(item) {
  if (item.kind === "listing") return house(item);
  if (item.kind === "product") return garment(item);
  if (item.kind === "brand") return emblem(item);
  if (food.test(item.kind)) return dish(item);
  return scenery(item);
}
