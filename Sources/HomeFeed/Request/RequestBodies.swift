import Catalogue
import JSON

/// A request's body that cannot be used.
public enum BodyError: Error, Hashable, Sendable {
    /// It is no JSON: what is wrong and where.
    case malformed(String)
    /// It is JSON, but not what was expected.
    case unexpected(ValidationErrors)

    /// What is wrong, for a person to read.
    public var message: String {
        switch self {
        case .malformed(let reason): "the body is not JSON: \(reason)"
        case .unexpected(let errors): errors.all.map(\.description).joined(separator: "; ")
        }
    }

    static func reading<Value>(
        _ body: some Sequence<UInt8>,
        _ read: (CheckedValue) -> Value?
    ) throws(BodyError) -> Value {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw .malformed(error.reason)
        }
        do {
            return try CheckedValue.read(json, read)
        } catch {
            throw .unexpected(error)
        }
    }
}

/// The body of `POST /users/{user}/opened`: `{"items": ["listing:7129300520", "product:fj5089"]}`.
public struct OpenedBody: Sendable {
    /// The items that the user opened, at least one.
    public let items: [CatalogueItem.ID]

    /// How many items one request may name.
    public static let maximumItems = 1000

    /// Reads the body.
    /// - Parameter kinds: The kinds that an item can be of.
    /// - Throws: ``BodyError`` with all that is wrong.
    public init(body: some Sequence<UInt8>, kinds: KindTable) throws(BodyError) {
        items = try BodyError.reading(body) { value in
            value.object { object in
                object.required("items")?.array(of: "items", 1...Self.maximumItems) { $0.itemID(of: kinds) }
            }
        }
    }
}

extension CheckedValue {
    fileprivate func itemID(of kinds: KindTable) -> CatalogueItem.ID? {
        guard case .string(let text) = json, let item = CatalogueItem.ID(text), kinds[item.kind] != nil else {
            return mismatch("an item such as \"listing:7129300520\" or \"product:fj5089\"")
        }
        return item
    }
}

extension UserSearch {
    /// Reads the body of `POST /users/{user}/searches`. Every key is optional, ranges include their ends.
    ///
    ///     {"market": "toledo", "types": ["house"], "price": {"min": 5000000, "max": 20000000},
    ///      "bedrooms": {"min": 3}, "bathrooms": {"min": 1.5}, "area": {"min": 80},
    ///      "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}}
    ///
    /// `kind` names the kind of item, `listing` where it is missing. The other keys are those of a filter: see
    /// ``ItemFilter/init(reading:attributesOf:)``. Prices are in minor units, areas in square metres, the radius in metres.
    /// - Throws: ``BodyError`` with all that is wrong.
    public init(body: some Sequence<UInt8>, kinds: KindTable) throws(BodyError) {
        self = try BodyError.reading(body) { value in
            value.object { object -> UserSearch? in
                let known = Dictionary(uniqueKeysWithValues: kinds.kinds.map { ($0.name, $0) })
                let kind = object.optional("kind").map { $0.choice("kind of item", among: known) } ?? known["listing"]
                guard let kind else {
                    object.ignoreUnknownMembers()
                    return nil
                }
                guard var filter = ItemFilter(reading: &object, attributesOf: [kind]) else { return nil }
                // A search for listings may name several types in a list of its own; `type` goes before it.
                if case .text(let values)? = kind.attribute("type")?.type {
                    let types = object.optional("types")?.texts(among: values) ?? []
                    if filter.attributes["type"] == nil, !types.isEmpty { filter.attributes["type"] = .anyOf(types) }
                }
                return UserSearch(kind: kind.name, filter: filter)
            }
        }
    }
}

extension CheckedValue {
    /// A list of these words, which may be empty.
    fileprivate func texts(among values: [String]) -> Set<String>? {
        let known = Dictionary(uniqueKeysWithValues: values.map { ($0, $0) })
        return array { $0.choice("type", among: known) }.map(Set.init)
    }

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
            let radius = object.required("radius")?.number(in: 1...ItemFilter.maximumRadius)
            guard let latitude, let longitude, let radius,
                let center = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return Area(center: center, radius: radius)
        }
    }
}
