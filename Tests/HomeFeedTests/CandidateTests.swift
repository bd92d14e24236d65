import HomeLayout
import JSON
import Testing

@testable import Catalogue
@testable import HomeFeed

/// A few homes, shop items and restaurants in two towns.
enum Town {
    static let kinds = KindTable([
        Kind(
            name: "listing",
            attributes: [
                Attribute(name: "type", type: .text(values: ["house", "studio"])),
                Attribute(name: "bedrooms", type: .number(unit: nil)),
            ]
        ),
        Kind(name: "product"),
        Kind(
            name: "restaurant",
            attributes: [
                Attribute(name: "rating", type: .number(unit: nil)),
                Attribute(name: "delivery", type: .number(unit: .minute)),
                Attribute(name: "open", type: .flag),
                Attribute(name: "cuisine", type: .text(values: [])),
            ]
        ),
    ])

    static let center = Coordinate(latitude: 41.65, longitude: -83.54)!

    static func listing(_ number: Int) -> CatalogueItem {
        CatalogueItem(
            id: .init(kind: "listing", id: "l\(number)"),
            title: "Home \(number)",
            price: Money(amount: Int64(number) * 100, currency: "USD"),
            place: Coordinate(latitude: 41.65 + Double(number) / 1_000, longitude: -83.54),
            market: number % 2 == 0 ? "toledo" : "oregon",
            listedAt: Instant(seconds: number),
            attributes: ["type": .text("house"), "bedrooms": .number(Double(number % 4))]
        )
    }

    static func product(_ number: Int) -> CatalogueItem {
        CatalogueItem(
            id: .init(kind: "product", id: "p\(number)"),
            title: "Shirt \(number)",
            price: Money(amount: Int64(100 - number), currency: "USD"),
            brand: Brand(id: "b\(number % 3)", name: "Brand \(number % 3)"),
            category: number % 2 == 0 ? "shirts" : "shoes",
            collections: number < 5 ? ["sale"] : []
        )
    }

    static func restaurant(_ number: Int) -> CatalogueItem {
        CatalogueItem(
            id: .init(kind: "restaurant", id: "r\(number)"),
            title: "Restaurant \(number)",
            place: Coordinate(latitude: 41.65, longitude: -83.54 + Double(number) / 1_000),
            attributes: [
                "rating": .number(Double(number % 10) / 2), "delivery": .number(Double(60 - number)),
                "open": .flag(number % 2 == 0), "cuisine": .text(number % 3 == 0 ? "thai" : "pizza"),
            ]
        )
    }

    static let snapshot: CatalogueSnapshot = {
        do {
            var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: 16 << 20)
            var next: Int64 = 1
            for item in (0..<20).flatMap({ [listing($0), product($0), restaurant($0)] }) {
                let packed = PackedItem(item, succeeding: nil, nextArrival: &next, at: 0)
                try builder.add(packed.bytes.span, openedBy: 0)
            }
            return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
        } catch {
            fatalError("the items do not fit: \(error)")
        }
    }()

    static func context(
        _ record: UserRecord = .empty,
        place: Coordinate? = nil,
        subject: CatalogueItem.ID? = nil
    ) -> FeedContext {
        FeedContext(
            snapshot: snapshot,
            request: HomeRequest(device: Device(width: 390), place: place),
            state: .success(CachedUser(record: CachedUserRecord(record), counts: .empty)),
            now: 1_000,
            marketNames: ["toledo": "Toledo"],
            subject: subject
        )
    }

    /// The source that the options describe, or all that is wrong with them.
    static func source(_ kind: String, _ options: String) throws -> any Source {
        let json = try JSONValue(parsing: options.utf8)
        let kind = try #require(SourceKind.all.first { "\($0.name)" == kind })
        return try CheckedValue.read(json) { value in
            value.object { kind.read(&$0, ConfigScope(kinds: kinds)) }
        }
    }
}

/// Guards what the suites of the single sources, which test whole homes, leave open.
@Suite struct `A source` {
    private func find(
        _ kind: String,
        _ options: String,
        _ context: FeedContext = Town.context(),
        limit: Int = 3
    ) throws -> [String]? {
        let source = try Town.source(kind, options)
        var candidates = Candidates()
        let page = CandidateRequest(limit: limit)
        guard source.find(page, context, into: &candidates) else { return nil }
        return candidates.items.compactMap {
            if case .item(let row) = $0.content { Town.snapshot.id(of: row).id } else { nil }
        }
    }

