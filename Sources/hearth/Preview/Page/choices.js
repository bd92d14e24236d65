// The choices of a user about an item and its widget, as events of `POST /users/{user}/events`.

/** @typedef {import("../contract.js").Item} Item */
/** @typedef {import("../contract.js").Widget} Widget */
/** @typedef {import("../contract.js").UserEvent} UserEvent */

/**
 * @typedef {object} Choice
 * @property {string} title
 * @property {UserEvent} event
 * @property {UserEvent} undo The event that takes it back.
 * @property {[string, string]} said The message after each of the two.
 */

/**
 * @param {Widget} widget
 * @param {Item | undefined} item
 * @returns {Choice[]}
 */
export function choices(widget, item) {
  /** @type {Choice[]} */
  const all = [];
  if (item && isOfCatalogue(item)) {
    const [save, remove] = [eventOf("saved", item), eventOf("unsaved", item)];
    if (item.saved) all.push({ title: "Remove from saved", event: remove, undo: save, said: [`${item.title} was removed`, `${item.title} was saved`] });
    else all.push({ title: "Save", event: save, undo: remove, said: [`${item.title} was saved`, `${item.title} was removed`] });
  }
  if (item?.dismissible) all.push(dismissal("Not interested", item, item.title));
  if (widget.dismissible) all.push(dismissal(`Hide ${nameOf(widget)} for now`, widget, nameOf(widget)));
  return all;
}

/** @param {Widget} widget */
export function nameOf(widget) {
  return widget.title || widget.id;
}

/**
 * Whether it can be opened: all but the cell that loads more.
 * @param {Item} item
 */
export function isOpenable(item) {
  return item.kind !== "loadMore";
}

/**
 * The event of an item, or of a widget.
 * @param {UserEvent["type"]} type
 * @param {Item | Widget} subject
 * @returns {UserEvent}
 */
export function eventOf(type, subject) {
  const { id, tracking } = subject;
  return "kind" in subject ? { type, item: id, tracking } : { type, tracking };
}

/**
 * @param {string} title
 * @param {Item | Widget} subject
 * @param {string} name
 * @returns {Choice}
 */
export function dismissal(title, subject, name) {
  return { title, event: eventOf("dismissed", subject), undo: eventOf("undo", subject), said: [`${name} was dismissed`, `${name} is back`] };
}

/** @param {Item} item */
function isOfCatalogue(item) {
  return !["brand", "banner", "infoCard", "loadMore"].includes(item.kind);
}
