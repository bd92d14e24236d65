import JSON

extension Attribute {
    /// The most values of a text attribute.
    static let maximumValues = 100

    /// Reads the declaration of the attribute `name`: `{"type": "number", "unit": "minute"}`.
    init?(_ name: String, reading value: CheckedValue) {
        guard Kind.isValidName(name) else {
            value.report("an attribute's name is \(Kind.nameExpectation)")
            return nil
        }
        if ItemField.reservedNames.contains(name) {
            value.report("\"\(name)\" is reserved, and cannot name an attribute")
        }
        let attribute = value.object { object -> Attribute? in
            guard let type = object.required("type")?.choice("type", of: TypeName.self) else {
                object.ignoreUnknownMembers()
                return nil
            }
            switch type {
            case .number:
                let unit = object.optional("unit")?.choice("unit", of: AttributeUnit.self)
                let isWhole = object.value("whole", default: false) { $0.bool() }
                return Attribute(name: name, type: .number(unit: unit), isWhole: isWhole ?? false)
            case .money: return Attribute(name: name, type: .money)
            case .text: return Attribute(name: name, type: .text(values: object.optional("values")?.values() ?? []))
            case .flag: return Attribute(name: name, type: .flag)
            case .instant: return Attribute(name: name, type: .instant)
            }
        }
        guard let attribute else { return nil }
        self = attribute
    }

    /// The words for the types in configs.
    private enum TypeName: String, CaseIterable {
        case number
        case money
        case text
        case flag
        case instant
    }
}

extension CheckedValue {
    /// The values that a text attribute may have.
    fileprivate func values() -> [String]? {
        let values = array(of: "values", 1...Attribute.maximumValues) { $0.nonEmptyString() }
        var seen: Set<String> = []
        for value in values ?? [] where !seen.insert(value).inserted { report("\"\(value)\" is given twice") }
        return values
    }
}
