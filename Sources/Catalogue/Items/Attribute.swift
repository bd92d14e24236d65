/// A typed, named property of a kind's items.
public struct Attribute: Hashable, Sendable {
    /// The name, see ``Kind/isValidName(_:)``.
    public let name: String
    /// The type of its values.
    public let type: AttributeType
    /// Whether imports accept whole numbers only.
    public let isWhole: Bool

    /// The attribute `name` of `type`.
    public init(name: String, type: AttributeType, isWhole: Bool = false) {
        self.name = name
        self.type = type
        self.isWhole = isWhole
    }
}

/// The units that numbers may have. The raw value is the word in configs.
public enum AttributeUnit: String, Hashable, Sendable, CaseIterable {
    case squareMeter
    case meter
    case kilometer
    case minute
    case hour
    case day
    case year
    case percent
    case gram
    case kilogram
    case milliliter
    case liter
    /// A room to sleep in.
    case bedroom
    /// A room to bathe in; a half bath counts 0.5.
    case bathroom
}

/// The type of an attribute's values.
public enum AttributeType: Hashable, Sendable {
    /// Numbers, in `unit` where they have one.
    case number(unit: AttributeUnit?)
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
