// A product of a shop for clothes, by its category and the colour in its title.
import { drawn } from "../dom.js";
import { chance, pick } from "./chance.js";

/** @typedef {import("../../contract.js").Item} Item */

/** @type {[RegExp, string][]} */
const colours = [
  [/off-white|ivory|white/i, "#f4f1ea"], [/cr[eè]me|cream/i, "#f3e6c8"], [/ecru|beige|sand/i, "#dfd0b4"],
  [/black/i, "#2b2a2e"], [/charcoal|anthracite/i, "#4a4b52"], [/slate|gr[ae]y/i, "#77818c"],
  [/navy/i, "#2b3a5f"], [/sky blue|light blue/i, "#9cc4e0"], [/blue|denim/i, "#4a74a8"],
  [/brick/i, "#a9503e"], [/rust|copper/i, "#b7653a"], [/ochre|mustard|yellow/i, "#cf9a3a"],
  [/moss|olive/i, "#77814f"], [/green/i, "#4f8163"], [/red/i, "#b33a3a"], [/pink|rose/i, "#dba2ae"], [/brown/i, "#7b5a44"],
];
const grounds = ["#ece5dc", "#e3e7e3", "#e9e2e6", "#e2e6ec", "#efe7d8", "#e4e1da"];

// The shape of each category, in a frame of 160 × 120, and lines in it; the first that is in the category or title.
/** @type {{ name: RegExp, shape: string, lines: string, more?: (colour: string) => SVGElement[] }[]} */
const shapes = [
  {
    name: /dress|skirt/i,
    shape: "M66 20l8 -3q6 7 12 0l8 3l-4 24l18 52q-28 8 -56 0l18 -52z",
    lines: "M70 44q10 4 20 0M72 50l-8 44M80 50v47M88 50l8 44",
  },
  {
    name: /jean|trouser|pant|short/i,
    shape: "M60 16h40l7 88h-20l-7 -62l-7 62h-20z",
    lines: "M60 23h40M80 23v19M66 24q2 8 -6 10M94 24q-2 8 6 10M63 98h18M79 98h18",
  },
  {
    name: /coat|parka/i,
    shape: "M64 14l10 -2h12l10 2q10 3 13 14l9 48l-10 3l-7 -30v56h-42v-56l-7 30l-10 -3l9 -48q3 -11 13 -14z",
    lines: "M74 12l6 20l6 -20M80 32v73M59 105V50M101 105V50M66 74h8M86 74h8",
    more: (colour) => [40, 54, 68, 82].map((cy) => drawn("circle", { cx: 84, cy, r: 1.5, fill: ink(colour) })),
  },
  {
    name: /knit|cardigan|sweater|turtleneck|vest/i,
    shape: "M66 20q14 8 28 0q14 4 17 16l8 44l-12 3l-6 -30v47q-21 5 -42 0v-47l-6 30l-12 -3l8 -44q3 -12 17 -16z",
    lines: "M66 20q14 12 28 0M59 93q21 5 42 0M41 76l12 4M119 76l-12 4M68 36v54M74 38v55M80 38v55M86 38v55M92 36v54",
  },
  {
    name: /jacket|blazer|bomber/i,
    shape: "M64 20l10 -3h12l10 3q11 4 14 15l8 42l-12 3l-5 -26v38h-42v-38l-5 26l-12 -3l8 -42q3 -11 14 -15z",
    lines: "M74 17l6 14l6 -14M80 31v61M59 84h42M64 58h11M85 58h11M43 71l12 3M117 71l-12 3",
  },
  {
    name: /t-shirt|tee|top/i,
    shape: "M64 22q16 10 32 0l26 13l-9 20l-12 -5v46q-21 4 -42 0v-46l-12 5l-9 -20z",
    lines: "M64 22q16 15 32 0M59 44v-6M101 44v-6M86 46h10v10h-10z",
  },
  {
    name: /shirt|blouse/i,
    shape: "M66 18l14 8l14 -8q14 4 17 15l8 40l-12 3l-6 -27v48q-21 5 -42 0v-48l-6 27l-12 -3l8 -40q3 -11 17 -15z",
    lines: "M66 18l8 14l6 -6l6 6l8 -14M80 26v72M86 44h10v11h-10z",
    more: (colour) => [38, 52, 66, 80].map((cy) => drawn("circle", { cx: 80, cy, r: 1.3, fill: ink(colour) })),
  },
  {
    name: /boot/i,
    shape: "M70 20h24l1 42q22 4 26 14q3 8 0 14H70z",
    lines: "M70 84h52M86 40q5 8 2 16M70 28h24",
  },
  {
    name: /sandal/i,
    shape: "M34 92q-4 -8 6 -10h74q14 2 12 12q-46 6 -92 -2z",
    lines: "M34 92q46 6 92 2M52 82q8 -22 24 -22l12 22M62 66q16 4 32 16M40 82q2 -16 14 -18",
  },
  {
    name: /shoe|sneaker|loafer/i,
    shape: "M36 60q8 6 20 4l12 -10q14 16 40 20q16 3 17 16q0 6 -6 6H40q-6 0 -6 -8z",
    lines: "M34 86h91M68 54q4 10 -4 18M76 62l-7 8M84 67l-7 8M92 71l-6 7",
  },
  {
    name: /backpack/i,
    shape: "M56 42q0 -22 24 -22t24 22v50q0 8 -8 8h-32q-8 0 -8 -8z",
    lines: "M70 22q0 -10 10 -10t10 10M62 66h36v24h-36zM56 52h48M76 66v6h8v-6",
  },
  {
    name: /bag|tote|crossbody/i,
    shape: "M46 48h68l8 48q1 6 -5 6H43q-6 0 -5 -6z",
    lines: "M62 48q0 -30 18 -30t18 30M45 58h70M62 48v12M98 48v12",
  },
  {
    name: /scarf/i,
    shape: "M52 30q28 16 56 0q8 12 -4 22l6 52h-20l-4 -44q-20 4 -34 -8q-8 -10 0 -22z",
    lines: "M56 36q24 14 48 0M54 46q20 14 44 6M92 104l-2 -8M98 104l-1 -8M104 104v-8M90 84h18",
  },
  {
    name: /beanie|hat|cap/i,
    shape: "M46 76q0 -48 34 -48t34 48v14q0 6 -6 6H52q-6 0 -6 -6z",
    lines: "M46 76h68M58 78v18M70 78v18M82 78v18M94 78v18M106 78v18M80 28v46M62 34q-8 18 -6 40M98 34q8 18 6 40",
    more: (colour) => [drawn("circle", { cx: 80, cy: 24, r: 8, fill: colour })],
  },
  {
    name: /belt/i,
    shape: "M80 28a34 34 0 1 0 1 0zM80 40a22 22 0 1 1 -1 0z",
    lines: "M80 34a28 28 0 1 0 1 0",
    more: () => [drawn("rect", { x: 70, y: 84, width: 20, height: 18, rx: 3, fill: "none", stroke: "#c9a24a", "stroke-width": 3.5 })],
  },
  {
    name: /ring/i,
    shape: "M80 44a28 28 0 1 0 1 0zM80 52a20 20 0 1 1 -1 0z",
    lines: "M60 64q4 -10 14 -13",
    more: () => [drawn("path", { d: "M70 28h20l7 8l-17 16l-17 -16z", fill: "#8fb7c9" }), drawn("path", { d: "M70 28l10 24l10 -24M63 36h34", stroke: "#fff", "stroke-opacity": 0.7, fill: "none" })],
  },
  // Anything else is in a parcel.
  { name: /./, shape: "M40 44l40 -18l40 18v44l-40 18l-40 -18z", lines: "M40 44l40 18l40 -18M80 62v44M60 35l40 18v14" },
];

