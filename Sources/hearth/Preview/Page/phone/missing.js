// Placeholders: a widget's skeleton or notice, and the notice of a phone without a home.
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
  const said = notice(widget, phone, room, height);
  place(said, { leading: contentInsets.leading, top: contentInsets.top, width: room, height });
  return [said];
}

/**
 * @param {Widget} widget
 * @param {import("./section.js").Screen} phone
 * @param {number} width
 * @param {number} height
 */
function notice(widget, phone, width, height) {
  const isError = widget.state === "error";
  const { textStyles, locale } = phone.home;
  const own = words(locale);
  const { lineHeight } = textStyles.body;
  // A low widget has its notice in one row.
  const isLow = height < lineHeight * 5;
  const text = element("span", { class: "text" }, isError ? widget.error?.message || own.failed : own.empty);
  setType(text, "body", textStyles);
  const picture = height >= lineHeight * 7 && width >= 160 && icon(isError ? "cloud" : "search");
  const said = element("div", { class: isLow ? "missing low" : "missing" }, picture, text);
  const href = widget.retry?.href;
  if (href) {
    const again = tryAgain(own.again, () => phone.handlers.load(phone, widget, href, false));
    setType(again, "body", textStyles);
    said.append(again);
  }
  return said;
}

/**
 * Why a phone has no home. Type and language are the page's own: those of phones are a part of the home.
 * @param {string} text
 * @param {() => void} again
 */
export function failure(text, again) {
  return element("div", { class: "missing failure" }, icon("cloud"), element("span", { class: "text" }, text), tryAgain(words("en").again, again));
}

/**
 * @param {string} title
 * @param {() => void} act
 */
function tryAgain(title, act) {
  const button = element("button", { type: "button" }, title);
  button.addEventListener("click", act);
  return button;
}
