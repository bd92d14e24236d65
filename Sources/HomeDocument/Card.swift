import Bytes

/// An item as it is for every user on every device: rendered once, kept, and copied into each answer.
public final class Card: Sendable {
    /// The revision of what is rendered, and of the image's address.
    public let revision: Revision
    /// The number that stands for the item in the tokens of what a client shows; 0 for a card of the config.
    public let hash: UInt64
    /// The item up to its revision's digits, `{"id":…,"kind":…,…,"revision":"`; then the member of its image up to the width,
    /// `,"image":{"url":"https://example.com/a.jpg?w=`; then what follows the height in the address, its fragment.
    private let bytes: [UInt8]
    /// Where the image's member begins; the end where there is none.
    private let imageStart: Int
    private let fragmentStart: Int

    /// The item's id.
    public var id: String {
        // `{"id":"` comes before it, and no identifier needs escaping.
        String(decoding: bytes[7...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// About how many bytes the card takes in memory.
    public var size: Int { 112 + bytes.count }

    /// Whether it has an image.
    var hasImage: Bool { imageStart < bytes.count }

    /// Renders a card.
    ///
    /// - Parameters:
    ///   - id: the item's id, unique among all items of a document: `listing:7129300520`. It needs no escaping.
    ///   - kind: the item's kind, whose name needs no escaping.
    ///   - hash: see ``hash``.
    ///   - image: the address of the item's image, without a size; it is written with each answer, because its size is the widget's.
    ///   - label: what a screen reader says of the item to every user, in UTF-8.
    ///   - members: writes the members that come after `id` and `kind`; none of them may be called `id`, `kind`,
    ///     `accessibilityLabel`, `accessibilityValue`, `revision`, `tracking`, `isNew`, `distance`, `match`,
    ///     `reason` or `image`.
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
        let address = image.map { ImageURL($0) }
        imageStart = content.upperBound + 13
        fragmentStart = imageStart + (address?.beforeWidth.count ?? 0)
        bytes = [UInt8](capacity: fragmentStart + (address?.afterHeight.count ?? 0)) {
            $0.append(copying: rendered, 0..<content.upperBound)
            $0.append(",\"revision\":\"")
            if let address {
                $0.append(copying: address.beforeWidth)
                $0.append(copying: address.afterHeight)
            }
        }
        self.hash = hash
        revision = Revision {
            $0.combine(bytes: rendered.span.extracting(content))
            $0.combine(image) { $0.combine($1) }
        }
    }
}

extension Card {
    /// The most bytes of the card, with its image where `images` has a size for it.
    func length(_ images: ImageSize?) -> Int { bytes.count + (images?.length ?? 0) }

    /// Appends the item up to its revision's digits.
    func write(to output: inout OutputSpan<UInt8>) { output.append(copying: bytes, 0..<imageStart) }

    /// Appends `,"image":{"url":"…?w=429&h=322","width":429,"height":322}`, where there is an image.
    func writeImage(_ size: ImageSize, to output: inout OutputSpan<UInt8>) {
        guard hasImage else { return }
        output.append(copying: bytes, imageStart..<fragmentStart)
        output.append(copying: size.inAddress)
        output.append(copying: bytes, fragmentStart..<bytes.count)
        output.append(copying: size.members)
    }
}
