/// A kind of catalogue items, and their attributes.
public final class Kind: Hashable, Sendable {
    /// The name, as in ids and configs: `listing`.
    public let name: String
    /// The attributes in the order of documents. For a kind read from JSON: required ones, those of the caption, then
    /// the others by name.
    public let attributes: [Attribute]
    /// The fields (``ItemField``) and attributes that every item must have, besides its id and title.
    public let required: [String]
    /// Whether every item must have its listing time.
    public var requiresListedAt: Bool { required.contains(ItemField.listedAt.rawValue) }
    /// The lines that an item's card shows under its image.
    public let caption: [CaptionLine]
    /// The default target of a tap.
    public let link: ItemLink
    /// What replaces a missing subtitle; `nil` for nothing.
    public let subtitle: CaptionLine?
    /// What screen readers say; `nil` for the values of the caption with brand and address.
    public let label: CaptionLine?
    /// The parts of caption and subtitle with values that a label does not otherwise contain.
    public let spokenParts: [CaptionLine.Part]
    /// More than the values, and the sixteen bytes of texts, that a card and its label show.
    public let maximumPieces: Int

    /// Kinds of items in documents that are not in the catalogue. No kind may have one of these names.
    static let reservedNames = ["brand", "banner", "infoCard", "loadMore", "error"]

    /// A kind with attributes of different names.
    /// - Parameter href: `nil` for `/{kind}/{id}`.
    public init(
        name: String,
        attributes: [Attribute] = [],
        required: [String] = [],
        caption: [CaptionLine] = ["{title}"],
        subtitle: CaptionLine? = nil,
        label: CaptionLine? = nil,
        href: String? = nil
    ) {
        let resolve = { (line: CaptionLine) in line.resolved(among: attributes) }
        let (caption, subtitle, label) = (caption.map(resolve), subtitle.map(resolve), label.map(resolve))
        self.name = name
        self.attributes = attributes
        self.required = required
        self.caption = caption
        link = ItemLink(href ?? "/\(name)/{id}")
        self.subtitle = subtitle
        self.label = label
        spokenParts = (caption + [subtitle].compactMap(\.self)).flatMap(\.parts)
            .filter { $0.pieces.contains(where: \.isOnlyInCaption) }
        let (lines, subtitlePieces) = (caption + [label].compactMap(\.self), subtitle?.size ?? 0)
        maximumPieces = 2 * lines.reduce(0) { $0 + $1.size } * (1 + subtitlePieces) + subtitlePieces + 5
    }

    public static func == (one: Kind, other: Kind) -> Bool {
        one.name == other.name && one.attributes == other.attributes && one.required == other.required
            && one.caption == other.caption && one.link == other.link && one.subtitle == other.subtitle
            && one.label == other.label
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Whether `text` is a valid name of a kind or an attribute: a lowercase letter, then up to 31 letters or digits.
    public static func isValidName(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), bytes.count <= 32 else {
            return false
        }
        return bytes.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
    }
}
