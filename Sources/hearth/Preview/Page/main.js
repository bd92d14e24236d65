// The preview: request on the left, phones in the middle, response on the right.
import * as ask from "./ask.js";
import { choices, eventOf, isOpened, nameOf } from "./choices.js";
import { devices, layouts } from "./devices.js";
import { arrange, element } from "./dom.js";
import { completed, joined } from "./home.js";
import { Menu } from "./menu.js";
import { Panel } from "./panel.js";
import { Phone } from "./phone.js";
import { PlaceMap } from "./place.js";

const form = document.querySelector("#controls");
const stage = document.querySelector("#phones");
const status = document.querySelector("#status");
const menu = new Menu();
const phones = new Map();
let segment = "";
// Responses to outdated requests are ignored.
let asking = 0;

const panel = new Panel(document.querySelector("#panel"), (href) => ask.explain(href, asked()));
const map = new PlaceMap(document.querySelector("#place"), {
  choose({ latitude, longitude }) {
    form.lat.value = latitude.toFixed(5);
    form.lon.value = longitude.toFixed(5);
    refresh();
  },
  say,
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

// If all are selected, the parameter is omitted.
function known() {
  const boxes = [...form.querySelectorAll("input[name=layout]")];
  const checked = boxes.filter((box) => box.checked).map((box) => box.value);
  return checked.length === boxes.length ? undefined : checked;
}

// Invalid input.
function mistake({ lat, lon, layouts }) {
  const field = [...form.elements].find((each) => each.matches("input:invalid"));
  if (field) return `${field.labels[0].textContent.trim()}: ${field.validationMessage} ${field.title}`;
  if (!lat !== !lon) return `A place has a latitude and a longitude: where is the ${lat ? "longitude" : "latitude"}?`;
  if (layouts?.length === 0) return "A phone that knows no layout draws no home.";
  return undefined;
}

// With a button if there is something to undo.
function say(text, isError = false, undo = undefined) {
  status.textContent = text;
  status.classList.toggle("error", isError);
  if (!undo) return;
  const button = element("button", { type: "button" }, "Undo");
  button.addEventListener("click", () => {
    status.focus();
    undo();
  });
  status.append(" ", button);
}

function look() {
  document.body.classList.toggle("dark", form.dark.checked);
  stage.style.setProperty("--zoom", form.zoom.value / 100);
}

// Loads all phones. If the homes are the `same`, loads their further parts again.
async function refresh({ isSame = false } = {}) {
  asking += 1;
  const question = asking;
  look();
  choosePhones();
  const request = asked();
  const wrong = mistake(request);
  if (wrong) return say(wrong, true);
  const said = await Promise.all([...phones.values()].map((phone) => load(phone, request, question, isSame)));
  if (question !== asking) return;
  const problem = said.find((each) => each instanceof Error);
  if (problem) say(problem.message, true);
  else say(said.join(", ") || "No phone is chosen.");
}

function choosePhones() {
  const chosen = devices.filter((device) => form.querySelector(`#device-${device.id}`).checked);
  for (const [id, phone] of phones) {
    if (chosen.some((device) => device.id === id)) continue;
    phone.element.remove();
    phones.delete(id);
  }
  for (const device of chosen) {
    if (!phones.has(device.id)) phones.set(device.id, new Phone(device, handlers));
  }
  arrange(stage, chosen.map((device) => phones.get(device.id).element));
}

// Returns a message, or an Error.
async function load(phone, request, question, isSame) {
  const { device } = phone;
  try {
    const home = await ask.load(ask.address(device, request), request);
    const answers = [home];
    const parts = isSame ? phone.parts : [];
    const whole = await completed(home.document, parts, async (href, shown) => {
      answers.push(await ask.load(ask.continued(href, shown), request));
      return answers.at(-1).document;
    });
    if (question !== asking) return undefined;
    Object.assign(phone, { answers, parts });
    phone.draw(whole, request);
    if (!isSame) marked = [];
    show(phone);
    // Like an app, load widgets that missed the budget after drawing the others.
    for (const widget of whole.homeWidgets) if (widget.state === "deferred") loadPart(phone, widget, widget.href, false);
    return `${device.name}: ${whole.homeWidgets.length} widgets, ${home.milliseconds.toFixed(0)} ms`;
  } catch (error) {
    return error;
  }
}

// Loads a widget or a page of it. Each phone loads sequentially, since each load sends the items shown so far, so that none
// comes twice. A filter or order replaces everything loaded for the widget.
async function loadPart(phone, widget, href, isPage, isChoice = false) {
  const question = asking;
  const name = nameOf(widget);
  if (phone.loading.has(href)) return;
  phone.loading.add(href);
  const before = phone.lastLoad;
  let done;
  phone.lastLoad = new Promise((resolve) => (done = resolve));
  try {
    await before;
    if (question !== asking) return;
    const request = asked();
    const answer = await ask.load(ask.continued(href, phone.home), request);
    if (question !== asking) return;
    phone.answers.push(answer);
    if (isChoice) phone.parts = phone.parts.filter(({ id }) => id !== widget.id);
    phone.parts.push({ id: widget.id, isPage, chosen: isChoice ? href : undefined });
    phone.draw(joined(phone.home, answer.document, isPage), request);
    show(phone);
    const { error, items } = answer.document;
    if (error) say(`${name}: ${error.message}`, true);
    else say(`${name}: ${items.length} ${isPage ? "more items" : "items"}`);
  } catch (error) {
    say(`${name}: ${error.message}`, true);
  } finally {
    phone.loading.delete(href);
    done();
  }
}

// The panel's content: the phone, and the ids of the marked widget and item.
let shown;
let marked = [];

function show(phone) {
  if (!shown?.element.isConnected) [shown] = phones.values();
  if (shown !== phone) return;
  // The last response is drawn.
  const answer = phone.answers.findLast(({ text }) => marked.every((id) => text.includes(JSON.stringify(id))));
  panel.show(marked.length && answer ? answer : phone.answers[0], marked);
  const items = phone.home.homeWidgets.flatMap((widget) => widget.items);
  const [latitude, longitude] = [Number(form.lat.value), Number(form.lon.value)];
  map.show(items, form.lat.value && form.lon.value ? { latitude, longitude } : undefined);
}

function mark(phone, ...ids) {
  shown = phone;
  marked = ids;
  show(phone);
}

// Reports an event, and loads the homes again. `said(user)` tells what happened.
async function report(event, said, undo) {
  const { user } = asked();
  if (!user) return say("No user: enter a user id to record events.");
  try {
    await ask.report(user, event, asked());
  } catch (error) {
    return say(error.message, true);
  }
  await refresh({ isSame: true });
  if (!status.classList.contains("error")) say(said(user), false, undo);
}

const handlers = {
  tap(phone, widget, item) {
    mark(phone, widget.id, item.id);
    const place = item.href ? ` It leads to ${item.href}` : "";
    if (!isOpened(item)) return say(`${item.title} was tapped.${place}`);
    report(eventOf("opened", item), (user) => `${item.title} was opened by ${user}.${place}`);
  },

  // The menu of an item, or of a widget alone.
  choose(phone, widget, item, point) {
    mark(phone, widget.id, ...(item ? [item.id] : []));
    const all = choices(widget, item);
    const name = item?.title ?? nameOf(widget);
    if (all.length === 0) return say(`${name} can be neither saved nor dismissed.`);
    const titled = all.map(({ title, event, undo, said: [done, undone] }) => {
      const takeBack = () => report(undo, () => undone);
      return { title, choose: () => report(event, () => done, takeBack) };
    });
    menu.open(point, name, titled);
  },

  load(phone, widget, href, isPage, isChoice = false) {
    mark(phone, widget.id);
    say(`${nameOf(widget)} …`);
    loadPart(phone, widget, href, isPage, isChoice);
  },

  segment(id) {
    segment = id;
    for (const phone of phones.values()) phone.screen.scrollTop = 0;
    refresh();
  },
};

function check(name, value, text, isChecked, id) {
  const box = element("input", { type: "checkbox", name, value, id, checked: isChecked });
  return element("label", { class: "check" }, box, ` ${text}`);
}

// The state in the URL: `?devices=se,iphone&dark=1&user=u1`.
async function begin() {
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
  form.addEventListener("change", () => refresh());
  form.zoom.addEventListener("input", look);
  look();
  if (!asked().token && (await ask.server()).asksForTokens) return say("This server asks for a token: say which.");
  refresh();
}

begin().catch((error) => say(error.message, true));
