import Bytes
import HomeLayout

/// The URL of an image, encoded around the places of its size: segments that a response copies one after the other.
///
/// A segment is a byte that says what follows it, two bytes with its length, and its text in JSON.
struct ImageURL {
    /// What follows a segment.
    enum End: UInt8 {
        case width, height
        /// Another segment of the same text, since one has at most 65,535 bytes.
        case text
        /// Nothing: the URL ends, and is in the size that it states.
        case url
        /// Nothing: the URL ends, and states no size.
        case fixedURL
    }

    private(set) var bytes: [UInt8] = []
    /// The text of the last segment, so far.
    private var text: [UInt8] = []

    /// The URL as it is, or in each size by `template`.
    init(_ url: String, _ template: ImageTemplate?) {
        guard let template else {
            append(url)
            end(.fixedURL)
            return
        }
        let hash = url.firstIndex(of: "#") ?? url.endIndex
        let (base, fragment) = (String(url[..<hash]), String(url[hash...]))
        var isInQuery = false
        var joins = false
        var isWhole = true
        for part in template.parts {
            switch part {
            case .url:
                append(isInQuery ? url.percentEncoded : base)
                isWhole = !isInQuery
                joins = isWhole && base.contains("?")
            case .text(let text):
                // The image's URL has a query already, which goes on.
                let isJoined = joins && text.first == "?"
                if isJoined {
                    append((base.last == "?" || base.last == "&" ? "" : "&") + text.dropFirst())
                } else {
                    append(text)
                }
                isInQuery = isInQuery || text.contains("?")
                joins = false
            case .width: end(.width)
            case .height: end(.height)
            }
        }
        if isWhole { append(fragment) }
        end(.url)
    }

    /// Whether one of the URLs with these segments states no size.
    static func areFixed(in segments: Span<UInt8>) -> Bool {
        var position = 0
        while position < segments.count {
            if segments[position] == End.fixedURL.rawValue { return true }
            position += 3 + Int(segments[position + 1]) + Int(segments[position + 2]) << 8
        }
        return false
    }

    private mutating func append(_ part: String) {
        let utf8 = part.utf8.span
        let first = utf8.firstIndexToEscape
        text.append(addingCapacity: utf8.length(escapedFrom: first)) { $0.append(utf8, escapedFrom: first) }
    }

    private mutating func end(_ end: End) {
        while text.count > Int(UInt16.max) {
            add(text[..<Int(UInt16.max)], .text)
            text.removeFirst(Int(UInt16.max))
        }
        add(text[...], end)
        text = []
    }

    private mutating func add(_ text: ArraySlice<UInt8>, _ end: End) {
        bytes += [end.rawValue, UInt8(text.count & 0xff), UInt8(text.count >> 8)]
        bytes += text
    }
}

extension OutputSpan<UInt8> {
    /// Appends `,"images":[…]`.
    /// - Parameter urls: The segments of at least `count` ``ImageURL``.
    mutating func append(images urls: Span<UInt8>, _ count: Int, _ sizes: ImageSizes) {
        append(",\"images\":[")
        var position = 0
        for index in 0..<count {
            append(index == 0 ? "{\"url\":\"" : ",{\"url\":\"")
            let start = position
            let isSized = append(url: urls, from: &position, sizes.full)
            if isSized, sizes.smallerCount > 0 { append(smaller: urls, from: start, sizes) }
            append(UInt8(ascii: "}"))
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends `,"srcset":[{"url":…,"width":143,"height":107}]`.
    private mutating func append(smaller urls: Span<UInt8>, from start: Int, _ sizes: ImageSizes) {
        append(",\"srcset\":[")
        for index in 0..<sizes.smallerCount {
            append(index == 0 ? "{\"url\":\"" : ",{\"url\":\"")
            var position = start
            _ = append(url: urls, from: &position, sizes.smaller[index])
            append(UInt8(ascii: "}"))
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a URL, the end of its string, and its size if it states one.
    /// - Returns: Whether it does.
    private mutating func append(url segments: Span<UInt8>, from position: inout Int, _ size: PixelSize) -> Bool {
        while true {
            let end = ImageURL.End(rawValue: segments[position])
            let text = position + 3
            position = text + Int(segments[position + 1]) + Int(segments[position + 2]) << 8
            append(copying: segments.extracting(text..<position))
            switch end {
            case .width: append(decimal: size.width)
            case .height: append(decimal: size.height)
            case .text: break
            case .url:
                append("\",\"width\":")
                append(decimal: size.width)
                append(",\"height\":")
                append(decimal: size.height)
                return true
            case .fixedURL, nil:
                append(UInt8(ascii: "\""))
                return false
            }
        }
    }
}
