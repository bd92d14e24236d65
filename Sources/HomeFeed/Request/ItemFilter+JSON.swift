import Catalogue
import JSON

extension ItemFilter {
    /// The largest radius of an area, in metres: half the way around the Earth.
    static let maximumRadius = 20_037_508.0

    /// Reads conditions on the fields of all items and on the attributes of `kinds`. Every key is optional, ranges include their
    /// ends.
    ///
    ///     {"market": "toledo", "category": "pizza", "price": {"min": 500, "max": 2000}, "currency": "USD",
    ///      "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}, "rating": {"min": 4}, "cuisine": ["thai"], "open": true}
    ///
    /// Prices are in minor units, the radius in metres, instants in Unix seconds.
    init?(reading object: inout CheckedObject, attributesOf kinds: [Kind]) {
        self.init()
        market = object.optional("market")?.identifier()
        brand = object.optional("brand")?.identifier()
        category = object.optional("category")?.identifier()
        collection = object.optional("collection")?.identifier()
        if let value = object.optional("price") { price = value.interval { $0.integer(in: 0 ... .max) } }
        currency = object.optional("currency")?.currency()
        place = object.optional("place")?.area()
        for attribute in kinds.flatMap(\.attributes) where attributes[attribute.name] == nil {
            guard let value = object.optional(attribute.name) else { continue }
            attributes[attribute.name] = AttributeCondition(reading: value, attribute)
        }
    }
}

extension AttributeCondition {
    /// Reads a range of numbers, a text or a list of texts, or a flag; `nil` also where it is no condition.
    fileprivate init?(reading value: CheckedValue, _ attribute: Attribute) {
        switch attribute.type {
        case .number, .money, .instant:
            let range = value.interval { bound in
                attribute.isWhole ? bound.integer(in: Self.wholeNumbers).map(Double.init) : bound.number()
            }
            guard range.isBounded else { return nil }
            self = .range(range)
        case .text(let values):
            func text(_ value: CheckedValue) -> String? {
                let known = Dictionary(uniqueKeysWithValues: values.map { ($0, $0) })
                return values.isEmpty ? value.nonEmptyString() : value.choice("value", among: known)
            }
            if case .string = value.json {
                guard let text = text(value) else { return nil }
                self = .anyOf([text])
            } else {
                guard let texts = value.array(of: "values", 1...64, text) else { return nil }
                self = .anyOf(Set(texts))
            }
        case .flag:
            guard let flag = value.bool() else { return nil }
            self = .flag(flag)
        }
    }

    /// The whole numbers that a double holds exactly.
    private static let wholeNumbers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
}

extension CheckedValue {
    /// An ISO 4217 code.
    func currency() -> String? {
        guard case .string(let code) = json, code.utf8.count == 3,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return mismatch("an ISO 4217 code such as \"EUR\"") }
        return code
    }
}
