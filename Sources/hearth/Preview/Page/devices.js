// Common devices: sizes and the safe area in points, scale in pixels per point.

/** @type {import("../contract.js").Device[]} */
export const devices = [
  { id: "se", name: "iPhone SE", width: 375, height: 667, scale: 2, platform: "ios", safeArea: { top: 20, bottom: 0 }, cutout: "none" },
  { id: "iphone", name: "iPhone 16", width: 393, height: 852, scale: 3, platform: "ios", safeArea: { top: 59, bottom: 34 }, cutout: "island" },
  { id: "max", name: "iPhone 16 Pro Max", width: 440, height: 956, scale: 3, platform: "ios", safeArea: { top: 62, bottom: 34 }, cutout: "island" },
  { id: "android", name: "Small Android", width: 320, height: 640, scale: 2, platform: "android", safeArea: { top: 24, bottom: 16 }, cutout: "none" },
  // 1080 × 2424 pixels.
  { id: "pixel", name: "Pixel 9", width: 411.43, height: 923.43, scale: 2.625, platform: "android", safeArea: { top: 46, bottom: 24 }, cutout: "hole" },
  { id: "tablet", name: "iPad mini", width: 744, height: 1133, scale: 2, platform: "ios", safeArea: { top: 24, bottom: 20 }, cutout: "none" },
];

/** The layouts that the page can draw. */
export const layouts = [
  "HomeWidgetBrand", "HomeWidgetProductXL", "HomeWidgetProductL", "HomeWidgetProductM", "HomeWidgetProductS",
  "HomeWidgetProductXS", "HomeWidgetProductXXS", "HomeWidgetFullWidth", "HomeWidgetGrid", "HomeWidgetMap",
  "HomeWidgetBanner", "HomeWidgetInfoCard",
];
