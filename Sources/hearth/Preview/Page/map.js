// Equirectangular projection around the map's centre.
import { drawn } from "./dom.js";

// The margin that keeps whole pins on the map.
const margin = { sides: 48, above: 36, below: 12 };

// A map of `size` that contains all `places`.
export function fitting(places, size) {
  if (places.length === 0) return new Projection({ latitude: 0, longitude: 0 }, 1, size);
  const [north, south] = [Math.max, Math.min].map((end) => end(...places.map((place) => place.latitude)));
  const [east, west] = [Math.max, Math.min].map((end) => end(...places.map((place) => place.longitude)));
  const narrowing = Math.cos(((north + south) * Math.PI) / 360);
  const points = Math.min(
    (size.width - 2 * margin.sides) / Math.max((east - west) * narrowing, 1e-4),
    (size.height - margin.above - margin.below) / Math.max(north - south, 1e-4),
  );
  const lift = (margin.above - margin.below) / 2 / points;
  return new Projection({ latitude: (north + south) / 2 + lift, longitude: (east + west) / 2 }, points, size);
}

export class Projection {
  // `points` per degree of latitude.
  constructor(middle, points, size) {
    Object.assign(this, { middle, points, size, narrowing: Math.cos((middle.latitude * Math.PI) / 180) });
  }

  point({ latitude, longitude }) {
    return {
      x: this.size.width / 2 + (longitude - this.middle.longitude) * this.narrowing * this.points,
      y: this.size.height / 2 - (latitude - this.middle.latitude) * this.points,
    };
  }

  place({ x, y }) {
    return {
      latitude: this.middle.latitude - (y - this.size.height / 2) / this.points,
      longitude: this.middle.longitude + (x - this.size.width / 2) / (this.narrowing * this.points),
    };
  }

  // A few lines at whole steps of degrees.
  grid() {
    const { width, height } = this.size;
    const lines = drawn("g", { class: "grid" });
    const wanted = (80 / this.points) * 1.2;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= wanted);
    const [first, last] = [this.place({ x: 0, y: height }), this.place({ x: width, y: 0 })];
    for (let latitude = Math.ceil(first.latitude / step) * step; latitude < last.latitude; latitude += step) {
      const { y } = this.point({ latitude, longitude: 0 });
      lines.append(drawn("line", { x1: 0, x2: width, y1: y, y2: y }));
    }
    for (let longitude = Math.ceil(first.longitude / step) * step; longitude < last.longitude; longitude += step) {
      const { x } = this.point({ latitude: 0, longitude });
      lines.append(drawn("line", { x1: x, x2: x, y1: 0, y2: height }));
    }
    return lines;
  }

  picture() {
    const { width, height } = this.size;
    return drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, this.grid());
  }
}
