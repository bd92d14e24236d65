// What browsers have and the compiler's library does not know yet.

interface HTMLElement {
  showPopover(): void;
  hidePopover(): void;
}
