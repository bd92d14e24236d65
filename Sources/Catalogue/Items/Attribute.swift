import JSON

public struct Attribute: Hashable, Sendable {
    /// The name, see ``Kind/isValidName(_:)``.
    public let name: String
    public let type: AttributeType
    /// Whether imports accept whole numbers only.
    public internal(set) var isWhole = false
    /// The decimals of a number in texts; `nil` for those that it has.
    public internal(set) var decimals: Int?

    /// An attribute of the same name that has the values of both; `nil` if their types differ.
    package func united(with other: Attribute) -> Attribute? {
        guard case (.text(let values), .text(let others)) = (type, other.type) else {
            return type == other.type && isWhole == other.isWhole ? self : nil
        }
        let all = values.isEmpty || others.isEmpty ? [] : values + others.filter { !values.contains($0) }
        return Attribute(name: name, type: .text(values: all))
    }

    static let maximumValues = 100

    /// Reads the declaration of an attribute: `{"type": "number", "unit": "minute"}`, `{"type": "number", "decimals":
    /// 1}`.
    static func read(_ name: String, from value: CheckedValue) -> Attribute? {
        guard Kind.isValidName(name) else {
            value.report("an attribute's name is \(Kind.nameExpectation)")
            return nil
        }
        if ItemField.reservedNames.contains(name) {
            value.report("\"\(name)\" is reserved, and cannot name an attribute")
        }
        return value.object { object -> Attribute? in
            guard let type = object.required("type")?.choice("type", among: types) else {
                object.ignoreUnknownMembers()
                return nil
            }
            switch type {
            case .number:
                let unit = object.optional("unit")?.choice("unit", of: AttributeUnit.self)
                let isWhole = object.optional("whole")?.bool() ?? false
                let decimals = object.optional("decimals")
                if unit != nil { decimals?.report("a number with a unit has the decimals that it needs") }
                return Attribute(
                    name: name,
                    type: .number(unit: unit),
                    isWhole: isWhole,
                    decimals: decimals?.integer(in: 0...3).map { Int($0) }
                )
            case .text: return Attribute(name: name, type: .text(values: object.optional("values")?.values() ?? []))
            case .money, .flag, .instant: return Attribute(name: name, type: type)
            }
        }
    }

    private static let types: [String: AttributeType] = [
        "number": .number(unit: nil), "money": .money, "text": .text(values: []), "flag": .flag, "instant": .instant,
    ]
}

/// The unit of a number. The raw value is the word in configs.
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
    case bedroom
    /// A half bath counts 0.5.
    case bathroom
}

public enum AttributeType: Hashable, Sendable {
    case number(unit: AttributeUnit?)
    case money
    /// Texts; one of `values` unless that is empty.
    case text(values: [String])
    case flag
    case instant
}

public enum AttributeValue: Hashable, Sendable {
    /// Finite.
    case number(Double)
    case money(Money)
    case text(String)
    case flag(Bool)
    case instant(Instant)
}

extension CheckedValue {
    fileprivate func values() -> [String]? {
        let values = array(of: "values", 1...Attribute.maximumValues) { $0.nonEmptyString() }
        var seen: Set<String> = []
        for value in values ?? [] where !seen.insert(value).inserted { report("\"\(value)\" is given twice") }
        return values
    }
}
