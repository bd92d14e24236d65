import CheckedJSON
public import Catalogue

extension SearchCriteria {
    /// The largest radius of a search, in metres: half the way around the Earth.
    public static let maximumRadius = 20_037_508.0

    /// Reads the body of `POST /users/{user}/searches`. Every key is optional, ranges include their ends.
    ///
    ///     {"market": "toledo", "types": ["house"], "price": {"min": 5000000, "max": 20000000},
    ///      "bedrooms": {"min": 3}, "bathrooms": {"min": 1.5}, "area": {"min": 80},
    ///      "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}}
    ///
    /// Prices are in minor units, areas in square metres, the radius in metres.
    /// - Throws: ``BodyError`` with all that is wrong.
    public init(body: some Sequence<UInt8>) throws(BodyError) {
        self = try BodyError.reading(body) { $0.object(Self.read) }
    }

    private static func read(_ object: inout CheckedObject) -> SearchCriteria? {
        var criteria = SearchCriteria()
        if let market = object.optional("market") { criteria.market = market.identifier() }
        if let types = object.optional("types") {
            criteria.types = Set(types.list { $0.word("type", of: ListingType.self) } ?? [])
        }
        if let price = object.optional("price") {
            criteria.price = price.interval { $0.integer(in: 0 ... .max) }
        }
        if let bedrooms = object.optional("bedrooms") {
            criteria.bedrooms = bedrooms.interval { $0.integer(in: 0...1000).map(Int.init) }
        }
        if let bathrooms = object.optional("bathrooms") {
            criteria.bathrooms = bathrooms.interval { $0.number(in: 0...1000) }
        }
        if let area = object.optional("area") {
            criteria.area = area.interval { $0.number(in: 0...1_000_000_000) }
        }
        criteria.place = object.optional("place")?.area()
        return criteria
    }
}

extension CheckedValue {
    func identifier() -> String? {
        guard case .string(let text) = json, Identifier.isValid(text) else { return mismatch(Identifier.expectation) }
        return text
    }

    /// `{"min": …, "max": …}`, either of which may be missing.
    func interval<Bound>(_ read: (CheckedValue) -> Bound?) -> ClosedInterval<Bound> {
        let interval = object { object in
            ClosedInterval(min: object.optional("min").flatMap(read), max: object.optional("max").flatMap(read))
        }
        if let min = interval?.min, let max = interval?.max, min > max { report("min is greater than max") }
        return interval ?? .all
    }

    func area() -> Area? {
        object { object in
            let latitude = object.required("lat")?.number(in: -90...90)
            let longitude = object.required("lon")?.number(in: -180...180)
            let radius = object.required("radius")?.number(in: 1...SearchCriteria.maximumRadius)
            guard let latitude, let longitude, let radius,
                let center = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return Area(center: center, radius: radius)
        }
    }
}
