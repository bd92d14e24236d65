// Equirectangular projection around the map's centre, and the picture below the pins.
import { drawn } from "./dom.js";
import { chance } from "./illustration/chance.js";

/** @typedef {import("../contract.js").Region} Region */
/** @typedef {import("../contract.js").Size} Size */
/** @typedef {{ latitude: number, longitude: number }} Place */

/**
 * The projection of a map of `size` that shows `region`, in which the document fits all pins.
 * @param {Region} region
 * @param {Size} size
 */
export function showing(region, size) {
  return new Projection(region, size.height / region.latitudeSpan, size);
}

/**
 * A region that contains both.
 * @param {Region | undefined} one
 * @param {Region | undefined} other
 */
export function union(one, other) {
  if (!one || !other) return one ?? other;
  const edges = (/** @type {Region} */ { latitude, longitude, latitudeSpan, longitudeSpan }) => [
    latitude - latitudeSpan / 2, latitude + latitudeSpan / 2, longitude - longitudeSpan / 2, longitude + longitudeSpan / 2,
  ];
  const [[s1, n1, w1, e1], [s2, n2, w2, e2]] = [edges(one), edges(other)];
  const [south, north, west, east] = [Math.min(s1, s2), Math.max(n1, n2), Math.min(w1, w2), Math.max(e1, e2)];
  return {
    latitude: (south + north) / 2, longitude: (west + east) / 2,
    ...scaled(one, Math.max((north - south) / one.latitudeSpan, (east - west) / one.longitudeSpan)),
  };
}

/**
 * A region of the same shape around some places, with room at its edges.
 * @param {Region} region
 * @param {Place[]} places
 * @returns {Region}
 */
export function around(region, places) {
  const range = (/** @type {number[]} */ values) => [Math.min(...values), Math.max(...values)];
  const [south, north] = range(places.map(({ latitude }) => latitude));
  const [west, east] = range(places.map(({ longitude }) => longitude));
  const share = Math.max((north - south) / region.latitudeSpan, (east - west) / region.longitudeSpan, 0.02);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2, ...scaled(region, share * 1.8) };
}

/**
 * @param {Region} region
 * @param {number} scale
 */
function scaled({ latitudeSpan, longitudeSpan }, scale) {
  return { latitudeSpan: latitudeSpan * scale, longitudeSpan: longitudeSpan * scale };
}

export class Projection {
  /**
   * @param {Place} middle
   * @param {number} points Per degree of latitude.
   * @param {Size} size
   */
  constructor(middle, points, size) {
    this.middle = middle;
    this.points = points;
    this.size = size;
    this.narrowing = Math.cos((middle.latitude * Math.PI) / 180);
  }

  /** @param {Place} place */
  point({ latitude, longitude }) {
    return {
      x: this.size.width / 2 + (longitude - this.middle.longitude) * this.narrowing * this.points,
      y: this.size.height / 2 - (latitude - this.middle.latitude) * this.points,
    };
  }

  /** @param {{ x: number, y: number }} point */
  place({ x, y }) {
    return {
      latitude: this.middle.latitude - (y - this.size.height / 2) / this.points,
      longitude: this.middle.longitude + (x - this.size.width / 2) / (this.narrowing * this.points),
    };
  }

  // Blocks between whole steps of degrees, with streets between them and a park here and there. It is no real place.
  picture() {
    const { width, height } = this.size;
    const step = rounded(72 / this.points);
    const [first, last] = [this.place({ x: 0, y: height }), this.place({ x: width, y: 0 })];
    const parks = [];
    let [streets, lanes] = ["", ""];
    for (let row = Math.floor(first.latitude / step); row * step < last.latitude; row += 1) {
      for (let column = Math.floor(first.longitude / step); column * step < last.longitude; column += 1) {
        const corner = this.point({ latitude: (row + 1) * step, longitude: column * step });
        const [wide, high] = [step * this.points * this.narrowing, step * this.points];
        const next = chance(`${step} ${row} ${column}`);
        if (next() < 0.14) parks.push(drawn("rect", { x: corner.x, y: corner.y, width: wide, height: high, class: "park" }));
        else lanes += `M${corner.x + wide * (0.3 + 0.4 * next())} ${corner.y}v${high}M${corner.x} ${corner.y + high * (0.3 + 0.4 * next())}h${wide}`;
        streets += `M${corner.x} ${corner.y}h${wide}M${corner.x} ${corner.y}v${high}`;
      }
    }
    return drawn(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", class: "town" },
      ...parks,
      drawn("path", { d: lanes, class: "lanes" }),
      drawn("path", { d: streets, class: "streets" }),
    );
  }
}

// The next of 1, 2 and 5 times a power of ten.
/** @param {number} wanted */
function rounded(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5].find((factor) => factor * power >= wanted) ?? 10) * power;
}
