// The panels on both sides, which collapse. On a narrow screen one at a time covers the phones.
import { found } from "./dom.js";

const narrow = matchMedia("(max-width: 1099px)");

export class Drawers {
  constructor() {
    this.all = ["controls", "panel"].map((id) => ({ panel: found(`#${id}`), button: found(`#toggle-${id}`) }));
  }

  begin() {
    for (const drawer of this.all) {
      drawer.button.addEventListener("click", () => this.set(drawer, drawer.panel.hidden));
      drawer.panel.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape" || !narrow.matches) return;
        this.set(drawer, false);
        drawer.button.focus();
      });
    }
    const adapt = () => this.all.forEach((drawer) => this.set(drawer, !narrow.matches));
    narrow.addEventListener("change", adapt);
    adapt();
  }

  /**
   * @param {{ panel: HTMLElement, button: HTMLElement }} drawer
   * @param {boolean} isOpen
   */
  set(drawer, isOpen) {
    if (isOpen && narrow.matches) this.all.forEach((other) => other !== drawer && this.set(other, false));
    drawer.panel.hidden = !isOpen;
    drawer.button.setAttribute("aria-expanded", `${isOpen}`);
    document.body.classList.toggle(`has-${drawer.panel.id}`, isOpen);
  }
}
