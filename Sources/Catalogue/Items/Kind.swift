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
    /// The default target of a tap: a URL with the item's id in place of `{id}`.
    public let href: String
    /// The caption line that replaces a missing subtitle: the first one with an attribute.
    public let subtitleLine: CaptionLine?
    private let hrefParts: [String]

    /// Kinds of items in documents that are not in the catalogue. No kind may have one of these names.
    static let reservedNames = ["brand", "banner", "infoCard", "loadMore"]

    /// A kind with attributes of different names.
    /// - Parameter href: `nil` for `/{kind}/{id}`.
    public init(
        name: String,
        attributes: [Attribute] = [],
        required: [String] = [],
        caption: [CaptionLine] = ["{title}"],
        href: String? = nil
    ) {
        self.name = name
        self.attributes = attributes
        self.required = required
        self.caption = caption
        self.href = href ?? "/\(name)/{id}"
        let names = Set(attributes.map(\.name))
        subtitleLine = caption.first { !names.isDisjoint(with: $0.names) }
        hrefParts = self.href.split(separator: "{id}", omittingEmptySubsequences: false).map(String.init)
    }

    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// ``href`` with a percent-encoded id.
    public func href(ofEncodedID id: String) -> String {
        hrefParts.dropFirst().reduce(into: hrefParts[0]) { $0 += id + $1 }
    }

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
