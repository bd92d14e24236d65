import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Recommendations learned from openings` {
    /// Products `a`…`h`, all alike.
    private static let products = "abcdefgh".map { CatalogueItem.product("\($0)") }

    @Test func `are the most popular items for users without a history, then the latest listed`() {
        let catalogue = SampleCatalogue(
            "abcdef".enumerated().map { day, id in
                .product("\(id)") { $0.listedAt = Instant(seconds: day) }
            }
        )
        let events = SampleEvents(["u1": "ac", "u2": "ca", "u3": "ce"])
        #expect(catalogue.recommended(of: ["product"], after: events) == ["c", "a", "e", "f", "d", "b"])
        #expect(catalogue.recommended(of: ["product"]) == ["f", "e", "d", "c", "b", "a"])
    }

    @Test func `are the latest listed items for users without a history, the older the less they count`() {
        let now: Instant = 1_704_067_200
        let catalogue = SampleCatalogue(
            [("new", 0), ("popular", 60), ("popular long ago", 900), ("old", 900)].map { id, days in
                .product(id) { $0.listedAt = now - days * 86_400 }
            }
        )
        var events = SampleEvents()
        for number in 0..<9 { events.open("popular", "u\(number)", at: now) }
        for number in 0..<90 { events.open("popular long ago", "u\(number)", at: now - 5 * SampleEvents.halfLife) }
        let learned = LearnedIndex(events.model, in: catalogue.snapshot)
        let ranking = catalogue.snapshot.ranking(for: RecommendationQuery(kinds: ["product"]), learned, at: now)
        let found = catalogue.ids(ranking.best(9, in: catalogue.snapshot, at: now))
        #expect(found == ["popular", "popular long ago", "new", "old"])
    }

    @Test func `are items first that users opened together with the opened one`() {
        let unlike = CatalogueItem.product("unlike") { product in
            product.brand = Brand(id: "c", name: "C")
            product.category = "shirts"
            product.setPrice(900_00)
        }
        let catalogue = SampleCatalogue(Self.products + [unlike])
        #expect(catalogue.recommended(opened: ["a"], kind: "product").last == "unlike")
        var events = SampleEvents()
        for number in 0..<20 {
            events.open("a", "u\(number)")
            events.open("unlike", "u\(number)")
        }
        #expect(catalogue.recommended(opened: ["a"], kind: "product", after: events).first == "unlike")
        let similar = catalogue.snapshot.similar(
            to: catalogue.row("a", "product"),
            LearnedIndex(events.model, in: catalogue.snapshot),
            at: 0,
            limit: 3
        )
        #expect(catalogue.ids(similar).first == "unlike")
    }

    @Test func `count each of the last ten opened items, the latest most`() {
        let opened = (0..<11).map { "o\($0)" }
        let items = (0..<11).flatMap { [CatalogueItem.product("o\($0)"), .product("n\($0)")] }
        var events = SampleEvents()
        for number in 0..<11 {
            for user in 0..<10 {
                events.open("o\(number)", "u\(number)-\(user)")
                events.open("n\(number)", "u\(number)-\(user)")
            }
        }
        let found = SampleCatalogue(items).recommended(opened: opened, kind: "product", after: events, count: 20)
        #expect(found == (0..<11).map { "n\($0)" })
    }

    @Test func `leave out neighbours that the user has opened, that are sold, or that do not meet the conditions`() {
        let catalogue = SampleCatalogue(
            Self.products + [.product("sold") { $0.status = .sold }, .product("shirt") { $0.category = "shirts" }]
        )
        var events = SampleEvents()
        for number in 0..<9 { for id in ["a", "b", "c", "sold", "shirt"] { events.open(id, "u\(number)") } }
        let shoes = ItemFilter(category: "shoes")
        let found = catalogue.recommended(opened: ["a", "b"], kind: "product", matching: shoes, after: events)
        #expect(found.first == "c")
        #expect(Set(found) == ["c", "d", "e", "f", "g", "h"])
    }

    @Test func `are marked with their mismatches if the search does not find them`() {
        let catalogue = SampleCatalogue(Self.products + [.product("shirt") { $0.category = "shirts" }])
        var events = SampleEvents()
        for number in 0..<9 { for id in ["a", "shirt"] { events.open(id, "u\(number)") } }
        let record = UserRecord(
            lastSearch: UserSearch(kind: "product", filter: ItemFilter(category: "shoes")),
            opened: [.product("a")]
        )
        let found = catalogue.recommended(
            RecommendationQuery(record: CachedUserRecord(record)),
            after: events,
            count: 4
        )
        #expect(found.map(\.fits) == [true, true, true, false])
        #expect(found.last?.reason == Reason(.otherType))
        #expect(catalogue.ids(found).last == "shirt")
    }

    @Test func `use no index of another snapshot`() {
        let (one, other) = (SampleCatalogue(Self.products), SampleCatalogue(Self.products.reversed()))
        let index = LearnedIndex(SampleEvents(["u1": "abab", "u2": "ba"]).model, in: one.snapshot)
        let record = UserRecord(lastSearch: nil, opened: [.product("c")])
        let query = RecommendationQuery(record: CachedUserRecord(record), kinds: ["product"])
        let found = other.snapshot.ranking(for: query, index, at: 0).best(9, in: other.snapshot, at: 0)
        #expect(other.ids(found) == other.recommended(query, count: 9).map { other.snapshot.id(of: $0.row).id })
    }
}
