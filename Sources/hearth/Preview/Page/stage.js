// The phones side by side: which there are, how large they are drawn, and their homes.
import * as ask from "./ask.js";
import { differences } from "./difference.js";
import { arrange } from "./dom.js";
import { completed, joined } from "./home.js";
import { remember, remembered } from "./memory.js";
import { Phone } from "./phone/phone.js";

/** @typedef {import("./ask.js").Asked} Asked */
/** @typedef {import("../contract.js").Widget} Widget */

// The space between phones and around them, and a phone's case on both sides, in CSS pixels.
const [gap, margin, bezel] = [32, 24, 24];
const smallestInRow = 0.45;

export class Stage {
  /**
   * @param {HTMLElement} element
   * @param {import("./phone/phone.js").Handlers} handlers
   * @param {(phone: Phone) => void} drawn Called when a phone has drawn something.
   */
  constructor(element, handlers, drawn) {
    this.element = element;
    this.handlers = handlers;
    this.drawn = drawn;
    /** @type {Map<string, Phone>} */
    this.phones = new Map();
    /** @type {number | undefined} */
    this.zoom = undefined;
    // Responses to outdated requests are ignored.
    this.asking = 0;
    new ResizeObserver(() => this.scale()).observe(element);
  }

  get first() {
    return [...this.phones.values()][0];
  }

  /**
   * Shows a phone for each device and side.
   * @param {import("../contract.js").Device[]} devices
   * @param {string[]} sides
   */
  setPhones(devices, sides) {
    const wanted = devices.flatMap((device) => sides.map((side, place) => ({ device, side, place, key: `${device.id} ${place} ${side}` })));
    for (const [key, phone] of this.phones) {
      if (wanted.some((each) => each.key === key)) continue;
      phone.element.remove();
      this.phones.delete(key);
    }
    const kept = this.phones;
    this.phones = new Map(wanted.map(({ device, side, place, key }) => [key, kept.get(key) ?? new Phone(device, this.handlers, side, place)]));
    arrange(this.element, [...this.phones.values()].map(({ element }) => element));
    this.scale();
  }

  /**
   * Draws the phones at a zoom, or all in one row if there is none; where they would be too small, as wide as the stage.
   * @param {number | undefined} zoom
   */
  fit(zoom) {
    this.zoom = zoom;
    this.scale();
  }

  scale() {
    const { zoom } = this;
    const widths = [...this.phones.values()].map(({ device }) => device.width + bezel);
    const room = this.element.clientWidth - 2 * margin;
    const row = (room - gap * (widths.length - 1)) / widths.reduce((sum, width) => sum + width, 0);
    const fitting = row >= smallestInRow ? row : Math.min(0.75, room / Math.max(...widths, 1));
    this.element.classList.toggle("wraps", zoom === undefined && row < smallestInRow);
    this.element.style.setProperty("--zoom", `${zoom ?? Math.max(0.2, Math.min(1, Math.floor(fitting * 1000) / 1000))}`);
  }

  /**
   * Loads all phones. If the homes are the `same`, loads their further parts again.
   * @param {{ side: string, asked: Asked }[]} sides
   * @param {boolean} isSame
   * @returns {Promise<(string | Error)[] | undefined>} What is said of each phone; `undefined` if it is outdated.
   */
  async load(sides, isSame) {
    this.asking += 1;
    const question = this.asking;
    const said = await Promise.all([...this.phones.values()].map((phone) => this.loadHome(phone, sides[phone.place].asked, question, isSame)));
    if (question !== this.asking) return undefined;
    this.compare();
    return said;
  }

  /**
   * @param {Phone} phone
   * @param {Asked} asked
   * @param {number} question
   * @param {boolean} isSame
   * @returns {Promise<string | Error>} A message.
   */
  async loadHome(phone, asked, question, isSame) {
    const { device } = phone;
    try {
      const last = phone.shows(asked) ? undefined : remembered(device, asked);
      if (last) phone.expect(last, asked);
      const home = await ask.load(ask.address(device, asked), asked);
      const answers = [home];
      const parts = isSame ? phone.parts : [];
      const whole = await completed(home.document, parts, async (href, shown) => {
        const part = await ask.load(ask.continued(href, shown), asked);
        answers.push(part);
        return part.document;
      });
      if (question !== this.asking) return "";
      // Loads of the last home are outdated.
      Object.assign(phone, { answers, parts, loading: new Set() });
      phone.draw(whole, asked);
      remember(device, asked, home.document);
      this.drawn(phone);
      // Like an app, load widgets that missed the budget after drawing the others.
      for (const widget of whole.homeWidgets) {
        if (widget.state === "deferred" && widget.href) this.loadPart(phone, widget, widget.href, false, false).catch(() => {});
      }
      const { ariaLabel } = phone.element;
      return `${ariaLabel}: ${whole.homeWidgets.length} widgets, ${home.milliseconds.toFixed(0)} ms`;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(`${thrown}`);
      if (question === this.asking) phone.fail(error.message, asked);
      return error;
    }
  }

  /**
   * Loads a widget or a page of it. Each phone loads sequentially, since each load sends the items shown so far, so that
   * none comes twice. A filter or order replaces everything loaded for the widget.
   * @param {Phone} phone
   * @param {Widget} widget
   * @param {string} href
   * @param {boolean} isPage
   * @param {boolean} isChoice
   * @returns {Promise<Widget | undefined>} `undefined` if the load is outdated.
   */
  async loadPart(phone, widget, href, isPage, isChoice) {
    const question = this.asking;
    const { loading } = phone;
    if (loading.has(href)) return undefined;
    loading.add(href);
    const before = phone.lastLoad;
    let done = () => {};
    phone.lastLoad = new Promise((resolve) => (done = resolve));
    try {
      await before;
      if (question !== this.asking) return undefined;
      const { shown } = phone.home;
      // The token has the widget's own items, which must not be missing when a part that failed is loaded again.
      const isPart = !isPage && !isChoice && widget.items.some(({ kind }) => kind !== "error");
      const answer = await ask.load(isPart ? href : ask.continued(href, phone.home), phone.asked);
      if (question !== this.asking) return undefined;
      const loaded = isPart ? { ...answer.document, shown } : answer.document;
      phone.answers.push(answer);
      if (isChoice) phone.parts = phone.parts.filter(({ id }) => id !== widget.id);
      const part = { id: widget.id, isPage, chosen: isChoice ? href : undefined };
      phone.parts.push(part);
      phone.draw(joined(phone.home, loaded, part), phone.asked);
      this.compare();
      this.drawn(phone);
      return answer.document;
    } finally {
      loading.delete(href);
      done();
    }
  }

  /** Marks what differs between the two phones of each device. */
  compare() {
    for (const phone of this.phones.values()) {
      const other = [...this.phones.values()].find((each) => each.device === phone.device && each !== phone);
      const areDrawn = other?.isDrawn && phone.isDrawn;
      const found = areDrawn ? differences(phone.home, other.home, phone.place === 0 ? "removed" : "added") : new Map();
      phone.note.textContent = !areDrawn ? "" : found.size === 0 ? "No difference" : `${found.size} of ${phone.home.homeWidgets.length} widgets differ`;
      for (const [id, section] of phone.sections) section.mark(found.get(id));
    }
  }
}
