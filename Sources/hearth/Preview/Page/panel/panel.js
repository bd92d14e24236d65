// The panel beside the phones: tabs about the chosen response, and about what was sent.
import { element } from "../dom.js";
import { showEvents } from "./events.js";
import { showJSON } from "./json.js";
import { showTiming } from "./timing.js";
import { showUser } from "./user.js";
import { showWhy } from "./why.js";

/**
 * @typedef {object} Shown
 * @property {import("../ask.js").Answer} answer
 * @property {string[]} ids Of the marked part: a widget's and an item's.
 */

/** @typedef {(view: HTMLElement, shown: Shown) => void | Promise<(() => void)>} Tab Draws, or loads and then draws. */

/** @type {[string, Tab][]} */
const tabs = [["json", showJSON], ["timing", showTiming], ["why", showWhy], ["events", showEvents], ["user", showUser]];

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.view = /** @type {HTMLElement} */ (root.querySelector("#view"));
    this.tabs = tabs.map(([name]) => /** @type {HTMLButtonElement} */ (root.querySelector(`#tab-${name}`)));
    this.tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.select(index));
      tab.addEventListener("keydown", ({ key }) => {
        const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
        if (step) this.select((index + step + tabs.length) % tabs.length, true);
      });
    });
    this.chosen = 0;
    /** @type {Shown | undefined} */
    this.shown = undefined;
    this.drawn = -1;
  }

  /**
   * Shows a response and marks a part of it.
   * @param {Shown} shown
   */
  show(shown) {
    this.shown = shown;
    this.draw();
  }

  /**
   * @param {number} index
   * @param {boolean} [hasFocus]
   */
  select(index, hasFocus = false) {
    this.chosen = index;
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === index));
      tab.tabIndex = other === index ? 0 : -1;
    });
    if (hasFocus) this.tabs[index].focus();
    this.view.setAttribute("aria-labelledby", this.tabs[index].id);
    this.draw();
  }

  async draw() {
    const { shown, chosen } = this;
    if (!shown) return;
    const loading = tabs[chosen][1](this.view, shown);
    if (!loading) {
      this.drawn = chosen;
      return;
    }
    if (this.drawn !== chosen) this.view.replaceChildren(element("p", {}, "Loading …"));
    let show;
    try {
      show = await loading;
    } catch (error) {
      show = () => this.view.replaceChildren(element("p", {}, error instanceof Error ? error.message : `${error}`));
    }
    if (shown !== this.shown || chosen !== this.chosen) return;
    this.drawn = chosen;
    show();
  }
}
