/// A kind of catalogue item and the attributes that its items may have.
public struct Kind: Hashable, Sendable {
    /// The name, as in ids and configs: `listing`.
    public let name: String
    /// The attributes, in the order in which documents have them. Where the kind was read from JSON, those that are required come
    /// first, then those of the caption, then the others by name.
    public let attributes: [Attribute]
    /// The names of the fields (``ItemField``) and attributes that every item must have, beside its id and title.
    public let required: [String]
    /// The lines that an item's card shows under its image.
    public let caption: [CaptionLine]
    /// Where a tap on an item leads that does not say so itself: an address with the item's id in place of `{id}`.
    public let href: String
    /// The caption line that stands in for the subtitle of an item without one: the first that shows an attribute.
    public let subtitleLine: CaptionLine?
    /// ``href`` without `{id}`: what stands before, between and behind.
    private let hrefParts: [String]

    /// The kinds of item in a document that are no kinds of the catalogue. No kind has one of these names.
    public static let reservedNames: Set<String> = ["brand", "banner", "infoCard", "loadMore"]

    /// The kind `name` with these attributes, each of another name.
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

    /// The attribute `name`, or `nil`.
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// ``href`` with a percent-encoded id in it.
    public func href(ofEncodedID id: String) -> String { hrefParts.joined(separator: id) }

    /// Whether `text` may name a kind or an attribute: a lowercase letter, then up to 31 letters or digits.
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
