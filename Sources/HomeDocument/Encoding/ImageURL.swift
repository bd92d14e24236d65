import Bytes
import HomeLayout

/// The URL of an image, encoded around the size that the image service takes as query parameters.
struct ImageURL {
    /// The member up to the width: `,"image":{"url":"https://example.com/a.jpg?w=`.
    let beforeWidth: [UInt8]
    /// The URL's fragment, which follows the height: `#top`, or nothing.
    let afterHeight: [UInt8]

    init(_ url: String) {
        let text = url.utf8.span
        let end = text.firstIndex(of: UInt8(ascii: "#")) ?? text.count
        let base = text.extracting(..<end)
        let separator: StaticString =
            switch base.firstIndex(of: UInt8(ascii: "?")) {
            case nil: "?"
            case _ where [UInt8(ascii: "?"), UInt8(ascii: "&")].contains(base[base.count - 1]): ""
            case _: "&"
            }
        beforeWidth = Self.escaped(",\"image\":{\"url\":\"", base, separator, "w=")
        afterHeight = Self.escaped("", text.extracting(end...), "", "")
    }

    private static func escaped(
        _ start: StaticString,
        _ text: Span<UInt8>,
        _ separator: StaticString,
        _ end: StaticString
    ) -> [UInt8] {
        let first = text.firstIndexToEscape
        return [UInt8](capacity: 24 + text.length(escapedFrom: first)) {
            $0.append(start)
            $0.append(text, escapedFrom: first)
            $0.append(separator)
            $0.append(end)
        }
    }
}

/// The size of a widget's images, as it is written in each of its items.
final class ImageSize: Sendable {
    let pixels: PixelSize
    /// `429&h=322`.
    let inURL: [UInt8]
    /// `","width":429,"height":322}`.
    let members: [UInt8]

    /// The number of bytes of both.
    var length: Int { inURL.count + members.count }

    init(_ pixels: PixelSize) {
        self.pixels = pixels
        inURL = Array("\(pixels.width)&h=\(pixels.height)".utf8)
        members = Array("\",\"width\":\(pixels.width),\"height\":\(pixels.height)}".utf8)
    }
}
