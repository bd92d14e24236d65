// The menu of an item and its widget: what a user may do with them.
import { element } from "./dom.js";

export class Menu {
  constructor() {
    this.element = element("div", { class: "menu", role: "menu", popover: "manual", tabindex: "-1" });
    // It closes when the focus leaves it, as a press elsewhere makes it do.
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains(/** @type {Node | null} */ (relatedTarget))) this.hide();
    });
    this.element.addEventListener("keydown", (event) => this.press(event));
    document.body.append(this.element);
  }

  /**
   * Opens at a point of the window, with a button for each title.
   * @param {{ clientX: number, clientY: number }} point
   * @param {string} label
   * @param {{ title: string, choose: () => void }[]} choices
   */
  open({ clientX, clientY }, label, choices) {
    this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.element.setAttribute("aria-label", label);
    this.element.replaceChildren(
      ...choices.map(({ title, choose }) => {
        const button = element("button", { type: "button", role: "menuitem" }, title);
        button.addEventListener("click", () => {
          this.close();
          choose();
        });
        return button;
      }),
    );
    this.element.showPopover();
    const { width, height } = this.element.getBoundingClientRect();
    this.element.style.left = `${Math.min(clientX, innerWidth - width)}px`;
    this.element.style.top = `${Math.min(clientY, innerHeight - height)}px`;
    this.buttons[0].focus();
  }

  close() {
    this.opener?.focus({ preventScroll: true });
    // The page's body gets no focus.
    this.hide();
  }

  hide() {
    if (this.element.matches(":popover-open")) this.element.hidePopover();
  }

  get buttons() {
    return [...this.element.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key !== "Escape" && !step) return;
    event.preventDefault();
    if (!step) return this.close();
    const { buttons } = this;
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(place + step + buttons.length) % buttons.length].focus();
  }
}
