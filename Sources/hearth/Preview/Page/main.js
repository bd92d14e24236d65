// The preview: the request on the left, the phones in the middle, the response on the right.
import * as ask from "./ask.js";
import { choices, dismissal, eventOf, isOpenable, nameOf } from "./choices.js";
import { curl } from "./curl.js";
import { changes } from "./difference.js";
import { found } from "./dom.js";
import { Drawers } from "./drawers.js";
import { Menu } from "./menu.js";
import { Panel } from "./panel/panel.js";
import { PlaceMap } from "./place.js";
import { Settings } from "./settings.js";
import { Stage } from "./stage.js";

/** @typedef {import("./phone/phone.js").Phone} Phone */
/** @typedef {import("../contract.js").UserEvent} UserEvent */

/** @type {HTMLFormElement} */
const form = found("#controls");
const settings = new Settings(form);
const panel = new Panel(found("#panel"));
const drawers = new Drawers();
const menu = new Menu();
const status = found("#status");
const map = new PlaceMap(found("#place"), {
  choose({ latitude, longitude }) {
    settings.control("lat").value = latitude.toFixed(5);
    settings.control("lon").value = longitude.toFixed(5);
    refresh();
  },
  say,
});

/** @param {string} text */
function say(text, isError = false) {
  status.textContent = text;
  status.classList.toggle("error", isError);
}

/** @type {import("./phone/phone.js").Handlers} */
const handlers = {
  tap(phone, widget, item) {
    if (item.retry) return handlers.load(phone, widget, item.retry.href, false);
    mark(phone, widget.id, item.id);
    const place = item.href ? ` It leads to ${item.href}` : "";
    if (!isOpenable(item)) return say(`${item.title} was tapped.${place}`);
    report(phone, phone.asked, eventOf("opened", item), (isDrawn) => {
      if (isDrawn) say(`${item.title} was opened by ${phone.asked.user}.${place}`);
    });
  },

  // The menu of an item, or of a widget alone.
  openMenu(phone, widget, item, point) {
    mark(phone, widget.id, ...(item ? [item.id] : []));
    const all = choices(widget, item);
    const name = item?.title ?? nameOf(widget);
    if (all.length === 0) return say(`${name} can be neither saved nor dismissed.`);
    menu.open(point, name, all.map((choice) => ({ title: choice.title, choose: () => act(phone, choice) })));
  },

  dismiss(phone, widget, item) {
    mark(phone, widget.id, item.id);
    return act(phone, dismissal("Not interested", item, item.title));
  },

  async load(phone, widget, href, isPage, isChoice = false) {
    mark(phone, widget.id);
    const name = nameOf(widget);
    say(`${name} …`);
    try {
      const part = await stage.loadPart(phone, widget, href, isPage, isChoice);
      if (part?.error) say(`${name}: ${part.error.message}`, true);
      else if (part) say(`${name}: ${part.items.length} ${isPage ? "more items" : "items"}`);
    } catch (error) {
      say(`${name}: ${error instanceof Error ? error.message : error}`, true);
    }
  },

  segment(id) {
    settings.segment = id;
    for (const phone of stage.phones.values()) phone.screen.scrollTop = 0;
    refresh();
  },

  again() {
    refresh();
  },
};

const stage = new Stage(found("#phones"), handlers, show);

// Settings that change how the same homes look.
const looks = ["dark", "whole", "fit", "zoom"];

function look() {
  document.body.classList.toggle("dark", settings.isOn("dark"));
  stage.element.classList.toggle("whole", settings.isOn("whole"));
  found("#other").hidden = settings.value("compare") !== "user";
  stage.fit(settings.isOn("fit") ? undefined : Number(settings.value("zoom")) / 100);
}

/**
 * Loads all phones.
 * @returns {Promise<boolean>} Whether all have been drawn.
 */
