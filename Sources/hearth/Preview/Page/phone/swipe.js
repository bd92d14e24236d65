// Swiping an item away: across the direction in which its widget scrolls. In a carousel that takes a mouse, since by
// touch both directions scroll.

const [threshold, share] = [8, 0.35];

/**
 * Lets the dismissible items below `root` be swiped away, by touch or with a mouse.
 * @param {HTMLElement} root
 * @param {(item: HTMLElement) => void | Promise<void>} dismiss
 */
export function swipeable(root, dismiss) {
  /** @type {{ item: HTMLElement, id: number, x: number, y: number, isUp: boolean, size: number, moved: number } | undefined} */
  let drag;

  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const item = /** @type {HTMLElement | null} */ (target.closest('.item[data-dismissible="true"]'));
    if (!item || event.button !== 0) return;
    const strip = /** @type {HTMLElement | null} */ (item.closest(".strip"));
    const isUp = strip?.dataset.scroll === "horizontal";
    if (isUp && event.pointerType === "touch") return;
    const box = item.getBoundingClientRect();
    drag = { item, id: event.pointerId, x: event.clientX, y: event.clientY, isUp, size: isUp ? box.height : box.width, moved: 0 };
  });

  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { item, x, y, isUp, size } = drag;
    const moved = isUp ? Math.min(0, event.clientY - y) : event.clientX - x;
    if (Math.abs(moved) < threshold && drag.moved === 0) return;
    if (drag.moved === 0) item.setPointerCapture(event.pointerId);
    drag.moved = moved;
    // Frames are in points of a phone that is drawn smaller.
    const zoom = size / (isUp ? item.offsetHeight : item.offsetWidth);
    item.style.transform = isUp ? `translateY(${moved / zoom}px)` : `translateX(${moved / zoom}px)`;
    item.style.opacity = `${1 - Math.min(0.8, Math.abs(moved) / size)}`;
  });

  const end = (/** @type {boolean} */ isCancelled) => {
    if (!drag) return;
    const { item, moved, size } = drag;
    drag = undefined;
    if (moved === 0) return;
    // A drag is not a tap.
    item.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => item.removeEventListener("click", stop, { capture: true }));
    const back = () => Object.assign(item.style, { transform: "", opacity: "" });
    if (isCancelled || Math.abs(moved) <= size * share) return back();
    // It stays away until the next home, and comes back if it is still a part of that.
    item.style.opacity = "0";
    Promise.resolve(dismiss(item)).finally(back);
  };
  root.addEventListener("pointerup", ({ pointerId }) => pointerId === drag?.id && end(false));
  root.addEventListener("pointercancel", ({ pointerId }) => pointerId === drag?.id && end(true));

  root.addEventListener("keydown", (event) => {
    const item = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Delete" && item.matches('.item[data-dismissible="true"]')) dismiss(item);
  });
}

/** @param {Event} event */
function stop(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}
