// Selects the phone's position: by a click on a map, arrow keys, or numbers.
import { drawn, element } from "./dom.js";
import { Projection } from "./map.js";

/** @typedef {import("./map.js").Place} Place */

const size = { width: 256, height: 160 };
const nearest = 1 << 17;

export class PlaceMap {
  /**
   * @param {Element} root
   * @param {object} handlers
   * @param {(place: Place) => void} handlers.choose Called with the selected position.
   * @param {(text: string) => void} handlers.say Called with the centre.
   */
  constructor(root, { choose, say }) {
    this.choose = choose;
    this.say = say;
    /** @type {Place} */
    this.middle = { latitude: 20, longitude: 0 };
    // Per degree of latitude.
    this.points = 1.4;
    /** @type {Place[]} */
    this.dots = [];
    /** @type {Place | undefined} */
    this.phone = undefined;
    this.isCentred = false;
    this.projection = new Projection(this.middle, this.points, size);
    this.canvas = element("div", {
      class: "place-map",
      tabindex: "0",
      role: "application",
      "aria-label": "Map: click to put the phone there; arrow keys move, plus and minus zoom, Enter puts the phone in the middle",
    });
    const buttons = [{ sign: "−", factor: 0.5, label: "Zoom out" }, { sign: "+", factor: 2, label: "Zoom in" }].map(({ sign, factor, label }) => {
      const button = element("button", { type: "button", "aria-label": label }, sign);
      button.addEventListener("click", () => this.zoom(factor));
      return button;
    });
    root.append(this.canvas, element("div", { class: "zoom" }, ...buttons));
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("keydown", (event) => this.pressed(event));
    this.draw();
  }

  /**
   * Shows the items' positions, and centres on them the first time, and later on a phone that was put outside.
   * @param {Partial<Place>[]} places
   * @param {Place | undefined} phone
   */
  show(places, phone) {
    const found = /** @type {Place[]} */ (places.filter(({ latitude }) => Number.isFinite(latitude)));
    const isElsewhere = phone?.latitude !== this.phone?.latitude || phone?.longitude !== this.phone?.longitude;
    this.phone = phone;
    if (!this.isCentred && (phone || found.length)) {
      this.middle = phone ?? found[0];
      this.points = 900;
      this.isCentred = true;
    } else if (phone && isElsewhere && !this.contains(phone)) {
      this.middle = phone;
    }
    if (found.length) this.dots = found;
    this.draw();
  }

  /** @param {Place} place */
  contains(place) {
    const { x, y } = this.projection.point(place);
    return x >= 0 && x <= size.width && y >= 0 && y <= size.height;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.points = Math.min(nearest, Math.max(0.7, this.points * factor));
    this.draw();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const box = this.canvas.getBoundingClientRect();
    this.put(this.projection.place({ x: event.clientX - box.left, y: event.clientY - box.top }));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = 32 / this.points;
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowUp: [step, 0], ArrowDown: [-step, 0], ArrowLeft: [0, -step], ArrowRight: [0, step] };
    if (event.key === "Enter" || event.key === " ") this.put(this.middle);
    else if (event.key === "+") this.zoom(2);
    else if (event.key === "-") this.zoom(0.5);
    else if (moves[event.key]) {
      const [north, east] = moves[event.key];
      this.middle = bounded({ latitude: this.middle.latitude + north, longitude: this.middle.longitude + east });
      this.draw();
      this.say(`The middle of the map: ${this.middle.latitude.toFixed(4)}, ${this.middle.longitude.toFixed(4)}`);
    } else return;
    event.preventDefault();
  }

  /** @param {Place} place */
  put(place) {
    this.choose(bounded(place));
  }

  draw() {
    this.projection = new Projection(this.middle, this.points, size);
    const picture = this.projection.picture();
    for (const dot of this.dots) {
      const { x, y } = this.projection.point(dot);
      picture.append(drawn("circle", { cx: x, cy: y, r: 2, class: "dot" }));
    }
    if (this.phone) {
      const { x, y } = this.projection.point(this.phone);
      picture.append(drawn("circle", { cx: x, cy: y, r: 5, class: "here" }));
    }
    // The position that Enter selects.
    const [x, y] = [size.width / 2, size.height / 2];
    picture.append(drawn("path", { d: `M${x - 8} ${y}h16M${x} ${y - 8}v16`, class: "middle" }));
    this.canvas.replaceChildren(picture);
  }
}

/** @param {Place} place */
function bounded({ latitude, longitude }) {
  return {
    latitude: Math.max(-85, Math.min(85, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}
