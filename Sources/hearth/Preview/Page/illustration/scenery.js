// A view of a town, for banners and for kinds of items of which nothing else is known.
import { drawn } from "../dom.js";
import { chance, pick } from "./chance.js";

/** @typedef {import("../../contract.js").Item} Item */

// Sky, sun, far hills, near hills, houses.
const palettes = [
  ["#24405a", "#f4c87a", "#35587a", "#1c3247", "#14273a"],
  ["#7a3f4a", "#f6c59b", "#96525a", "#5c2f3b", "#43222d"],
  ["#2f5d54", "#f2dfa0", "#3f7568", "#234840", "#19372f"],
  ["#4a3f6b", "#f1b8a0", "#5f5286", "#383054", "#292340"],
  ["#8a4b22", "#fbe0a8", "#a8622f", "#6b3818", "#512a11"],
];

/** @param {Item} item */
export function scenery(item) {
  const next = chance(item.id);
  const [sky, sun, far, near, houses] = pick(next, palettes);
  let roofs = "";
  for (let x = -4; x < 164; ) {
    const [width, height] = [9 + next() * 12, 8 + next() * 18];
    roofs += `M${x} 120V${104 - height}l${width / 2} ${-5 - next() * 4}l${width / 2} 7V120z`;
    x += width + next() * 3;
  }
  return {
    size: 160,
    parts: [
      drawn("path", { d: "M0 0h160v120H0z", fill: sky }),
      drawn("circle", { cx: 96 + next() * 40, cy: 34 + next() * 10, r: 13, fill: sun }),
      drawn("path", { d: `M0 ${66 + next() * 8}q40 -22 84 -4t76 -10v70H0z`, fill: far }),
      drawn("path", { d: `M0 ${84 + next() * 6}q50 -16 96 -2t64 -8v50H0z`, fill: near }),
      drawn("path", { d: roofs, fill: houses }),
      ...Array.from({ length: 12 }, () => drawn("rect", { x: next() * 156, y: 96 + next() * 18, width: 2, height: 2.6, fill: sun, opacity: 0.85 })),
    ],
  };
}
