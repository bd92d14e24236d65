// The menu of an item and its widget: what a user may do with them.
import { element } from "./dom.js";

export class Menu {
  constructor() {
    this.element = element("div", { class: "menu", role: "menu", popover: "manual" });
    // It closes when the focus leaves it, as a press elsewhere makes it do.
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.element.hidePopover();
    });
    this.element.addEventListener("keydown", (event) => this.press(event));
    document.body.append(this.element);
  }

  // Opens at a point of the window, with a button for each title.
  open({ clientX, clientY }, label, choices) {
    this.opener = document.activeElement;
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
    this.element.firstElementChild.focus();
  }

  close() {
    this.opener?.focus({ preventScroll: true });
  }

  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== "Escape" && !step) return;
    event.preventDefault();
    if (!step) return this.close();
    const buttons = [...this.element.children];
    buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
  }
}
