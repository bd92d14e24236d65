// A message at the bottom of a phone, with a button that takes back what it tells.
import { element } from "../dom.js";

const milliseconds = 8000;

export class Toast {
  constructor() {
    this.element = element("div", { class: "toast", role: "status", "aria-label": "Message", hidden: true });
  }

  /**
   * Shows a text for some seconds, and longer while the pointer or the focus is on it.
   * @param {string} text
   * @param {() => void} [undo]
   */
  show(text, undo) {
    const button = undo && element("button", { type: "button" }, "Undo");
    button?.addEventListener("click", () => {
      this.hide();
      undo?.();
    });
    this.element.replaceChildren(element("span", {}, text), ...(button ? [button] : []));
    this.element.hidden = false;
    this.wait();
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.element.matches(":hover, :focus-within") ? this.wait() : this.hide()), milliseconds);
  }
}