async function refresh({ isSame = false } = {}) {
  look();
  const { sides, mistake } = settings;
  stage.setPhones(settings.devices, sides.map(({ side }) => side));
  if (mistake) {
    say(mistake, true);
    return false;
  }
  settings.keep();
  if (!isSame) marked = [];
  const said = await stage.load(sides, isSame);
  if (!said) return false;
  const problem = said.find((each) => each instanceof Error);
  if (problem instanceof Error) say(problem.message, true);
  else say(said.join(", ") || "No phone is chosen.");
  return !problem;
}

/** @type {Phone | undefined} The phone whose responses the panel shows. */
let shown;
/** @type {string[]} The ids of the marked widget and item. */
let marked = [];

/** @param {Phone} phone */
function show(phone) {
  if (!shown?.element.isConnected) shown = stage.first;
  if (shown !== phone) return;
  // The last response that has what is marked.
  const answer = [...phone.answers].reverse().find(({ text }) => marked.every((id) => text.includes(JSON.stringify(id))));
  panel.show({ answer: marked.length && answer ? answer : phone.answers[0], ids: marked });
  const items = phone.home.homeWidgets.flatMap((widget) => widget.items);
  const [lat, lon] = [settings.value("lat"), settings.value("lon")];
  map.show(items, lat && lon ? { latitude: Number(lat), longitude: Number(lon) } : undefined);
}

/**
 * @param {Phone} phone
 * @param {string[]} ids
 */
function mark(phone, ...ids) {
  shown = phone;
  marked = ids;
  show(phone);
}

/**
 * Reports what a user chose, with a way back.
 * @param {Phone} phone
 * @param {import("./choices.js").Choice} choice
 */
function act(phone, { event, undo, said: [done, undone] }) {
  // Undone for the same user, even if the phone shows another one by then.
  const { asked } = phone;
  const takeBack = () => report(phone, asked, undo, () => tell(phone, undone));
  return report(phone, asked, event, () => tell(phone, done, takeBack));
}

/**
 * On the phone, as an app tells it.
 * @param {Phone} phone
 * @param {string} text
 * @param {() => void} [undo]
 */
function tell(phone, text, undo) {
  phone.toast.show(text, undo);
  if (!status.classList.contains("error")) say("");
}

/**
 * Reports an event, loads the homes again, and then tells it, also if they could not be loaded.
 * @param {Phone} phone
 * @param {ask.Asked} asked
 * @param {UserEvent} event
 * @param {(isDrawn: boolean) => void} tell
 */
async function report(phone, asked, event, tell) {
  if (!asked.user) return say("No user: enter a user id to record events.");
  const before = phone.home;
  try {
    const entry = await ask.report(asked.user, event, asked);
    const isDrawn = await refresh({ isSame: true });
    if (phone.home !== before) entry.changes = changes(before, phone.home);
    panel.draw();
    tell(isDrawn);
  } catch (error) {
    say(error instanceof Error ? error.message : `${error}`, true);
  }
}

/**
 * @param {string} text
 * @param {string} what
 */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} was copied.`);
  } catch {
    say(`The browser does not allow copying. ${what}: ${text}`);
  }
}

async function begin() {
  settings.restore();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
  });
  form.addEventListener("change", ({ target }) => {
    if (target === settings.control("zoom")) settings.control("fit").checked = false;
    if (!looks.some((name) => target === settings.control(name))) return refresh();
    look();
    settings.keep();
  });
  settings.control("zoom").addEventListener("input", () => stage.fit(Number(settings.value("zoom")) / 100));
  found("#copy-link").addEventListener("click", () => copy(location.href, "The link"));
  found("#copy-curl").addEventListener("click", () => panel.shown && copy(curl(panel.shown.answer), "The command"));
  drawers.begin();
  look();
  const { asksForTokens, compares } = await ask.server();
  if (!compares) found('#compare option[value="config"]').remove();
  if (!settings.value("token") && asksForTokens) return say("This server asks for a token: say which.");
  refresh();
}

begin().catch((error) => say(error.message, true));
