import Catalogue
import JSON

extension ItemFilter {
    /// The largest radius of an area, in metres: half of the Earth's circumference.
    static let maximumRadius = 20_037_508.0

    /// Conditions on the fields of all items and on the attributes of `kinds`, all optional; ranges include their ends.
    ///
    ///     {"market": "toledo", "category": "pizza", "price": {"min": 500, "max": 2000}, "currency": "USD",
    ///      "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}, "rating": {"min": 4}, "cuisine": ["thai"], "open":
    ///      true}
    ///
    /// Prices are in minor units, the radius in metres, instants in Unix seconds.
    init(reading object: inout CheckedObject, attributesOf kinds: [Kind]) {
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
    /// Reads a range of numbers, a text or a list of texts, or a flag.
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
                values.isEmpty ? value.nonEmptyString() : value.choice("value", among: values)
            }
            guard let texts = value.oneOrMore("values", 1...64, text) else { return nil }
            self = .anyOf(Set(texts))
        case .flag:
            guard let flag = value.bool() else { return nil }
            self = .flag(flag)
        }
    }

    /// The whole numbers that a `Double` represents exactly.
    private static let wholeNumbers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
}

extension CheckedValue {
    /// A text, or a list of texts.
    func oneOrMore<Value>(
        _ what: String,
        _ counts: ClosedRange<Int>,
        _ read: (CheckedValue) -> Value?
    ) -> [Value]? {
        if case .string = json { return read(self).map { [$0] } }
        return array(of: what, counts, read)
    }

    public func identifier() -> String? {
        parsed({ Identifier.isValid($0) ? $0 : nil }, Identifier.expectation)
    }

    /// `{"min": …, "max": …}`, both optional.
    func interval<Bound>(_ read: (CheckedValue) -> Bound?) -> ClosedInterval<Bound> {
        let interval = object { object in
            ClosedInterval(min: object.optional("min").flatMap(read), max: object.optional("max").flatMap(read))
        }
        if let min = interval?.min, let max = interval?.max, min > max { report("min is greater than max") }
        return interval ?? .all
    }

    /// An ISO 4217 code.
    fileprivate func currency() -> String? {
        guard case .string(let code) = json, code.utf8.count == 3,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return mismatch("an ISO 4217 code such as \"EUR\"") }
        return code
    }

    fileprivate func area() -> Area? {
        object { object in
            let latitude = object.required("lat")?.number(in: -90...90)
            let longitude = object.required("lon")?.number(in: -180...180)
            let radius = object.required("radius")?.number(in: 1...ItemFilter.maximumRadius)
            guard let latitude, let longitude, let radius,
                let center = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return Area(center: center, radius: radius)
        }
    }
}
