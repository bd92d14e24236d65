// Placeholders: a widget's skeleton, the notice of an empty one, and the notice of a phone without a home.
import { element, place } from "../dom.js";
import { icon } from "./icons.js";
import { cells } from "./skeleton.js";
import { setType } from "./text.js";
import { words } from "./words.js";

/** @typedef {import("../../contract.js").Widget} Widget */

/**
 * Of the widget's final size.
 * @param {Widget} widget
 * @param {import("./section.js").Screen} phone
 * @returns {HTMLElement[]}
 */
export function missing(widget, phone) {
  const { contentInsets, height } = widget.metrics;
  const { width } = phone.device;
  if (widget.state === "deferred") {
    const bones = element("div", { class: "skeleton", "aria-hidden": "true" }, ...cells(widget, width));
    place(bones, { width, height: contentInsets.top + height + contentInsets.bottom });
    return [bones];
  }
  const room = width - contentInsets.leading - contentInsets.trailing;
  const said = notice(phone, room, height);
  place(said, { leading: contentInsets.leading, top: contentInsets.top, width: room, height });
  return [said];
}

/**
 * @param {import("./section.js").Screen} phone
 * @param {number} width
 * @param {number} height
 */
function notice(phone, width, height) {
  const { textStyles, locale } = phone.home;
  const { lineHeight } = textStyles.body;
  // A low widget has its notice in one row.
  const isLow = height < lineHeight * 5;
  const text = element("span", { class: "text" }, words(locale).empty);
  setType(text, "body", textStyles);
  const picture = height >= lineHeight * 7 && width >= 160 && icon("search");
  return element("div", { class: isLow ? "missing low" : "missing" }, picture, text);
}

/**
 * Why a phone has no home. Type and language are the page's own: those of phones are a part of the home.
 * @param {string} text
 * @param {() => void} again
 */
export function failure(text, again) {
  const button = element("button", { type: "button" }, words("en").again);
  button.addEventListener("click", again);
  return element("div", { class: "missing failure" }, icon("cloud"), element("span", { class: "text" }, text), button);
}
