// The settings of the page: in its form, and in its address, which reproduces everything but the token.
import { devices, layouts } from "./devices.js";
import { element } from "./dom.js";

/** @typedef {import("./ask.js").Asked} Asked */

const texts = ["user", "lat", "lon", "textScale", "locale", "budget", "compare", "other"];
const switches = ["dark", "images", "whole"];

export class Settings {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.segment = "";
  }

  /**
   * @param {string} name
   * @returns {HTMLInputElement}
   */
  control(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {string} name */
  value(name) {
    return this.control(name).value.trim();
  }

  /** @param {string} name */
  isOn(name) {
    return this.control(name).checked;
  }

  /** The state in the address: `?devices=se,iphone&dark=1&user=u1`. */
  restore() {
    const given = new URLSearchParams(location.search);
    const chosen = (given.get("devices") ?? (innerWidth < 560 ? "iphone" : "se,iphone,max")).split(",");
    const drawable = given.get("layouts")?.split(",") ?? layouts;
    this.form.querySelector("#devices")?.append(
      ...devices.map(({ id, name, width }) => check("device", id, `${name}, ${width} pt`, chosen.includes(id), `device-${id}`)),
    );
    this.form.querySelector("#layouts")?.append(
      ...layouts.map((layout) => check("layout", layout, layout.replace("HomeWidget", ""), drawable.includes(layout))),
    );
    for (const name of texts) if (given.has(name)) this.control(name).value = given.get(name) ?? "";
    for (const name of switches) this.control(name).checked = given.get(name) === "1";
    if (given.get("compressed") === "0") this.control("compressed").checked = false;
    const zoom = given.get("zoom");
    this.control("fit").checked = zoom === null;
    if (zoom !== null) this.control("zoom").value = zoom;
    this.segment = given.get("segment") ?? "";
  }

  /** Writes the state to the address. */
  keep() {
    const kept = new URLSearchParams({ devices: this.devices.map(({ id }) => id).join(",") });
    for (const name of texts) {
      const value = this.value(name);
      const control = this.control(name);
      const usual = control instanceof HTMLSelectElement ? control.querySelector("option[selected]")?.getAttribute("value") ?? "" : control.defaultValue;
      if (value !== usual) kept.set(name, value);
    }
    for (const name of switches) if (this.isOn(name)) kept.set(name, "1");
    if (!this.isOn("compressed")) kept.set("compressed", "0");
    if (!this.isOn("fit")) kept.set("zoom", this.value("zoom"));
    if (this.segment) kept.set("segment", this.segment);
    const known = this.layouts;
    if (known) kept.set("layouts", known.join(","));
    history.replaceState(null, "", `?${kept.toString().replaceAll("%2C", ",")}`);
  }

  get devices() {
    return devices.filter(({ id }) => this.form.querySelector(`#device-${id}:checked`));
  }

  /** The layouts that the phone knows; `undefined` if it knows all. */
  get layouts() {
    const checked = [...this.form.querySelectorAll("input[name=layout]:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value);
    return checked.length === layouts.length ? undefined : checked;
  }

  /**
   * What is asked for each of the sides that are compared; one side if nothing is.
   * @returns {{ side: string, asked: Asked }[]}
   */
  get sides() {
    const value = (/** @type {string} */ name) => this.value(name);
    /** @type {Asked} */
    const asked = {
      base: "",
      user: value("user"), token: value("token"), lat: value("lat"), lon: value("lon"), textScale: value("textScale"),
      locale: value("locale"), budget: value("budget"), segment: this.segment,
      compressed: this.isOn("compressed"), images: this.isOn("images"), layouts: this.layouts,
    };
    const compared = value("compare");
    if (compared === "user") return [{ side: asked.user || "nobody", asked }, { side: value("other") || "nobody", asked: { ...asked, user: value("other") } }];
    if (compared === "config") return [{ side: "now", asked }, { side: "candidate", asked: { ...asked, base: "/preview/compared" } }];
    return [{ side: "", asked }];
  }

  /** What is wrong with the input, if anything is. */
  get mistake() {
    const field = [...this.form.elements].find((each) => each.matches("input:invalid"));
    if (field instanceof HTMLInputElement) return `${field.labels?.[0].textContent?.trim()}: ${field.validationMessage} ${field.title}`;
    const [lat, lon] = [this.value("lat"), this.value("lon")];
    if (!lat !== !lon) return `A place has a latitude and a longitude: where is the ${lat ? "longitude" : "latitude"}?`;
    if (this.layouts?.length === 0) return "A phone that knows no layout draws no home.";
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} isChecked
 * @param {string} [id]
 */
function check(name, value, text, isChecked, id) {
  const box = element("input", { type: "checkbox", name, value, id, checked: isChecked });
  return element("label", { class: "check" }, box, ` ${text}`);
}
