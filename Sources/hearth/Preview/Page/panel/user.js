// The timeline of a user: what they did, and what the home became of it.
import * as ask from "../ask.js";
import { element } from "../dom.js";
import { journal } from "../journal.js";

/** @type {import("./panel.js").Tab} */
export async function showUser(view, { answer: { asked } }) {
  const record = asked.user ? await ask.record(asked) : undefined;
  return () => {
    if (!record) return view.replaceChildren(element("p", {}, "No user: enter a user id to see what they did."));
    const facts = [
      ["opened", record.opened.length], ["saved", record.saved.length], ["dismissed", record.dismissed.length],
    ].map(([name, count]) => element("li", {}, element("b", {}, `${count}`), ` ${name}`));
    const heading = element("h3", {}, record.user);
    const events = record.events.map((event) => row(event, asked.user));
    const list = events.length > 0 ? element("ol", { class: "timeline" }, ...events) : element("p", {}, "They have done nothing yet.");
    const whole = element("details", {}, element("summary", {}, "All that the server keeps, as JSON"), element("pre", {}, JSON.stringify(record, null, 2)));
    view.replaceChildren(heading, element("ul", { class: "facts" }, ...facts), list, whole);
  };
}

/**
 * @param {import("../../contract.js").UserRecord["events"][number]} event
 * @param {string} user
 */
function row({ type, item, at }, user) {
  const time = new Date(at);
  const changes = journal.find((entry) => entry.asked.user === user && isSame(entry, type, item, time))?.changes ?? [];
  return element(
    "li",
    {},
    element("time", { datetime: at }, time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" })),
    element("b", {}, type),
    ` ${item ?? "a widget"}`,
    ...changes.map((change) => element("p", {}, `→ ${change}`)),
  );
}

/**
 * Whether an entry of the journal is an event of the server's record, whose time is that of its arrival.
 * @param {import("../journal.js").Entry} entry
 * @param {string} type
 * @param {string | undefined} item
 * @param {Date} at
 */
function isSame(entry, type, item, at) {
  return entry.event.type === type && entry.event.item === item && Math.abs(entry.at.getTime() - at.getTime()) < 5000;
}
