/// A kind of catalogue item and the attributes that its items may have.
public struct Kind: Hashable, Sendable {
    /// The name, as in ids and configs: `listing`.
    public let name: String
    /// The attributes, in the order in which they were declared.
    public let attributes: [Attribute]

    /// The kind `name` with these attributes, each of another name.
    public init(name: String, attributes: [Attribute] = []) {
        self.name = name
        self.attributes = attributes
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

/// A typed, named property of a kind's items.
public struct Attribute: Hashable, Sendable {
    /// The name, see ``Kind/isValidName(_:)``.
    public let name: String
    /// What its values are.
    public let type: AttributeType

    /// The attribute `name` of `type`.
    public init(name: String, type: AttributeType) {
        self.name = name
        self.type = type
    }
}

/// What the values of an attribute are.
public enum AttributeType: Hashable, Sendable {
    /// Numbers, in `unit` where they have one (`squareMeter`, `minute`).
    case number(unit: String?)
    /// Amounts of money.
    case money
    /// Texts; where `values` is not empty, one of those.
    case text(values: [String])
    /// True or false.
    case flag
    /// Moments, in Unix seconds (UTC).
    case instant
}

/// The value of an attribute.
public enum AttributeValue: Hashable, Sendable {
    /// A finite number.
    case number(Double)
    /// An amount of money.
    case money(Money)
    /// A text.
    case text(String)
    /// True or false.
    case flag(Bool)
    /// A moment, in Unix seconds (UTC).
    case instant(Int64)

    /// Whether it is a value of `type`.
    public func matches(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.number, .number), (.money, .money), (.flag, .flag), (.instant, .instant): true
        case (.text(let text), .text(let values)): values.isEmpty || values.contains(text)
        default: false
        }
    }
}
