// Small pictures of lines, of 24 × 24 units, in the colour of the text.
import { drawn } from "../dom.js";

const paths = {
  house: "M4 11l8 -7l8 7v9h-5v-6h-6v6H4z",
  bag: "M6 8h12l1 12H5zM9 8V6a3 3 0 0 1 6 0v2",
  fork: "M7 3v6a2.5 2.5 0 0 0 5 0V3M9.5 11.5V21M17 3q-3 4 -3 9h3zM17 12v9",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  arrow: "M5 12h14M13 6l6 6l-6 6",
  down: "M12 5v14M6 13l6 6l6 -6",
  clock: "M12 3a9 9 0 1 0 .1 0zM12 7v5l3.5 2",
  search: "M10.5 4a6.5 6.5 0 1 0 .1 0zM15.5 15.5L20 20",
  cloud: "M7 18a4 4 0 0 1 0 -8a5.5 5.5 0 0 1 10.5 1.5a3.3 3.3 0 0 1 -.5 6.5zM4 3l17 19",
};

/** @param {keyof typeof paths} name */
export function icon(name) {
  return drawn(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawn("path", { d: paths[name], fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}

/**
 * Of a segment, by its id.
 * @param {string} id
 */
export function iconOf(id) {
  if (/home|house|propert|listing/i.test(id)) return icon("house");
  if (/style|shop|store|fashion|product/i.test(id)) return icon("bag");
  if (/food|eat|restaurant|dish|dinner/i.test(id)) return icon("fork");
  return icon("grid");
}
