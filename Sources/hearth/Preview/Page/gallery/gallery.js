// The gallery: each layout in each state, text size and direction, and whole homes on phones. The query narrows it:
// `/preview/gallery?layouts=HomeWidgetGrid&states=loaded,error&textScales=1&directions=ltr&phones=se,iphone&dark=1`.
import * as ask from "../ask.js";
import { devices, layouts } from "../devices.js";
import { element, found } from "../dom.js";
import { directions, drawCell, shortName } from "./cell.js";
import { phones } from "./phones.js";
import { states } from "./states.js";

/** @typedef {"ltr" | "rtl"} Direction */

const device = { width: 390, scale: 2 };

/** The locale of each direction. @type {Record<Direction, string>} */
const locales = { ltr: "en", rtl: "ar" };

// What can be chosen, by the name in the query.
const choices = {
  layouts: { title: "Layout", values: layouts },
  states: { title: "State", values: states },
  textScales: { title: "Text size", values: ["1", "1.9", "3.2"] },
  directions: { title: "Direction", values: /** @type {Direction[]} */ (["ltr", "rtl"]) },
  phones: { title: "Phones", values: devices.map(({ id }) => id), isOptional: true },
};

const query = new URLSearchParams(location.search);
const status = found("#status");

/**
 * The chosen values of one of the choices: by default all, or none if it is optional.
 * @template {string} Value
 * @param {string} name
 * @param {{ title: string, values: Value[], isOptional?: boolean }} choice
 */
function chosen(name, { title, values, isOptional = false }) {
  const given = query.get(name)?.split(",").filter(Boolean) ?? (isOptional ? [] : undefined);
  const unknown = given?.find((value) => !values.some((known) => known === value));
  if (unknown !== undefined) throw new Error(`${title}: “${unknown}” is none of ${values.join(", ")}.`);
  return values.filter((value) => given?.includes(value) ?? true);
}

/**
 * Parameters of the query.
 * @param {string[]} names
 */
function given(...names) {
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
}

/**
 * A link to this page with another value in the query.
 * @param {string} name
 * @param {string | undefined} value Absent for the default.
 * @param {string} text
 */
function link(name, value, text) {
  const changed = new URLSearchParams(query);
  changed.delete(name);
  if (value !== undefined) changed.set(name, value);
  const isCurrent = (query.get(name) ?? undefined) === value;
  return element("a", { href: `/preview/gallery?${changed}`, "aria-current": isCurrent && "true" }, text);
}

function drawChoices() {
  document.body.classList.toggle("dark", query.get("dark") === "1");
  const lists = Object.entries(choices).map(([name, { title, values, ...choice }]) => [
    title,
    link(name, undefined, "isOptional" in choice ? "none" : "all"),
    ...values.map((value) => link(name, value, shortName(value))),
  ]);
  lists.push(["Colours", link("dark", undefined, "light"), link("dark", "1", "dark")]);
  const rows = lists.map((list) => element("ul", { class: "gallery-choice" }, ...list.map((each) => element("li", {}, each))));
  found("#choices").replaceChildren(...rows);
}

/**
 * The phones and the cells of one text size and direction.
 * @param {string} textScale
 * @param {Direction} direction
 * @param {string} token
 */
async function sheet(textScale, direction, token) {
  const locale = locales[direction];
  const asked = { base: "/preview/gallery", user: "", token, lat: "", lon: "", textScale, locale, budget: "", segment: "", compressed: true, images: false };
  const ids = chosen("phones", choices.phones);
  const row = await phones(devices.filter(({ id }) => ids.includes(id)), { ...asked, base: "", ...given("user", "segment", "lat", "lon") });
  const parameters = new URLSearchParams({ width: `${device.width}`, scale: `${device.scale}`, textScale, locale });
  /** @type {{ document: import("../../contract.js").Home }} */
  const { document: home } = await ask.load(`/home?${parameters}`, asked);
  const made = element("section", { class: "gallery-sheet" }, element("h2", {}, `Text size ${textScale}, ${directions[direction]}`));
  if (home.direction !== direction) {
    made.append(element("p", {}, `The config has no language for the locale “${locale}”.`));
    return made;
  }
  if (row) made.append(row);
  const wanted = chosen("states", choices.states);
  const widgets = chosen("layouts", choices.layouts).map((layout) => home.homeWidgets.filter((widget) => widget.layout === layout));
  const rows = widgets.map((same) => same.flatMap((widget) => wanted.map((state) => drawCell(widget, home, device, { state, textScale, direction }))));
  // A row for each layout, unless each would have one cell.
  const filled = wanted.length > 1 ? rows : [rows.flat()];
  made.append(...filled.map((cells) => element("div", { class: "gallery-row" }, ...cells)));
  return made;
}

/** @param {string} token */
async function draw(token) {
  status.textContent = "Loading …";
  const scales = chosen("textScales", choices.textScales);
  const sides = chosen("directions", choices.directions);
  const sheets = await Promise.all(scales.flatMap((scale) => sides.map((side) => sheet(scale, side, token))));
  found("#cells").replaceChildren(...sheets);
  await document.fonts.ready;
  const drawn = [...document.querySelectorAll(".gallery-cell")].map((cell) => cell.getAttribute("data-layout"));
  const missing = chosen("layouts", choices.layouts).filter((layout) => !drawn.includes(layout)).map(shortName);
  status.classList.remove("error");
  const count = document.querySelectorAll(".gallery-phones .phone").length;
  status.textContent = `${count > 0 ? `${count} phones, ` : ""}${drawn.length} cells${missing.length ? `; the store has no items for ${missing.join(", ")}` : ""}`;
  document.body.dataset.ready = "true";
}

/** @param {unknown} error */
function fail(error) {
  status.textContent = error instanceof Error ? error.message : `${error}`;
  status.classList.add("error");
}

async function begin() {
  drawChoices();
  if (!(await ask.server()).asksForTokens) return draw("");
  const form = /** @type {HTMLFormElement} */ (found("#authorization"));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    draw(`${new FormData(form).get("token")}`.trim()).catch(fail);
  });
}

begin().catch(fail);