    @Test func `gives the newest where the user searched last, or else around the phone`() throws {
        #expect(try find("newest", "{}") == ["l19", "l18", "l17"])
        let toledo = UserRecord(lastSearch: UserSearch(filter: ItemFilter(market: "toledo")), opened: [])
        #expect(try find("newest", "{}", Town.context(toledo)) == ["l18", "l16", "l14"])
        let south = Coordinate(latitude: 41.65 - 0.44, longitude: -83.54)
        #expect(try find("newest", "{}", Town.context(place: south)) == ["l9", "l8", "l7"])
        #expect(
            try find("newest", #"{"filter": {"market": "oregon"}}"#, Town.context(toledo)) == [
                "l19", "l17", "l15",
            ]
        )
        #expect(try find("newest", #"{"of": "restaurant"}"#, Town.context(toledo), limit: 1) == ["r0"])
    }

    @Test func `gives the nearest of several kinds, within a radius`() throws {
        #expect(
            try find(
                "nearby",
                #"{"radius": 120, "of": ["listing", "restaurant"]}"#,
                Town.context(place: Town.center),
                limit: 9
            ) == ["l0", "r0", "r1", "l1"]
        )
    }

    @Test func `gives items of any filter in any order`() throws {
        #expect(
            try find(
                "items",
                #"{"of": "restaurant", "filter": {"rating": {"min": 3}, "open": true, "cuisine": ["thai"]}, "sort": "-rating"}"#
            ) == ["r18", "r6"]
        )
        #expect(try find("items", #"{"of": "restaurant", "sort": "delivery"}"#) == ["r19", "r18", "r17"])
        let context = Town.context(place: Town.center)
        #expect(
            try find("items", #"{"of": "restaurant", "sort": "distance"}"#, context) == ["r0", "r1", "r2"]
        )
        #expect(try find("items", #"{"of": "restaurant", "sort": "distance"}"#) == nil)
    }

    @Test func `gives what is similar to the request's item, or else to the one opened last`() throws {
        let record = UserRecord(
            lastSearch: nil,
            opened: ["listing:gone", "restaurant:r3", "listing:l2"].compactMap { .init($0) }
        )
        let restaurants = try find("similar", "{}", Town.context(record))
        #expect(restaurants?.count == 3)
        #expect(restaurants?.contains("r3") == false)
        let listings = try find("similar", #"{"of": "listing"}"#, Town.context(record), limit: 30)
        #expect(Set(listings ?? []) == Set((0..<20).filter { $0 % 2 == 0 && $0 != 2 }.map { "l\($0)" }))
        let context = Town.context(record, subject: CatalogueItem.ID(kind: "product", id: "p3"))
        #expect(try find("similar", "{}", context, limit: 1) == ["p9"])
        #expect(try find("similar", #"{"of": "listing"}"#, context) == nil)
        #expect(try find("similar", "{}") == nil)
    }

    @Test func `is not sorted where its items are ranked`() {
        #expect(throws: ValidationErrors.self) { try Town.source("recommendations", #"{"sort": "price"}"#) }
        #expect(throws: ValidationErrors.self) { try Town.source("similar", #"{"sort": "price"}"#) }
    }

    @Test(arguments: [
        (#"{"of": "hotel"}"#, "of: unknown kind of item \"hotel\""),
        (#"{"of": []}"#, "of: expected 1 to 3 kinds"),
        (#"{"of": "product", "filter": {"rating": {"min": 3}}}"#, "filter: unknown key \"rating\""),
        (#"{"filter": {"rating": 3}}"#, "filter.rating: expected an object"),
        (#"{"filter": {"rating": {"min": 4, "max": 3}}}"#, "filter.rating: min is greater than max"),
        (#"{"filter": {"open": "yes"}}"#, "filter.open: expected true or false"),
        (#"{"filter": {"type": ["castle"]}}"#, "filter.type[0]: unknown value \"castle\""),
        (#"{"filter": {"currency": "dollar"}}"#, "filter.currency: expected an ISO 4217 code"),
        (#"{"of": "product", "sort": "rating"}"#, "sort: unknown sort \"rating\""),
        (#"{"sort": "cuisine"}"#, "sort: unknown sort \"cuisine\""),
        (#"{"limit": 3}"#, "unknown key \"limit\""),
    ])
    func `says what is wrong with its options`(options: String, expected: String) throws {
        let error = #expect(throws: ValidationErrors.self) { try Town.source("items", options) }
        #expect(error?.all.contains { $0.description.contains(expected) } == true, "\(String(describing: error))")
    }
}
