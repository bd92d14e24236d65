// Equirectangular projection around the map's centre.
import { drawn } from "./dom.js";

// The projection of a map of `size` that shows `region`, in which the document fits all pins.
export function showing(region, size) {
  return new Projection(region, size.height / region.latitudeSpan, size);
}

// A region that contains both.
export function union(one, other) {
  if (!one || !other) return one ?? other;
  const edges = ({ latitude, longitude, latitudeSpan, longitudeSpan }) => [
    latitude - latitudeSpan / 2, latitude + latitudeSpan / 2, longitude - longitudeSpan / 2, longitude + longitudeSpan / 2,
  ];
  const [[s1, n1, w1, e1], [s2, n2, w2, e2]] = [edges(one), edges(other)];
  const [south, north, west, east] = [Math.min(s1, s2), Math.max(n1, n2), Math.min(w1, w2), Math.max(e1, e2)];
  const scale = Math.max((north - south) / one.latitudeSpan, (east - west) / one.longitudeSpan);
  return {
    latitude: (south + north) / 2, longitude: (west + east) / 2,
    latitudeSpan: one.latitudeSpan * scale, longitudeSpan: one.longitudeSpan * scale,
  };
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
