// Whole homes on phones, beside the cells of the gallery.
import * as ask from "../ask.js";
import { element } from "../dom.js";
import { Phone } from "../phone/phone.js";
import { handlers } from "./cell.js";

/** @typedef {import("../../contract.js").Device} Device */
/** @typedef {import("../../contract.js").Home} Home */
/** @typedef {import("../ask.js").Asked} Asked */

/**
 * A phone for each device, and for each segment unless one is asked for.
 * @param {Device[]} devices
 * @param {Asked} asked
 */
export async function phones(devices, asked) {
  const homes = await Promise.all(devices.map((device) => segments(device, asked)));
  const bySegment = (homes[0] ?? []).flatMap((_, segment) => devices.map((device, index) => drawn(device, homes[index][segment], asked)));
  return bySegment.length > 0 && element("div", { class: "gallery-row gallery-phones" }, ...bySegment);
}

/**
 * The home of the segment that is asked for, or those of all segments.
 * @param {Device} device
 * @param {Asked} asked
 * @returns {Promise<Home[]>}
 */
async function segments(device, asked) {
  const first = await home(device, asked);
  if (asked.segment || first.segments.length === 0) return [first];
  return Promise.all(first.segments.map(({ id, active }) => (active ? first : home(device, { ...asked, segment: id }))));
}

/**
 * @param {Device} device
 * @param {Asked} asked
 * @returns {Promise<Home>}
 */
async function home(device, asked) {
  return (await ask.load(ask.address(device, asked), asked)).document;
}

/**
 * @param {Device} device
 * @param {Home} home
 * @param {Asked} asked
 */
function drawn(device, home, asked) {
  const phone = new Phone(device, handlers, home.segments.find(({ active }) => active)?.title);
  phone.draw(home, asked);
  return phone.element;
}
