import HomeFeed
import JSON
import Testing

@testable import Catalogue

/// What is wrong with the body, or nothing.
private func search(_ body: String) -> BodyError? {
    do {
        _ = try UserSearch(body: body.utf8, kinds: .builtIn)
        return nil
    } catch {
        return error
    }
}

extension BodyError {
    var isMalformed: Bool { if case .malformed = self { true } else { false } }
}

/// Not JSON, each in its own way; none of it may bring the reader down.
private let noJSON = [
    "", "{", "nul", "{'market': 1}", "{\"market\": \"a\"} x", "{\"price\": {\"min\": 1e999}}", "\u{feff}{}",
    String(repeating: "[", count: 100_000), String(repeating: #"{"place":"#, count: 100_000),
]

@Suite struct `The body of a search` {
    @Test func `may say everything`() throws {
        let body = #"""
            {"market": "toledo", "types": ["house", "studio", "house"], "price": {"min": 5000000, "max": 20000000},
             "bedrooms": {"min": 3}, "bathrooms": {"min": 1.5, "max": 2}, "area": {"max": 80.5},
             "place": {"lat": 41.65, "lon": -83.54, "radius": 5000}}
            """#
        let expected = UserSearch.homes(
            market: "toledo",
            types: ["house", "studio"],
            price: ClosedInterval(min: 50_000_00, max: 200_000_00),
            bedrooms: ClosedInterval(min: 3),
            bathrooms: ClosedInterval(min: 1.5, max: 2),
            area: ClosedInterval(max: 80.5),
            place: Area(center: try #require(Coordinate(latitude: 41.65, longitude: -83.54)), radius: 5_000)
        )
        #expect(try UserSearch(body: body.utf8, kinds: .builtIn) == expected)
    }

    @Test func `may ask for another kind of item, by its attributes`() throws {
        let json = #"{"restaurant": {"attributes": {"rating": {"type": "number"}, "open": {"type": "flag"}}}}"#
        let kinds = try CheckedValue.read(JSONValue(parsing: json.utf8), KindTable.init(reading:))
        let body =
            #"{"kind": "restaurant", "category": "pizza", "rating": {"min": 4}, "open": true, "currency": "USD"}"#
        let filter = ItemFilter(
            category: "pizza",
            currency: "USD",
            attributes: ["rating": .range(ClosedInterval(min: 4)), "open": .flag(true)]
        )
        #expect(try UserSearch(body: body.utf8, kinds: kinds) == UserSearch(kind: "restaurant", filter: filter))
    }

    @Test(arguments: ["{}", " {\n} ", #"{"price": {}, "types": [], "bedrooms": {}}"#])
    func `may say nothing, which every listing meets`(body: String) throws {
        #expect(try UserSearch(body: body.utf8, kinds: .builtIn) == UserSearch.homes())
    }

    @Test(arguments: [
        (
            #"{"price": {"min": 0, "max": 9223372036854775807}}"#,
            UserSearch.homes(price: ClosedInterval(min: 0, max: .max))
        ),
        (#"{"price": {"min": 7, "max": 7}}"#, UserSearch.homes(price: ClosedInterval(min: 7, max: 7))),
        (#"{"price": {"min": 1e3}}"#, UserSearch.homes(price: ClosedInterval(min: 1_000))),
        (#"{"bedrooms": {"min": 0, "max": 1000}}"#, UserSearch.homes(bedrooms: ClosedInterval(min: 0, max: 1_000))),
        (#"{"area": {"min": 0, "max": 1000000000}}"#, UserSearch.homes(area: ClosedInterval(min: 0, max: 1e9))),
    ])
    func `has ranges that include their ends`(body: String, expected: UserSearch) throws {
        #expect(try UserSearch(body: body.utf8, kinds: .builtIn) == expected)
    }

    @Test(arguments: [
        ("[]", "expected an object, found a list of 0"),
        ("7", "expected an object, found 7"),
        (#"{"markets": "toledo"}"#, #"unknown key "markets"; did you mean "market"?"#),
        (#"{"market": 7}"#, "market: expected 1 to 128 visible ASCII characters without '/', found 7"),
        (
            #"{"market": "New York"}"#,
            #"market: expected 1 to 128 visible ASCII characters without '/', found "New York""#
        ),
        (#"{"types": "house"}"#, #"types: expected a list, found "house""#),
        (#"{"types": ["house", "hous"]}"#, #"types[1]: unknown type "hous"; did you mean "house"?"#),
        (#"{"types": [7]}"#, "types[0]: expected a type, found 7"),
        (#"{"price": 7}"#, "price: expected an object, found 7"),
        (#"{"price": {"min": -1}}"#, "price.min: expected a whole number of at least 0, found -1"),
        (#"{"price": {"min": 1.5}}"#, "price.min: expected a whole number of at least 0, found 1.5"),
        (
            #"{"price": {"max": 9223372036854775808}}"#,
            "price.max: expected a whole number of at least 0, found 9.223372036854776e+18"
        ),
        (
            #"{"price": {"max": 1e300}}"#,
            "price.max: expected a whole number of at least 0, found 1e+300"
        ),
        (#"{"price": {"min": 2, "max": 1}}"#, "price: min is greater than max"),
        (#"{"price": {"mni": 2}}"#, #"price: unknown key "mni"; did you mean "min"?"#),
        (
            #"{"bedrooms": {"min": "3"}}"#,
            #"bedrooms.min: expected a whole number from -9007199254740992 to 9007199254740992, found "3""#
        ),
        (#"{"bathrooms": {"min": "1"}}"#, #"bathrooms.min: expected a number, found "1""#),
        (#"{"area": {"min": true}}"#, "area.min: expected a number, found true"),
        (#"{"kind": "hotel"}"#, #"kind: unknown kind of item "hotel"; expected one of "listing", "product""#),
        (
            #"{"kind": "product", "bedrooms": {"min": 1}}"#,
            #"unknown key "bedrooms"; expected one of "brand", "category", "collection", "currency", "kind", "market", "#
                + #""place", "price""#
        ),
        (#"{"place": {"lat": 1, "lon": 2}}"#, #"place: "radius" is missing"#),
        (#"{"place": {"lat": 91, "lon": 2, "radius": 1}}"#, "place.lat: expected a number from -90 to 90, found 91"),
        (
            #"{"place": {"lat": 1, "lon": -181, "radius": 1}}"#,
            "place.lon: expected a number from -180 to 180, found -181"
        ),
        (
            #"{"place": {"lat": 1, "lon": 1, "radius": 0}}"#,
            "place.radius: expected a number from 1 to 20037508, found 0"
        ),
        (
            #"{"place": {"lat": 1, "lon": 1, "radius": 1e9}}"#,
            "place.radius: expected a number from 1 to 20037508, found 1000000000"
        ),
        (
            #"{"market": "", "bedrooms": {"min": 4, "max": 3}, "area": 7}"#,
            #"market: expected 1 to 128 visible ASCII characters without '/', found ""; "#
                + "bedrooms: min is greater than max; area: expected an object, found 7"
        ),
    ])
    func `is refused with everything that is wrong, each by its path`(body: String, message: String) throws {
        let error = try #require(search(body))
        #expect(error.message == message)
        #expect(!error.isMalformed)
    }

    @Test(arguments: noJSON)
    func `is refused where it is no JSON`(body: String) throws {
        let error = try #require(search(body))
        #expect(error.isMalformed)
        #expect(error.message.hasPrefix("the body is not JSON: line "))
        #expect(error.message.utf8.count < 200)
    }
}
