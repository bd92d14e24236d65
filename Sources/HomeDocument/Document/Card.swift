import Bytes

/// An item's content for all users and devices: rendered once, cached, and copied into each response.
public final class Card: Sendable {
    /// The revision of the rendered members and the image URL.
    public let revision: Revision
    /// The item's hash in tokens of shown items; 0 for a card of the config.
    public let hash: UInt64
    /// Three parts: the item up to its revision, `{"id":…,"kind":…,…,"revision":"`; the image member up to the width,
    /// `,"image":{"url":"https://example.com/a.jpg?w=`; the URL's fragment, which follows the height.
    private let bytes: [UInt8]
    /// The start of the second part; `bytes.count` without an image.
    private let imageStart: Int
    private let fragmentStart: Int

    /// The item's id.
    public var id: String {
        // The id follows `{"id":"` and needs no escaping.
        String(decoding: bytes[7...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// The approximate size in memory, in bytes.
    public var size: Int { 112 + bytes.count }

    var hasImage: Bool { imageStart < bytes.count }

    /// Renders a card.
    ///
    /// - Parameters:
    ///   - id: the item's id, unique in a document: `listing:7129300520`. It needs no escaping.
    ///   - kind: the item's kind, whose name needs no escaping.
    ///   - hash: see ``hash``.
    ///   - image: the image URL without a size. Each response adds the size of the widget's images.
    ///   - label: the accessibility label in UTF-8.
    ///   - members: writes the members after `id` and `kind`. None may be called `id`, `kind`, `accessibilityLabel`,
    ///     `accessibilityValue`, `revision`, `tracking`, `isNew`, `distance`, `match`, `reason` or `image`.
    public init(
        id: String,
        kind: ItemKind,
        hash: UInt64 = 0,
        image: String? = nil,
        label: [UInt8],
        _ members: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter(capacity: 1_024)
        var content = 0..<0
        writer.object {
            let start = $0.bytes.count
            $0.member("id", id)
            $0.member("kind", kind.rawValue)
            members(&$0)
            $0.member("accessibilityLabel", utf8: label.span)
            content = start..<$0.bytes.count
        }
        let rendered = writer.bytes
        let url = image.map { ImageURL($0) }
        imageStart = content.upperBound + 13
        fragmentStart = imageStart + (url?.beforeWidth.count ?? 0)
        bytes = [UInt8](capacity: fragmentStart + (url?.afterHeight.count ?? 0)) {
            $0.append(copying: rendered, 0..<content.upperBound)
            $0.append(",\"revision\":\"")
            if let url {
                $0.append(copying: url.beforeWidth)
                $0.append(copying: url.afterHeight)
            }
        }
        self.hash = hash
        revision = Revision {
            $0.combine(bytes: rendered.span.extracting(content))
            $0.combine(image) { $0.combine($1) }
        }
    }

    /// The most bytes of the card, with its image if `size` is given.
    func length(_ size: ImageSize?) -> Int { bytes.count + (size?.length ?? 0) }

    /// Appends the item up to the digits of its revision.
    func write(to output: inout OutputSpan<UInt8>) { output.append(copying: bytes, 0..<imageStart) }

    /// Appends `,"image":{"url":"…?w=429&h=322","width":429,"height":322}`, if there is an image.
    func writeImage(_ size: ImageSize, to output: inout OutputSpan<UInt8>) {
        guard hasImage else { return }
        output.append(copying: bytes, imageStart..<fragmentStart)
        output.append(copying: size.inURL)
        output.append(copying: bytes, fragmentStart..<bytes.count)
        output.append(copying: size.members)
    }
}
