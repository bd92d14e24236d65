// Sizes of common devices, in points and pixels.
export const devices = [
  { id: "se", name: "iPhone SE", width: 375, height: 667, scale: 2, platform: "ios" },
  { id: "iphone", name: "iPhone 16", width: 393, height: 852, scale: 3, platform: "ios" },
  { id: "max", name: "iPhone 16 Pro Max", width: 440, height: 956, scale: 3, platform: "ios" },
  { id: "android", name: "Small Android", width: 320, height: 640, scale: 2, platform: "android" },
  { id: "pixel", name: "Pixel 9", width: 412, height: 924, scale: 2.625, platform: "android" },
  { id: "tablet", name: "iPad mini", width: 744, height: 1133, scale: 2, platform: "ios" },
];

export const layouts = [
  "HomeWidgetBrand", "HomeWidgetProductXL", "HomeWidgetProductL", "HomeWidgetProductM", "HomeWidgetProductS",
  "HomeWidgetProductXS", "HomeWidgetProductXXS", "HomeWidgetFullWidth", "HomeWidgetGrid", "HomeWidgetMap",
  "HomeWidgetBanner", "HomeWidgetInfoCard",
];
