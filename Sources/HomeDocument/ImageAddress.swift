import ByteOutput
import HomeLayout

/// The address of an image at an image service, rendered up to the place where its size goes.
final class ImageAddress: Sendable {
    /// The member up to the width: `,"image":{"url":"https://example.com/a.jpg?w=`.
    private let beforeWidth: [UInt8]
    /// What follows the height in the address: the address's own fragment, `#top`, or nothing.
    private let afterHeight: [UInt8]

    init(_ address: String) {
        let end = address.firstIndex(of: "#") ?? address.endIndex
        let base = address[..<end]
        let separator =
            switch (base.contains("?"), base.last) {
            case (true, "?"), (true, "&"): ""
            case (true, _): "&"
            case (false, _): "?"
            }
        beforeWidth = Self.escaped(",\"image\":{\"url\":\"", "\(base)\(separator)w=")
        afterHeight = Self.escaped("", String(address[end...]))
    }

    private static func escaped(_ literal: StaticString, _ text: String) -> [UInt8] {
        let text = text.utf8.span
        let first = text.firstToEscape
        return [UInt8](capacity: literal.utf8CodeUnitCount + text.length(escapedFrom: first)) {
            $0.append(literal)
            $0.append(text, escapedFrom: first)
        }
    }

    /// The most bytes of the member.
    func length(_ size: ImageSize) -> Int {
        beforeWidth.count + size.inAddress.count + afterHeight.count + size.members.count
    }

    /// Appends `,"image":{"url":"…?w=429&h=322","width":429,"height":322}`.
    func write(_ size: ImageSize, to bytes: inout OutputSpan<UInt8>) {
        bytes.append(copying: beforeWidth)
        bytes.append(copying: size.inAddress)
        bytes.append(copying: afterHeight)
        bytes.append(copying: size.members)
    }
}

/// The size of a widget's images as it stands in each of its items.
final class ImageSize: Sendable {
    let pixels: PixelSize
    /// `429&h=322`.
    fileprivate let inAddress: [UInt8]
    /// `","width":429,"height":322}`.
    fileprivate let members: [UInt8]

    init(_ pixels: PixelSize) {
        self.pixels = pixels
        inAddress = Array("\(pixels.width)&h=\(pixels.height)".utf8)
        members = Array("\",\"width\":\(pixels.width),\"height\":\(pixels.height)}".utf8)
    }
}
