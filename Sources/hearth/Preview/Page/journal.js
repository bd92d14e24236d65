// The events that this page has sent, each with the changes of the home after it.

/** @typedef {import("./ask.js").Asked} Asked */

/**
 * @typedef {object} Entry
 * @property {Date} at
 * @property {string} href
 * @property {import("../contract.js").UserEvent} event
 * @property {string} body
 * @property {Asked} asked
 * @property {string} outcome `sent` until there is an answer.
 * @property {string[]} changes Of the home on the phone that was used.
 */

/** @type {Entry[]} The newest first. */
export const journal = [];

const limit = 200;

/**
 * @param {Pick<Entry, "href" | "event" | "body" | "asked">} sent
 * @returns {Entry}
 */
export function noted(sent) {
  const entry = { ...sent, at: new Date(), outcome: "sent", changes: [] };
  journal.unshift(entry);
  journal.length = Math.min(journal.length, limit);
  return entry;
}
