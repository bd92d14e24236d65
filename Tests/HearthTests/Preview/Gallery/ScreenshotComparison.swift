import Foundation

/// The differences between a new screenshot and a kept one, cell by cell.
struct ScreenshotComparison {
    /// A cell is different if more than this share of its pixels differ by more than ``channelTolerance``.
    static let pixelTolerance = 0.001
    /// The tolerated difference of a pixel in red, green or blue, of 255.
    static let channelTolerance = 24

    /// The share of different pixels of each cell, by its name; `nil` if the pictures differ in size.
    let shares: [(name: String, share: Double)]?

    /// The names of the different cells, with their shares.
    var differing: [String] {
        guard let shares else { return ["the size of the picture"] }
        return shares.filter { $0.share > Self.pixelTolerance }.map {
            "\($0.name): \(($0.share * 10_000).rounded() / 100)% of the pixels"
        }
    }

    /// Compares in the browser, which decodes the pictures. It leaves its page.
    init(of new: GalleryScreenshot, with kept: Data, in browser: Browser) throws {
        // The gallery's policy forbids images of data.
        try browser.open("about:blank")
        let cells = "[" + new.cells.map(\.text).joined(separator: ",") + "]"
        let pictures = [new.picture, kept].map { "\"\($0.base64EncodedString())\"" }.joined(separator: ",")
        let script = """
            const [one, other] = await Promise.all([\(pictures)].map(async (text) => {
              const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
              const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
              const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
              context.drawImage(bitmap, 0, 0);
              const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
              return { width, height, data, pixels: new Uint32Array(data.buffer) };
            }));
            if (one.width !== other.width || one.height !== other.height) return null;
            const differs = (index) => {
              for (let part = 4 * index; part < 4 * index + 3; part += 1) {
                if (Math.abs(one.data[part] - other.data[part]) > \(Self.channelTolerance)) return true;
              }
              return false;
            };
            return \(cells).map(({ name, x, y, width, height }) => {
              let count = 0;
              for (let row = y; row < y + height; row += 1) {
                for (let index = row * one.width + x; index < row * one.width + x + width; index += 1) {
                  if (one.pixels[index] !== other.pixels[index] && differs(index)) count += 1;
                }
              }
              return { name, share: count / (width * height) };
            });
            """
        let result = try browser.run("return (async () => { \(script) })()")
        shares = result.isMissing ? nil : result.array.map { ($0["name"].string ?? "", $0["share"].double ?? 1) }
    }
}
