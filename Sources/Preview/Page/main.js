// The preview: what is asked for on the left, phones in the middle, what the server answered on the right.
import * as ask from "./ask.js";
import { devices, layouts } from "./devices.js";
import { arrange, element } from "./dom.js";
import { Panel } from "./panel.js";
import { Phone } from "./phone.js";
import { PlaceMap } from "./place.js";

const form = document.querySelector("#controls");
const stage = document.querySelector("#phones");
const status = document.querySelector("#status");
const phones = new Map();
const answers = new Map();
let segment = "";
// Answers that come after a later question was asked are of no interest.
let asking = 0;

const panel = new Panel(document.querySelector("#panel"), (href) => ask.explain(href, asked()));
const map = new PlaceMap(document.querySelector("#place"), ({ latitude, longitude }) => {
  form.lat.value = latitude.toFixed(5);
  form.lon.value = longitude.toFixed(5);
  refresh();
});

function asked() {
  const value = (name) => form.elements[name].value.trim();
  return {
    user: value("user"),
    token: value("token"),
    lat: value("lat"),
    lon: value("lon"),
    textScale: value("textScale"),
    locale: value("locale"),
    budget: value("budget"),
    segment,
    compressed: form.compressed.checked,
    images: form.images.checked,
    layouts: known(),
  };
}

// All of them is what a client knows that says nothing.
function known() {
  const boxes = [...form.querySelectorAll("input[name=layout]")];
  const checked = boxes.filter((box) => box.checked).map((box) => box.value);
  return checked.length === boxes.length ? [] : checked;
}

function say(text, isError = false) {
  status.textContent = text;
  status.classList.toggle("error", isError);
}

async function refresh() {
  asking += 1;
  const question = asking;
  document.body.classList.toggle("dark", form.dark.checked);
  stage.style.setProperty("--zoom", form.zoom.value / 100);
  choosePhones();
  await Promise.all([...phones.values()].map((phone) => load(phone, question)));
}

function choosePhones() {
  const chosen = devices.filter((device) => form.querySelector(`#device-${device.id}`).checked);
  for (const [id, phone] of phones) {
    if (chosen.some((device) => device.id === id)) continue;
    phone.element.remove();
    phones.delete(id);
    answers.delete(id);
  }
  for (const device of chosen) {
    if (!phones.has(device.id)) phones.set(device.id, new Phone(device, handlers));
  }
  arrange(stage, chosen.map((device) => phones.get(device.id).element));
}

async function load(phone, question) {
  const request = asked();
  const { device } = phone;
  try {
    const answer = await ask.load(ask.address(device, request), request);
    if (question !== asking) return;
    answers.set(device.id, answer);
    phone.draw(answer.document, request);
    show(phone, panelIDs.get(device.id));
    say(`${answer.document.homeWidgets.length} widgets, ${answer.milliseconds.toFixed(0)} ms`);
    phone.element.dataset.revision = answer.document.revision;
    loadDeferred(phone, answer.document);
  } catch (error) {
    if (question === asking) say(error.message, true);
  }
}

// As an app does: what missed the budget is asked for once the rest is drawn.
function loadDeferred(phone, home) {
  for (const widget of home.homeWidgets) {
    if (widget.state === "deferred") handlers.load(phone, widget, widget.href, false);
  }
}

const panelIDs = new Map();
let shownDevice;

function show(phone, ids = []) {
  if (!phones.has(shownDevice)) [shownDevice] = phones.keys();
  if (shownDevice !== phone.device.id) return;
  const answer = answers.get(phone.device.id);
  panel.show(answer, ids);
  const items = answer.document.homeWidgets.flatMap((widget) => widget.items);
  const [latitude, longitude] = [Number(form.lat.value), Number(form.lon.value)];
  map.show(items, form.lat.value && form.lon.value ? { latitude, longitude } : undefined);
}

const handlers = {
  async tap(phone, widget, item) {
    shownDevice = phone.device.id;
    panelIDs.clear();
    panelIDs.set(shownDevice, [widget.id, item.id]);
    show(phone, panelIDs.get(shownDevice));
    const { user } = asked();
    const isOpened = item.kind === "listing" || item.kind === "product";
    if (!isOpened) return say(`${item.title ?? item.id} leads to ${item.href}`);
    if (!user) return say("Nobody is asking: say who, and what is opened is remembered.");
    try {
      await ask.open(user, item.id, asked());
      await refresh();
      say(`${item.title} was opened by ${user}`);
    } catch (error) {
      say(error.message, true);
    }
  },

  async load(phone, widget, href, isPage) {
    try {
      const answer = await ask.load(href, asked());
      phone.put(answer.document, isPage);
      say(`${widget.title || widget.id}: ${answer.document.items.length} items`);
    } catch (error) {
      say(error.message, true);
    }
  },

  segment(id) {
    segment = id;
    panelIDs.clear();
    for (const phone of phones.values()) phone.screen.scrollTop = 0;
    refresh();
  },
};

function check(name, value, text, isChecked, id) {
  const box = element("input", { type: "checkbox", name, value, id, checked: isChecked });
  return element("label", { class: "check" }, box, ` ${text}`);
}

// `?devices=se,iphone&dark=1&user=u1` asks for the same again.
function begin() {
  const given = new URLSearchParams(location.search);
  const chosen = (given.get("devices") ?? "se,iphone,max").split(",");
  document.querySelector("#devices").append(
    ...devices.map(({ id, name, width }) => check("device", id, `${name}, ${width} pt`, chosen.includes(id), `device-${id}`)),
  );
  const drawable = given.get("layouts")?.split(",") ?? layouts;
  document.querySelector("#layouts").append(
    ...layouts.map((layout) => check("layout", layout, layout.replace("HomeWidget", ""), drawable.includes(layout))),
  );
  for (const name of ["user", "lat", "lon", "textScale", "locale", "budget", "zoom"]) {
    if (given.has(name)) form.elements[name].value = given.get(name);
  }
  for (const name of ["dark", "images"]) form.elements[name].checked = given.get(name) === "1";
  if (given.get("compressed") === "0") form.compressed.checked = false;
  segment = given.get("segment") ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
  });
  form.addEventListener("change", refresh);
  refresh();
}

begin();
