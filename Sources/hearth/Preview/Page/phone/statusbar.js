// The status bar of a phone, in its safe area: the time, and how well it is connected and charged.
import { drawn, element } from "../dom.js";

/** @param {import("../../contract.js").Device} device */
export function statusBar({ cutout, platform }) {
  const signs = drawn(
    "svg",
    { viewBox: "0 0 66 14", width: 66, height: 14, class: "signs-of-phone" },
    drawn("path", { d: "M0 13V9h3v4zM5 13V6h3v7zM10 13V3h3v10zM15 13V0h3v13z" }),
    drawn("path", { d: "M23.5 5a10 10 0 0 1 13 0M26 8a6.4 6.4 0 0 1 8 0", fill: "none", stroke: "currentColor", "stroke-width": 2.2 }),
    drawn("circle", { cx: 30, cy: 11.4, r: 1.8 }),
    drawn("rect", { x: 42.7, y: 1, width: 19, height: 12, rx: 3.5, fill: "none", stroke: "currentColor", "stroke-opacity": 0.5, "stroke-width": 1.2 }),
    drawn("rect", { x: 44.6, y: 3, width: 14, height: 8, rx: 2 }),
    drawn("path", { d: "M63.5 5v4q1.5 -.6 1.5 -2t-1.5 -2z", "fill-opacity": 0.5 }),
  );
  return element(
    "div",
    { class: "status-bar", "aria-hidden": "true" },
    element("span", {}, platform === "ios" ? "9:41" : "12:00"),
    cutout === "none" ? undefined : element("span", { class: `cutout ${cutout}` }),
    signs,
  );
}
