/// A kind of catalogue items, and their attributes.
public struct Kind: Hashable, Sendable {
    /// The name, as in ids and configs: `listing`.
    public let name: String
    /// The attributes in the order of documents. For a kind read from JSON: required ones, those of the caption, then
    /// the others by name.
    public let attributes: [Attribute]
    /// The fields (``ItemField``) and attributes that every item must have, besides its id and title.
    public let required: [String]
    /// The lines that an item's card shows under its image.
    public let caption: [CaptionLine]
    /// The default target of a tap.
    public let link: ItemLink
    /// What replaces a missing subtitle; `nil` for nothing.
    public let subtitle: CaptionLine?
    /// What screen readers say; `nil` for the values of the caption with brand and address.
    public let label: CaptionLine?

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
        self.name = name
        self.attributes = attributes
        self.required = required
        self.caption = caption
        link = ItemLink(href ?? "/\(name)/{id}")
        self.subtitle = subtitle
        self.label = label
    }

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
