import ByteOutput
public import Revisions

/// An item as it is for every user on every device: rendered once, kept, and spliced into each answer.
public final class Card: Sendable {
    /// The item's id, unique among all items of a document: `listing:7129300520`.
    public let id: String
    /// The item's kind.
    public let kind: ItemKind
    /// The revision of what is rendered, and of the image's address.
    public let revision: Revision
    /// The item up to its revision's digits, `{"id":…,"kind":…,…,"revision":"`: ready to be copied.
    let beforeRevision: [UInt8]
    /// About how many bytes the card takes in memory.
    public var size: Int { 256 + beforeRevision.count + id.utf8.count }

    /// The item's image; it is written with each answer, because its size is the widget's.
    let image: ImageAddress?

    /// Renders a card.
    ///
    /// - Parameters:
    ///   - id: the item's id, unique among all items of a document.
    ///   - kind: the item's kind, whose name needs no escaping.
    ///   - image: the address of the item's image, without a size.
    ///   - label: what a screen reader says of the item, whoever asks.
    ///   - members: writes the members that come after `id` and `kind`; none of them may be called `id`, `kind`,
    ///     `accessibilityLabel`, `accessibilityValue`, `revision`, `tracking`, `isNew`, `distance`, `match`,
    ///     `reason` or `image`.
    public init(
        id: String,
        kind: ItemKind,
        image: String? = nil,
        label: String,
        _ members: (inout JSONWriter) -> Void
    ) {
        let fragment = JSONWriter.members {
            $0.member("id", id)
            $0.member("kind", kind.rawValue)
            members(&$0)
            $0.member("accessibilityLabel", label)
        }
        self.id = id
        self.kind = kind
        beforeRevision = [UInt8](capacity: fragment.count + 16) {
            $0.append(UInt8(ascii: "{"))
            $0.append(copying: fragment)
            $0.append(",\"revision\":\"")
        }
        self.image = image.map { ImageAddress($0) }
        revision = Revision {
            $0.combine(bytes: fragment.span)
            $0.combine(image) { $0.combine($1) }
        }
    }
}
