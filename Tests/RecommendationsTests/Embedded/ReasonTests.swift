import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `The reason for a recommendation` {
    private static let now: Instant = 1_704_067_200

    private func reasons(
        _ catalogue: SampleCatalogue,
        opened: [String] = [],
        at place: Coordinate? = nil,
        kind: String = "product",
        after events: SampleEvents = SampleEvents(),
        at now: Instant = now
    ) -> [String: Reason] {
        let record = UserRecord(lastSearch: nil, opened: opened.map { CatalogueItem.ID(kind: kind, id: $0) })
        let query = RecommendationQuery(record: CachedUserRecord(record), place: place, kinds: [kind])
        let ranking = catalogue.snapshot.ranking(
            for: query,
            LearnedIndex(events.model, in: catalogue.snapshot),
            at: now
        )
        let found = ranking.best(20, in: catalogue.snapshot, at: now)
        return found.reduce(into: [:]) { $0[catalogue.snapshot.id(of: $1.row).id] = $1.reason }
    }

    @Test func `is the opened item that users open it together with most often`() {
        let catalogue = SampleCatalogue("abcx".map { .product("\($0)") })
        var events = SampleEvents()
        for number in 0..<9 { for id in ["c", "x"] { events.open(id, "u\(number)") } }
        for id in ["a", "x"] { events.open(id, "v") }
        #expect(reasons(catalogue, opened: ["a", "b", "c"], after: events)["x"] == Reason(.openedTogether, 2))
    }

    @Test func `is the opened item that it has most in common with`() {
        func product(_ id: String, _ brand: String, _ category: String, _ color: String) -> CatalogueItem {
            .product(id) { product in
                product.brand = Brand(id: brand, name: brand)
                product.category = category
                product.attributes["color"] = .text(color)
            }
        }
        let others = (0..<9).map { product("o\($0)", "z\($0)", "hats\($0)", "blue\($0)") }
        let catalogue = SampleCatalogue(
            others + [
                product("latest", "a", "shirts", "green"), product("first", "b", "shirts", "red"),
                product("x", "b", "shirts", "red"), product("y", "c", "shirts", "white"),
            ]
        )
        let found = reasons(catalogue, opened: ["latest", "first"])
        #expect(found["x"] == Reason(.likeOpened, 1))
        #expect(found["y"] == nil)
        #expect(found["o1"] == nil)
    }

    @Test func `is popularity if at least half as great as that of the most popular item, on its scale`() {
        let catalogue = SampleCatalogue("abc".map { .product("\($0)") })
        var events = SampleEvents()
        for number in 0..<99 { events.open("a", "u\(number)") }
        for number in 0..<15 { events.open("b", "v\(number)") }
        events.open("c", "w")
        let found = reasons(catalogue, after: events)
        #expect(found == ["a": Reason(.popular), "b": Reason(.popular)])
    }

    @Test func `is nearness up to five kilometres, and nearness with popularity`() {
        let catalogue = SampleCatalogue(
            [("here", 100.0), ("near", 4_000), ("far", 6_000)].map { id, meters in
                .house(id) { $0.place = Coordinate.town.north(meters) }
            }
        )
        var events = SampleEvents()
        events.open("near", "u", kind: "listing")
        let found = reasons(catalogue, at: .town, kind: "listing", after: events)
        #expect(found == ["here": Reason(.nearby), "near": Reason(.popularNearby)])
    }

    @Test func `is newness up to two weeks, with the brand if the item has one`() {
        func product(_ id: String, days: Int64, brand: Brand? = Brand(id: "b", name: "B")) -> CatalogueItem {
            .product(id) { product in
                product.listedAt = Self.now - days * 86_400
                product.brand = brand
            }
        }
        let catalogue = SampleCatalogue([
            product("new", days: 13), product("none", days: 1, brand: nil), product("old", days: 15),
        ])
        #expect(reasons(catalogue) == ["new": Reason(.newInBrand), "none": Reason(.new)])
    }

    @Test func `is unknown where a service has ranked the items`() {
        let catalogue = SampleCatalogue([.product("a") { $0.listedAt = Self.now }])
        let ranking = catalogue.snapshot.ranking(
            of: [catalogue.row("a", "product")],
            for: RecommendationQuery(kinds: ["product"]),
            at: Self.now
        )
        #expect(ranking.best(1, in: catalogue.snapshot, at: Self.now).map(\.reason) == [nil])
    }
}
