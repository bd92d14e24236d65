// What a user may do with an item and its widget, as events of `POST /users/{user}/events`.

// The choices: each has a title, its event, the event that takes it back, and what is said of both.
export function choices(widget, item) {
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

export function nameOf(widget) {
  return widget.title || widget.id;
}

// Whether it can be opened: all but the cell that loads more.
export function isOpened(item) {
  return item.kind !== "loadMore";
}

// The event of an item, or of a widget.
export function eventOf(type, { kind, id, tracking }) {
  return kind ? { type, item: id, tracking } : { type, tracking };
}

function isOfCatalogue(item) {
  return !["brand", "banner", "infoCard", "loadMore"].includes(item.kind);
}

function dismissal(title, subject, name) {
  const said = [`${name} was dismissed`, `${name} is back`];
  return { title, event: eventOf("dismissed", subject), undo: eventOf("undo", subject), said };
}
