// The emblem of a brand: its initials on a shape of its own.
import { drawn } from "../dom.js";
import { chance, pick } from "./chance.js";

/** @typedef {import("../../contract.js").Item} Item */

const pairs = [
  ["#f1ece3", "#2d2a26"], ["#26323d", "#f3e9d8"], ["#e9d9c4", "#6b3a22"], ["#dfe6df", "#2f4a3c"],
  ["#3d2b33", "#f0dede"], ["#dfe3ee", "#2c3a63"], ["#f2e3dc", "#8a2f2a"], ["#23352f", "#e6efe0"],
];

const shapes = [
  "M80 26a34 34 0 1 0 1 0z",
  "M80 22l36 38l-36 38l-36 -38z",
  "M48 28h64v64h-64z",
  "M80 24l32 18v36l-32 18l-32 -18v-36z",
];

/** @param {Item} item */
export function emblem(item) {
  const next = chance(item.title);
  const [ground, mark] = pick(next, pairs);
  const isSerif = next() < 0.5;
  return {
    size: 160,
    parts: [
      drawn("path", { d: "M0 0h160v120H0z", fill: ground }),
      drawn("path", { d: pick(next, shapes), fill: "none", stroke: mark, "stroke-width": 2.5 }),
      drawn(
        "text",
        { x: 80, y: 62, fill: mark, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 28, "font-weight": isSerif ? 400 : 700, "font-family": isSerif ? "Georgia, 'DejaVu Serif', serif" : "inherit" },
        initials(item.title),
      ),
    ],
  };
}

/**
 * Of the first two words with letters.
 * @param {string} name
 */
function initials(name) {
  const words = name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? ["?"];
  return words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");
}
