import HomeLayout

/// The address of an image at an image service, rendered up to the place where its size goes.
struct ImageAddress: Sendable {
    /// The content of a JSON string up to the width: `https://example.com/a.jpg?w=`.
    private let beforeWidth: [UInt8]
    /// What follows the height: the address's own fragment, `#top`, or nothing.
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
        beforeWidth = Self.escaped("\(base)\(separator)w=")
        afterHeight = Self.escaped(address[end...])
    }

    private static func escaped(_ text: some StringProtocol) -> [UInt8] {
        var writer = JSONWriter()
        writer.appendEscaped(text)
        return writer.bytes
    }

    /// Writes `"image":{"url":"…?w=429&h=322","width":429,"height":322}`.
    func write(_ size: PixelSize, into writer: inout JSONWriter) {
        writer.object("image") {
            $0.string("url") {
                $0.append(beforeWidth)
                $0.append(size.width)
                $0.append("&h=")
                $0.append(size.height)
                $0.append(afterHeight)
            }
            $0.member("width", size.width)
            $0.member("height", size.height)
        }
    }
}
