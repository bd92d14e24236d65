import Catalogue
import JSON

public enum BodyError: Error, Hashable, Sendable {
    /// The body is not JSON; the reason and the position.
    case malformed(String)
    /// The body is JSON of an unexpected shape.
    case unexpected(ValidationErrors)

    public var message: String {
        switch self {
        case .malformed(let reason): "the body is not JSON: \(reason)"
        case .unexpected(let errors): errors.line
        }
    }

    /// The most errors that an answer names, so that no body costs much more than a valid one of its size.
    public static let maximumErrors = 20

    /// - Throws: ``BodyError`` with the first ``maximumErrors`` errors.
    public static func read<Value>(
        _ body: some Sequence<UInt8>,
        _ read: (inout CheckedObject) -> Value?
    ) throws(BodyError) -> Value {
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch { throw .malformed(error.reason) }
        do { return try CheckedValue.read(json, limit: maximumErrors) { $0.object(read) } } catch {
            throw .unexpected(error)
        }
    }
}

extension UserSearch {
    /// The most types of a search, as of the values of any attribute.
    private static let maximumTypes = 64

    /// Reads the body of `POST /users/{user}/searches`. Every key is optional, ranges include their ends.
    ///
    ///     {"market": "toledo", "types": ["house"], "price": {"min": 5000000, "max": 20000000},
    ///      "bedrooms": {"min": 3}, "bathrooms": {"min": 1.5}, "area": {"min": 80},
    ///      "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}}
    ///
    /// The default `kind` is `listing`. The other keys are those of a filter, see
    /// ``ItemFilter/init(reading:attributesOf:)``. Prices are in minor units, areas in square metres, radii in metres.
    /// - Throws: ``BodyError`` with all errors.
    public init(body: some Sequence<UInt8>, kinds: KindTable) throws(BodyError) {
        self = try BodyError.read(body) { object in
            let known = Dictionary(uniqueKeysWithValues: kinds.kinds.map { ($0.name, $0) })
            let kind = object.optional("kind").map { $0.choice("kind of item", among: known) } ?? known["listing"]
            guard let kind else {
                object.ignoreUnknownMembers()
                return nil
            }
            var filter = ItemFilter(reading: &object, attributesOf: [kind])
            // A search for listings may name several types as `types`; `type` has precedence.
            if case .text(let values)? = kind.attribute("type")?.type {
                let types = object.optional("types")?.array(of: "types", 0...Self.maximumTypes) {
                    $0.choice("type", among: values)
                }
                if filter.attributes["type"] == nil, let types, !types.isEmpty {
                    filter.attributes["type"] = .anyOf(Set(types))
                }
            }
            return UserSearch(kind: kind.name, filter: filter)
        }
    }
}
