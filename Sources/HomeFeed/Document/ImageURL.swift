import Bytes
import HomeLayout

/// The URL of an image, split where its size goes: segments that a response copies one after the other.
///
/// A segment is an ``End``, its length in two bytes (the low one first), and its text in JSON.
enum ImageURL {
    /// The element after a segment.
    enum End: UInt8 {
        case width, height
        /// Another segment of the same text, since one has at most 65,535 bytes.
        case text
        /// Nothing: the URL ends, and is in the size that it states.
        case url
        /// Nothing: the URL ends, and states no size.
        case fixedURL
    }

    fileprivate static let headerLength = 3

    /// Whether one of the URLs with these segments states no size.
    static func areFixed(in segments: Span<UInt8>) -> Bool {
        var position = 0
        while position < segments.count {
            if segments[position] == End.fixedURL.rawValue { return true }
            position += headerLength + Int(segments[position + 1]) + Int(segments[position + 2]) << 8
        }
        return false
    }
}

extension [UInt8] {
    /// Appends the segments of a URL as it is, or in each size by a template.
    mutating func append(imageURL url: Span<UInt8>, _ template: ImageTemplate?) {
        var start = beginSegment()
        guard let template else {
            append(jsonContent: url)
            return end(segment: start, .fixedURL)
        }
        let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.count
        let base = url.extracting(..<hash)
        var joins = false
        for part in template.parts {
            switch part {
            case .url:
                append(jsonContent: base)
                joins = base.firstIndex(of: UInt8(ascii: "?")) != nil
            case .encodedURL: append(addingCapacity: 3 * url.count) { $0.append(percentEncoding: url) }
            case .text(let text):
                let utf8 = text.utf8.span
                // The image's URL has a query already, which goes on.
                let isJoined = joins && utf8[0] == UInt8(ascii: "?")
                if isJoined, ![UInt8(ascii: "?"), UInt8(ascii: "&")].contains(base[base.count - 1]) {
                    append(UInt8(ascii: "&"))
                }
                append(jsonContent: utf8.extracting((isJoined ? 1 : 0)...))
                joins = false
            case .width, .height:
                end(segment: start, part == .width ? .width : .height)
                start = beginSegment()
            }
        }
        if !template.parts.contains(.encodedURL) { append(jsonContent: url.extracting(hash...)) }
        end(segment: start, .url)
    }

    private mutating func append(jsonContent text: Span<UInt8>) {
        append(addingCapacity: 6 * text.count) {
            let start = $0.count
            $0.append(copying: text)
            $0.escapeJSON(from: start)
        }
    }

    private mutating func beginSegment() -> Int {
        append(addingCapacity: ImageURL.headerLength) { $0.append(lowBytes: ImageURL.headerLength, of: 0) }
        return count - ImageURL.headerLength
    }

    private mutating func end(segment start: Int, _ end: ImageURL.End) {
        let length = count - start - ImageURL.headerLength
        let (isWhole, written) = (length <= UInt16.max, Swift.min(length, Int(UInt16.max)))
        self[start] = (isWhole ? end : .text).rawValue
        self[start + 1] = UInt8(truncatingIfNeeded: written)
        self[start + 2] = UInt8(truncatingIfNeeded: written >> 8)
        if isWhole { return }
        let next = start + ImageURL.headerLength + written
        insert(contentsOf: repeatElement(0, count: ImageURL.headerLength), at: next)
        self.end(segment: next, end)
    }
}

extension OutputSpan<UInt8> {
    /// Appends `,"images":[{"url":…,"width":429,"height":322,"srcset":[{"url":…,"width":143,"height":107}]}]`.
    /// - Parameter urls: The segments of at least `count` ``ImageURL``.
    mutating func append(images urls: Span<UInt8>, _ count: Int, _ sizes: ImageSizes) {
        append(",\"images\":[")
        var position = 0
        for index in 0..<count {
            append(index == 0 ? "{\"url\":\"" : ",{\"url\":\"")
            let start = position
            let isSized = append(url: urls, from: &position, sizes.full)
            let smallerCount = isSized ? sizes.smallerCount : 0
            for smaller in 0..<smallerCount {
                append(smaller == 0 ? ",\"srcset\":[{\"url\":\"" : "},{\"url\":\"")
                var position = start
                _ = append(url: urls, from: &position, sizes.smaller[smaller])
            }
            append(smallerCount > 0 ? "}]}" : "}")
        }
        append(UInt8(ascii: "]"))
    }

    /// - Returns: Whether the URL states a size, which is then appended.
    private mutating func append(url segments: Span<UInt8>, from position: inout Int, _ size: WrittenSize) -> Bool {
        while true {
            let end = ImageURL.End(rawValue: segments[position])
            let text = position + 3
            position = text + Int(segments[position + 1]) + Int(segments[position + 2]) << 8
            append(copying: segments.extracting(text..<position))
            switch end {
            case .width: append(size.width)
            case .height: append(size.height)
            case .text: break
            case .url:
                append("\",\"width\":")
                append(size.width)
                append(",\"height\":")
                append(size.height)
                return true
            case .fixedURL, nil:
                append(UInt8(ascii: "\""))
                return false
            }
        }
    }
}
