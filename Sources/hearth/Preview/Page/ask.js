// Requests to the server, as an app sends them.
import { noted } from "./journal.js";

/** @typedef {import("../contract.js").Home} Home */
/** @typedef {import("../contract.js").UserEvent} UserEvent */

/**
 * What is asked.
 * @typedef {object} Asked
 * @property {string} base The prefix of paths: empty, or of the homes of another config.
 * @property {string} user
 * @property {string} token
 * @property {string} lat
 * @property {string} lon
 * @property {string} textScale
 * @property {string} locale
 * @property {string} budget
 * @property {string} segment
 * @property {boolean} compressed
 * @property {boolean} images
 * @property {string[]} [layouts] Those that the phone knows; absent for all.
 */

/**
 * A response with its timing and size.
 * @typedef {object} Answer
 * @property {string} href
 * @property {Asked} asked
 * @property {string} text
 * @property {any} document
 * @property {number} milliseconds
 * @property {{ name: string, milliseconds: number }[]} timing
 * @property {string} coding
 * @property {number} sent Bytes.
 */

/**
 * The parameters of `GET /home` for a device.
 * @param {import("../contract.js").Device} device
 * @param {Asked} asked
 */
export function address(device, asked) {
  const parameters = new URLSearchParams({ width: `${device.width}`, scale: `${device.scale}` });
  for (const name of /** @type {const} */ (["textScale", "user", "segment", "locale", "budget"])) {
    if (asked[name]) parameters.set(name, asked[name]);
  }
  if (asked.lat && asked.lon) {
    parameters.set("lat", asked.lat);
    parameters.set("lon", asked.lon);
  }
  parameters.set("platform", device.platform);
  if (asked.layouts) parameters.set("layouts", asked.layouts.join(","));
  return `/home?${parameters}`;
}

/**
 * An href of a home with the home's `shown` token.
 * @param {string} href
 * @param {Home} home
 */
export function continued(href, { shown }) {
  return `${href}&shown=${shown}`;
}

/**
 * Loads a document, with its timing and size. Throws an Error with the server's message.
 * @param {string} href
 * @param {Asked} asked
 * @returns {Promise<Answer>}
 */
export async function load(href, asked) {
  const headers = authorization(asked);
  // Browsers always accept gzip; `no-transform` disables it.
  if (!asked.compressed) headers["Cache-Control"] = "no-transform";
  const start = performance.now();
  const answer = await send(asked.base + href, { headers });
  const text = await answer.text();
  const milliseconds = performance.now() - start;
  if (!answer.ok) throw new Error(problem(text, answer.status));
  return {
    href: asked.base + href,
    asked,
    text,
    document: JSON.parse(text),
    milliseconds,
    timing: timings(answer.headers.get("Server-Timing") ?? ""),
    coding: answer.headers.get("Content-Encoding") ?? "identity",
    sent: Number(answer.headers.get("Content-Length")),
  };
}

/**
 * The server's settings.
 * @returns {Promise<{ explains: boolean, asksForTokens: boolean, compares?: boolean }>}
 */
export async function server() {
  return (await send("/preview/server.json")).json();
}

/**
 * The explanation of the home; `undefined` if the server gives none.
 * @param {Answer} answer
 * @returns {Promise<import("../contract.js").Explanation | undefined>}
 */
export async function explain({ href, asked }) {
  if (!(await server()).explains) return undefined;
  return (await json(`${href}&explain=1`, { headers: authorization(asked) })).explain;
}

/**
 * What the server keeps of a user.
 * @param {Asked} asked
 * @returns {Promise<import("../contract.js").UserRecord>}
 */
export function record(asked) {
  return json(`/users/${encodeURIComponent(asked.user)}`, { headers: authorization(asked) });
}

/**
 * Reports an event of a user, and returns its entry in the journal. Throws an Error with the server's message if it is
 * refused.
 * @param {string} user
 * @param {UserEvent} event
 * @param {Asked} asked
 */
export async function report(user, event, asked) {
  const href = `/users/${encodeURIComponent(user)}/events`;
  const body = JSON.stringify({ events: [event] });
  const headers = { "Content-Type": "application/json", ...authorization(asked) };
  const entry = noted({ href, event, body, asked });
  try {
    const [refused] = (await json(href, { method: "POST", headers, body })).refused ?? [];
    if (refused) throw new Error(refused.message);
    entry.outcome = "accepted";
    return entry;
  } catch (error) {
    entry.outcome = error instanceof Error ? error.message : `${error}`;
    throw error;
  }
}

/**
 * @param {string} href
 * @param {RequestInit} options
 */
async function json(href, options) {
  const answer = await send(href, options);
  const text = await answer.text();
  if (!answer.ok) throw new Error(problem(text, answer.status));
  return JSON.parse(text);
}

/**
 * Without the browser's cache, so that timing and size are those of this response.
 * @param {string} href
 * @param {RequestInit} [options]
 */
async function send(href, options) {
  try {
    return await fetch(href, { cache: "no-store", ...options });
  } catch {
    throw new Error("The server does not answer.");
  }
}

/**
 * @param {Asked} asked
 * @returns {Record<string, string>}
 */
function authorization(asked) {
  return asked.token ? { Authorization: `Bearer ${asked.token}` } : {};
}

/**
 * @param {string} text
 * @param {number} status
 * @returns {string}
 */
function problem(text, status) {
  try {
    return JSON.parse(text).error.message;
  } catch {
    return `The server answered ${status}.`;
  }
}

/**
 * Parses `user;dur=0.12, nearby;dur=1.5` to milliseconds by name.
 * @param {string} field
 */
function timings(field) {
  return field.split(",").flatMap((part) => {
    const [name, ...parameters] = part.trim().split(";");
    const duration = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("dur="));
    return name && duration ? [{ name, milliseconds: Number(duration.slice(4)) }] : [];
  });
}