/** @param {Item} item */
export function garment(item) {
  const next = chance(item.id);
  const words = `${item.title} ${item.category ?? ""}`;
  const { shape, lines, more } = shapes.find(({ name }) => name.test(words)) ?? shapes[shapes.length - 1];
  const colour = colours.find(([name]) => name.test(item.title))?.[1] ?? item.placeholder ?? "#b9aa98";
  const ground = pick(next, grounds);
  const isStriped = /strip/i.test(item.title);
  const parts = [
    drawn("path", { d: "M0 0h160v120H0z", fill: ground }),
    drawn("circle", { cx: 80 + (next() - 0.5) * 30, cy: 58, r: 46, fill: "#fff", opacity: 0.45 }),
    drawn("ellipse", { cx: 80, cy: 106, rx: 36, ry: 4, fill: "#000", opacity: 0.1 }),
    drawn("path", { d: shape, fill: colour, stroke: "#000", "stroke-opacity": 0.14, "stroke-width": 1, "stroke-linejoin": "round", "fill-rule": "evenodd" }),
    drawn("path", { d: lines, fill: "none", stroke: ink(colour), "stroke-opacity": 0.4, "stroke-width": 1.1, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  ];
  if (isStriped) parts.push(drawn("path", { d: "M60 56h40M60 64h40M60 72h40M60 80h40M60 88h40", stroke: ink(colour), "stroke-opacity": 0.55, "stroke-width": 2.4 }));
  return { size: 160, parts: [...parts, ...(more?.(colour) ?? [])] };
}

/**
 * The colour of lines on a colour.
 * @param {string} colour #rrggbb
 */
function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 110 ? "#fff" : "#3a3029";
}
