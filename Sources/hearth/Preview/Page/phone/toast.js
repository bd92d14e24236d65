// A message at the bottom of a phone, with a button that takes back what it tells.
import { element } from "../dom.js";

const milliseconds = 8000;

export class Toast {
  /** @param {HTMLElement} below Gets the focus when the message disappears with it. */
  constructor(below) {
    this.below = below;
    // It is always there, and empty without a message: screen readers announce changes.
    this.element = element("div", { class: "toast", role: "status", "aria-label": "Message" });
  }

  /**
   * Shows a text for some seconds, and longer while the pointer or the focus is on it.
   * @param {string} text
   * @param {() => void} [undo]
   */
  show(text, undo) {
    const button = undo && element("button", { type: "button", "aria-keyshortcuts": "Control+Z Meta+Z" }, "Undo");
    button?.addEventListener("click", () => {
      this.hide();
      undo?.();
    });
    this.element.replaceChildren(element("span", {}, text), ...(button ? [button] : []));
    this.wait();
  }

  /** Presses the button, if there is one. */
  undo() {
    this.element.querySelector("button")?.click();
  }

  hide() {
    clearTimeout(this.timer);
    if (this.element.contains(document.activeElement)) this.below.focus({ preventScroll: true });
    this.element.replaceChildren();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.element.matches(":hover, :focus-within") ? this.wait() : this.hide()), milliseconds);
  }
}
