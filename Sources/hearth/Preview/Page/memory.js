// The last homes of each device, kept by the browser: their metrics are the skeleton of the next ones.
import { expected } from "./phone/skeleton.js";

/** @typedef {import("../contract.js").Home} Home */
/** @typedef {import("./ask.js").Asked} Asked */

/**
 * @param {import("../contract.js").Device} device
 * @param {Asked} asked
 */
function key(device, { segment, textScale, locale, base }) {
  return `home ${base} ${device.id} ${segment} ${textScale} ${locale}`;
}

/**
 * @param {import("../contract.js").Device} device
 * @param {Asked} asked
 * @param {Home} home
 */
export function remember(device, asked, home) {
  try {
    localStorage.setItem(key(device, asked), JSON.stringify(expected(home)));
  } catch {
    // A browser that keeps nothing shows no skeleton of a whole home.
  }
}

/**
 * @param {import("../contract.js").Device} device
 * @param {Asked} asked
 * @returns {Home | undefined}
 */
export function remembered(device, asked) {
  try {
    return JSON.parse(localStorage.getItem(key(device, asked)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
