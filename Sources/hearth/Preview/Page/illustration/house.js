// A house, by the type, the storeys, the material and the size that its listing tells.
import { drawn } from "../dom.js";
import { chance, pick } from "./chance.js";

/** @typedef {import("../../contract.js").Item} Item */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const ground = 98;
const storeyHeight = 24;

// The first that the title has.
const storeys = [
  [/three|high-rise|apartment|flat|tower/i, 3],
  [/two-and-a-half/i, 2.5],
  [/two|bi-level|townhouse|duplex/i, 2],
  [/one-and-a-half|multi-level|loft/i, 1.5],
];

const walls = [
  { name: /part-brick/i, base: ["#b5654a", "#a85a45", "#bb7355"], upper: ["#efe6d8", "#e3e7e4", "#f2ecdf"], bricks: true },
  { name: /brick/i, base: ["#b4614a", "#a5503f", "#c07a5c", "#8f4a3c"], bricks: true },
  { name: /stone|concrete/i, base: ["#b9b4a9", "#a7a59f", "#c6bfb0"], blocks: true },
  { name: /stucco/i, base: ["#f0dfc4", "#ecd0b6", "#e9e0cd", "#f3d9c9"] },
  { name: /wood/i, base: ["#6f8f86", "#8aa0b4", "#c98a5b", "#d8b15a", "#a96a4f", "#7d9470"], boards: true },
  { name: /./, base: ["#e8ebe6", "#d5dfe6", "#efe9d6", "#dfe3d3", "#d9d4e2"], boards: true },
];

const roofs = ["#5b5f6b", "#7a4b3f", "#4d5a55", "#6b5a4d", "#3f4757"];
const doors = ["#b8370b", "#2f5d62", "#39507a", "#7a2e3a", "#d39b2a", "#40513b"];
const skies = [["#cfe6f5", "#e9f3f8"], ["#d9e8ee", "#f7ecd9"], ["#f6d9c4", "#fbeee0"], ["#c6dcec", "#dfecf1"]];
const lawns = ["#93b67f", "#a5bb78", "#86ab7d", "#b3b878"];

/** @param {Item} item */
export function house(item) {
  const next = chance(item.id);
  const words = `${item.attributes?.type ?? ""} ${item.title}`;
  const levels = Number(storeys.find(([name]) => /** @type {RegExp} */ (name).test(words))?.[1] ?? 1);
  const wall = walls.find(({ name }) => name.test(words)) ?? walls[walls.length - 1];
  const base = pick(next, wall.base);
  const upper = wall.upper ? pick(next, wall.upper) : base;
  const roof = pick(next, roofs);
  const isTower = /apartment|flat|tower/i.test(words);
  const area = item.attributes?.area ?? 120;

  const full = Math.floor(levels);
  const width = Math.min(86, (isTower ? 52 : 50 + Math.min(30, area / 9)) - (full > 1 ? 8 : 0));
  const height = full * storeyHeight + 4;
  const hasGarage = !isTower && area > 150 && width < 80;
  const x = 80 - width / 2 - (hasGarage ? 13 : 0);
  const body = { x, y: ground - height, width, height };

  const parts = [...landscape(next)];
  if (hasGarage) parts.push(...garage({ x: x + width - 1, y: ground - 22, width: 32, height: 22 }, upper, roof));
  parts.push(box(body, upper));
  if (wall.upper || wall.bricks || wall.blocks) parts.push(box({ ...body, y: ground - storeyHeight, height: storeyHeight }, base));
  parts.push(texture({ ...body, y: wall.upper ? ground - storeyHeight : body.y, height: wall.upper ? storeyHeight : height }, wall));
  if (wall.upper) parts.push(texture({ ...body, height: height - storeyHeight }, { boards: true }));
  parts.push(...(isTower ? flatRoof(body, roof) : pitchedRoof(body, levels, roof, upper, next)));
  parts.push(...openings(body, full, pick(next, doors), isTower, next));
  parts.push(...garden(body, next));
  return { size: 160, parts };
}

/** @param {() => number} next */
function landscape(next) {
  const [sky, haze] = pick(next, skies);
  const lawn = pick(next, lawns);
  const hill = 62 + next() * 14;
  return [
    drawn("path", { d: "M0 0h160v120H0z", fill: sky }),
    drawn("path", { d: "M0 46h160v74H0z", fill: haze }),
    drawn("circle", { cx: 18 + next() * 124, cy: 16 + next() * 10, r: 7, fill: "#fff", opacity: 0.75 }),
    drawn("path", { d: `M0 ${hill}q40 ${-18 + next() * 10} 84 4t76 ${-8 + next() * 10}v60H0z`, fill: lawn, opacity: 0.45 }),
    drawn("path", { d: `M0 ${ground - 4}q80 -6 160 0v30H0z`, fill: lawn }),
  ];
}

/**
 * Boards, bricks or blocks, as thin lines.
 * @param {Box} area
 * @param {{ boards?: boolean, bricks?: boolean, blocks?: boolean }} wall
 */
function texture({ x, y, width, height }, { boards, bricks, blocks }) {
  const step = boards ? 3 : bricks ? 4 : 6;
  let lines = "";
  for (let line = y + step; line < y + height && (boards || bricks || blocks); line += step) lines += `M${x} ${line}h${width}`;
  for (let row = 0; !boards && (bricks || blocks) && row * step < height; row += 1) {
    const length = bricks ? 9 : 13;
    for (let joint = x + (row % 2 ? length / 2 : length); joint < x + width; joint += length) lines += `M${joint} ${y + row * step}v${Math.min(step, height - row * step)}`;
  }
  return drawn("path", { d: lines, stroke: boards ? "#000" : "#fff", "stroke-opacity": boards ? 0.08 : 0.22, "stroke-width": 0.6, fill: "none" });
}

