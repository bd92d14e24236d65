// Selects the phone's position: by a click on a map, arrow keys, or numbers.
import { drawn, element } from "./dom.js";
import { Projection } from "./map.js";

const size = { width: 256, height: 160 };
const nearest = 1 << 17;

export class PlaceMap {
  // Calls `choose(place)` for the selected position, and `say(text)` with the centre.
  constructor(root, { choose, say }) {
    Object.assign(this, { choose, say });
    this.middle = { latitude: 20, longitude: 0 };
    this.points = 1.4;
    this.dots = [];
    this.canvas = element("div", {
      class: "place-map",
      tabindex: "0",
      role: "application",
      "aria-label": "Map: click to put the phone there; arrow keys move, plus and minus zoom, Enter puts the phone in the middle",
    });
    const buttons = [["−", 0.5, "Zoom out"], ["+", 2, "Zoom in"]].map(([sign, factor, label]) => {
      const button = element("button", { type: "button", "aria-label": label }, sign);
      button.addEventListener("click", () => this.zoom(factor));
      return button;
    });
    root.append(this.canvas, element("div", { class: "zoom" }, ...buttons));
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("keydown", (event) => this.pressed(event));
    this.draw();
  }

  // Shows the items' positions, and centres on them the first time.
  show(places, phone) {
    const found = places.filter((place) => Number.isFinite(place.latitude));
    this.phone = phone;
    if (!this.hasMoved && (phone || found.length)) {
      this.middle = phone ?? found[0];
      this.points = 900;
      this.hasMoved = true;
    }
    if (found.length) this.dots = found;
    this.draw();
  }

  zoom(factor) {
    this.points = Math.min(nearest, Math.max(0.7, this.points * factor));
    this.draw();
  }

  clicked(event) {
    const box = this.canvas.getBoundingClientRect();
    this.put(this.projection.place({ x: event.clientX - box.left, y: event.clientY - box.top }));
  }

  pressed(event) {
    const step = 32 / this.points;
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

function bounded({ latitude, longitude }) {
  return {
    latitude: Math.max(-85, Math.min(85, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}
