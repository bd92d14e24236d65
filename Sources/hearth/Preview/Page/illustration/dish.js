// A dish, by the words of a place to eat or of the dish itself.
import { drawn } from "../dom.js";
import { chance, pick } from "./chance.js";

/** @typedef {import("../../contract.js").Item} Item */

const tables = ["#e7d6c1", "#d9e0d6", "#efe3cf", "#dcd5e0", "#e6d3cc", "#cfdbe2"];
const leaves = ["#6d9a4b", "#4f8a4a", "#88a953"];

/** @type {[RegExp, (next: () => number) => SVGElement[]][]} */
const dishes = [
  [/pizza|ital|trattoria/i, pizza],
  [/sushi|japan|izakaya/i, sushi],
  [/burger|grill|american|diner/i, burger],
  [/coffee|caf[eé]|bakery|breakfast|dessert|cake/i, coffee],
  [/taco|mexic|cantina|kebab|d[oö]ner|turk/i, taco],
  [/ramen|noodle|thai|viet|chin|soup|korea|pho|curry|india/i, bowl],
  [/./, salad],
];

/** @param {Item} item */
export function dish(item) {
  const next = chance(item.id);
  const words = Object.values(item).filter((value) => typeof value === "string").join(" ");
  const [, draw] = dishes.find(([name]) => name.test(words)) ?? dishes[dishes.length - 1];
  const table = pick(next, tables);
  const parts = [
    drawn("path", { d: "M0 0h160v120H0z", fill: table }),
    drawn("path", { d: "M0 30l160 -20v8L0 38zM0 96l160 -20v8L0 104z", fill: "#fff", opacity: 0.18 }),
    drawn("ellipse", { cx: 83, cy: 64, rx: 47, ry: 46, fill: "#000", opacity: 0.12 }),
    ...draw(next),
  ];
  return { size: 160, parts };
}

/**
 * @param {number} radius
 * @param {string} fill
 * @param {Record<string, string | number>} [more]
 */
function disc(radius, fill, more = {}) {
  return drawn("circle", { cx: 80, cy: 60, r: radius, fill, ...more });
}

const plate = () => [disc(46, "#fbfaf7"), disc(35, "#f0eee8")];

/**
 * Small things strewn within a radius.
 * @param {() => number} next
 * @param {number} count
 * @param {number} radius
 * @param {(x: number, y: number, turn: number) => SVGElement} make
 */
function strewn(next, count, radius, make) {
  return Array.from({ length: count }, (_, index) => {
    const [angle, distance] = [(index * 2.4) + next(), radius * Math.sqrt((index + 0.5) / count)];
    return make(80 + Math.cos(angle) * distance, 60 + Math.sin(angle) * distance, next() * 180);
  });
}

/**
 * @param {string} fill
 * @param {number} rx
 * @param {number} ry
 * @returns {(x: number, y: number, turn: number) => SVGElement}
 */
function leaf(fill, rx, ry) {
  return (x, y, turn) => drawn("ellipse", { cx: x, cy: y, rx, ry, fill, transform: `rotate(${turn} ${x} ${y})` });
}

/** @param {() => number} next */
function pizza(next) {
  const crumbs = leaf("#fbe9b0", 3.5, 2.4);
  return [
    disc(46, "#d99a52"), disc(40, "#c9442e"), disc(38, "#f2c14e", { opacity: 0.85 }),
    ...strewn(next, 12, 32, crumbs), ...strewn(next, 9, 30, leaf("#b3362a", 5.5, 5.5)), ...strewn(next, 8, 33, leaf(pick(next, leaves), 4, 2)),
    drawn("path", { d: "M80 14v92M34 60h92M48 28l64 64M112 28l-64 64", stroke: "#a8622f", "stroke-opacity": 0.45, "stroke-width": 1 }),
  ];
}

/** @param {() => number} next */
function sushi(next) {
  const roll = (/** @type {number} */ x, /** @type {number} */ y) => [
    drawn("circle", { cx: x, cy: y, r: 12, fill: "#26322b" }), drawn("circle", { cx: x, cy: y, r: 10, fill: "#fbf8f0" }),
    drawn("circle", { cx: x, cy: y, r: 4.5, fill: pick(next, ["#ef8354", "#e5636b", "#8fb05a"]) }),
  ];
  return [
    drawn("rect", { x: 30, y: 24, width: 100, height: 72, rx: 8, fill: "#54423a" }),
    ...[48, 80, 112].flatMap((x) => [...roll(x, 44), ...roll(x, 74)]),
    drawn("path", { d: "M26 104l112 -6M26 109l112 -4", stroke: "#8b5e3c", "stroke-width": 2.2, "stroke-linecap": "round" }),
  ];
}