/**
 * @param {Box} body
 * @param {number} levels
 * @param {string} roof
 * @param {string} gable
 * @param {() => number} next
 */
function pitchedRoof({ x, y, width }, levels, roof, gable, next) {
  const hasAttic = levels % 1 > 0;
  const rise = hasAttic ? 27 : 17 + next() * 5;
  const middle = x + width / 2;
  const chimney = drawn("path", { d: `M${x + width * 0.74} ${y - rise * 0.9}h6v16h-6z`, fill: "#8d5a4a" });
  if (!hasAttic && next() < 0.45) {
    return [chimney, drawn("path", { d: `M${x - 5} ${y + 1}l13 ${-rise}h${width - 16}l13 ${rise}z`, fill: roof })];
  }
  const parts = [chimney, drawn("path", { d: `M${x - 6} ${y + 1}L${middle} ${y - rise}L${x + width + 6} ${y + 1}z`, fill: roof })];
  parts.push(drawn("path", { d: `M${x + 3} ${y + 1}L${middle} ${y - rise + 6}L${x + width - 3} ${y + 1}z`, fill: gable }));
  if (hasAttic) parts.push(...glass(middle - 5, y - rise + 13, 10, 10));
  else parts.push(drawn("circle", { cx: middle, cy: y - 5, r: 2.6, fill: roof, opacity: 0.75 }));
  return parts;
}

/**
 * @param {Box} body
 * @param {string} roof
 */
function flatRoof({ x, y, width }, roof) {
  return [box({ x: x - 2, y: y - 3, width: width + 4, height: 4 }, roof), box({ x: x + width * 0.6, y: y - 9, width: 10, height: 6 }, roof)];
}

/**
 * @param {Box} area
 * @param {string} wall
 * @param {string} roof
 */
function garage({ x, y, width, height }, wall, roof) {
  return [
    box({ x, y, width, height }, wall),
    drawn("path", { d: `M${x} ${y + 1}l4 -9h${width - 4}l5 9z`, fill: roof }),
    box({ x: x + 5, y: y + 7, width: width - 10, height: height - 7 }, "#f7f5f0"),
    drawn("path", { d: `M${x + 5} ${y + 11.5}h${width - 10}m0 5H${x + 5}`, stroke: "#000", "stroke-opacity": 0.18, "stroke-width": 0.8 }),
  ];
}

/**
 * A door, and windows in every storey.
 * @param {Box} body
 * @param {number} full
 * @param {string} door
 * @param {boolean} isTower
 * @param {() => number} next
 */
function openings({ x, width }, full, door, isTower, next) {
  const columns = Math.max(2, Math.round(width / 19));
  const gap = width / columns;
  const doorColumn = isTower ? Math.floor(columns / 2) : Math.floor(next() * columns);
  const parts = [];
  for (let storey = 0; storey < full; storey += 1) {
    const top = ground - storey * storeyHeight - 18;
    for (let column = 0; column < columns; column += 1) {
      const left = x + column * gap + gap / 2;
      if (storey > 0 || column !== doorColumn) parts.push(...glass(left - 5, top, 10, 11));
      else parts.push(box({ x: left - 4.5, y: ground - 18, width: 9, height: 18 }, door), drawn("circle", { cx: left + 2.4, cy: ground - 8.5, r: 0.9, fill: "#fde68a" }));
    }
  }
  const middle = x + doorColumn * gap + gap / 2;
  parts.push(drawn("path", { d: `M${middle - 4.5} ${ground}h9l9 22h-24z`, fill: "#d9d2c5" }));
  return parts;
}

/**
 * @param {Box} body
 * @param {() => number} next
 */
function garden({ x, width }, next) {
  const parts = [];
  const greens = ["#5d8a5a", "#6f9a5e", "#4c7a5a", "#7d9c55"];
  const isLeft = next() < 0.5;
  const trunk = isLeft ? Math.max(9, x - 17) : Math.min(150, x + width + 34);
  const green = pick(next, greens);
  parts.push(drawn("path", { d: `M${trunk - 1.6} ${ground - 18}h3.2v22h-3.2z`, fill: "#7b5b45" }));
  if (next() < 0.4) parts.push(drawn("path", { d: `M${trunk} ${ground - 52}l10 26h-5l7 16h-24l7 -16h-5z`, fill: green }));
  else parts.push(drawn("circle", { cx: trunk, cy: ground - 28, r: 13 + next() * 3, fill: green }), drawn("circle", { cx: trunk + 5, cy: ground - 32, r: 6, fill: "#fff", opacity: 0.12 }));
  for (let bush = 0; bush < 3; bush += 1) {
    parts.push(drawn("ellipse", { cx: x + 4 + next() * (width - 8), cy: ground + 1, rx: 5 + next() * 4, ry: 4, fill: pick(next, greens) }));
  }
  return parts;
}

/**
 * A window.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function glass(x, y, width, height) {
  return [
    box({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 }, "#fbf8f2"),
    box({ x, y, width, height }, "#7fa3b8"),
    drawn("path", { d: `M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`, stroke: "#fbf8f2", "stroke-width": 1 }),
    drawn("path", { d: `M${x} ${y}h${width / 2}L${x} ${y + height * 0.7}z`, fill: "#fff", opacity: 0.28 }),
  ];
}

/**
 * @param {Box} area
 * @param {string} fill
 */
function box({ x, y, width, height }, fill) {
  return drawn("rect", { x, y, width, height, fill });
}
