/// A kind of catalogue item and the attributes that its items may have.
public struct Kind: Hashable, Sendable {
    /// The name, as in ids and configs: `listing`.
    public let name: String
    /// The attributes, sorted by name where the kind was read from JSON.
    public let attributes: [Attribute]
    /// The names of the fields (``ItemField``) and attributes that every item must have, beside its id and title.
    public let required: [String]
    /// The caption lines of an item's card, each a text with fields and attributes in it: `★ {rating} · {delivery}`.
    public let caption: [String]

    /// The kind `name` with these attributes, each of another name.
    public init(
        name: String,
        attributes: [Attribute] = [],
        required: [String] = [],
        caption: [String] = ["{title}"]
    ) {
        self.name = name
        self.attributes = attributes
        self.required = required
        self.caption = caption
    }

    /// The attribute `name`, or `nil`.
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

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