/** @param {() => number} next */
function burger(next) {
  return [
    ...plate(),
    drawn("path", { d: "M50 74h60v6q0 8 -8 8H58q-8 0 -8 -8z", fill: "#d89a54" }),
    drawn("rect", { x: 48, y: 66, width: 64, height: 9, rx: 4, fill: "#6f3f2a" }),
    drawn("path", { d: "M47 62h66l-8 7h-8l-6 5l-7 -5H55z", fill: "#f0b93a" }),
    drawn("path", { d: "M46 60q6 -6 11 0t11 0t11 0t11 0t11 0t11 0v4H46z", fill: pick(next, leaves) }),
    drawn("path", { d: "M49 56q0 -24 31 -24t31 24z", fill: "#dea25c" }),
    ...[[66, 44], [78, 39], [90, 44], [73, 49], [98, 50]].map(([cx, cy]) => drawn("ellipse", { cx, cy, rx: 1.8, ry: 1.2, fill: "#fdf1d7" })),
  ];
}

/** @param {() => number} next */
function coffee(next) {
  return [
    disc(46, "#fbfaf7"), disc(36, "#ece8e0"), disc(28, "#fdfcfa"), disc(25, pick(next, ["#7a4b2e", "#8a5a38"])),
    drawn("rect", { x: 104, y: 54, width: 22, height: 12, rx: 6, fill: "none", stroke: "#fdfcfa", "stroke-width": 5 }),
    drawn("path", { d: "M80 76q-17 -14 -17 -22q0 -7 7 -7q7 0 10 7q3 -7 10 -7q7 0 7 7q0 8 -17 22z", fill: "#f1dfc4" }),
    drawn("path", { d: "M80 70q-10 -9 -10 -15M80 70q10 -9 10 -15", stroke: "#7a4b2e", "stroke-opacity": 0.5, fill: "none" }),
  ];
}

/** @param {() => number} next */
function taco(next) {
  const one = (/** @type {number} */ x, /** @type {number} */ turn) =>
    drawn(
      "g",
      { transform: `rotate(${turn} ${x} 62)` },
      drawn("path", { d: `M${x - 20} 74q0 -34 20 -34t20 34z`, fill: pick(next, leaves) }),
      drawn("path", { d: `M${x - 18} 70q2 -26 18 -27q16 1 18 27z`, fill: "#b3472f" }),
      drawn("path", { d: `M${x - 22} 80q0 -36 22 -36q-16 12 -8 36z`, fill: "#e8bb62" }),
      drawn("path", { d: `M${x + 22} 80q0 -36 -22 -36q-8 14 -6 36z`, fill: "#f0c873" }),
    );
  return [...plate(), one(62, -14), one(82, 0), one(102, 14)];
}

/** @param {() => number} next */
function bowl(next) {
  return [
    disc(46, pick(next, ["#2f4858", "#8c3b2f", "#3a5a40"])), disc(39, pick(next, ["#d9a25a", "#e0b878", "#c8743c"])),
    drawn("path", { d: "M52 48q14 -12 28 0t28 0M50 58q14 -12 28 0t30 0M52 68q14 -12 28 0t28 0M56 78q12 -10 24 0t22 0", stroke: "#f7e3b0", "stroke-width": 3.2, fill: "none" }),
    ...strewn(next, 10, 30, leaf(pick(next, leaves), 4.5, 2)),
    drawn("circle", { cx: 96, cy: 46, r: 11, fill: "#fdfaf2" }), drawn("circle", { cx: 96, cy: 46, r: 5.5, fill: "#f2a93b" }),
    drawn("path", { d: "M20 22l66 30M24 16l66 30", stroke: "#9a6a44", "stroke-width": 2.6, "stroke-linecap": "round" }),
  ];
}

/** @param {() => number} next */
function salad(next) {
  return [
    ...plate(),
    ...leaves.flatMap((green) => strewn(next, 8, 26, leaf(green, 9, 4.5))),
    ...strewn(next, 6, 22, leaf("#d6503f", 5, 5)), ...strewn(next, 6, 25, leaf("#f3e2a9", 4, 2.5)), ...strewn(next, 4, 20, leaf("#7a4b6b", 4, 1.6)),
  ];
}
