import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Recommendations after a search` {
    private static let affordable = ItemFilter(price: ClosedInterval(max: 200_000_00))

    @Test func `have the items first that the search finds, then others with their mismatches`() {
        let catalogue = SampleCatalogue([
            .house("opened") { $0.price.raise(20) }, .house("like the opened one") { $0.price.raise(20) },
            .house("fits") {
                $0.bedrooms = 1
                $0.area = 300
                $0.type = .land
            },
        ])
        let record = UserRecord(
            lastSearch: UserSearch(filter: Self.affordable),
            opened: [CatalogueItem.ID(kind: "listing", id: "opened")]
        )
        let found = catalogue.recommended(RecommendationQuery(record: CachedUserRecord(record)), count: 9)
        #expect(catalogue.ids(found) == ["fits", "like the opened one"])
        #expect(found.map(\.fits) == [true, false])
        #expect(found.last?.reason == Reason(.overBudget, 20))
    }

    @Test(arguments: [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (12, 3), (40, 10)])
    func `have a quarter of items that the search does not find`(count: Int, similar: Int) {
        let fitting = (0..<60).map { CatalogueItem.house("fits \($0)") }
        let others = (0..<60).map { number in CatalogueItem.house("similar \(number)") { $0.price.raise(5) } }
        let found = SampleCatalogue(fitting + others).recommended(Self.affordable, count: count)
        #expect(found.map { $0.hasPrefix("fits") } == (0..<count).map { $0 < count - similar })
    }

    @Test(arguments: [(0, 8), (2, 8), (8, 0), (8, 1), (3, 3)])
    func `have more of the ones where there are few of the others`(fits: Int, similar: Int) {
        let catalogue = SampleCatalogue(
            (0..<fits).map { .house("fits \($0)") }
                + (0..<similar).map { number in .house("similar \(number)") { $0.price.raise(5) } }
        )
        let found = catalogue.recommended(Self.affordable, count: 8)
        #expect(found.count == min(8, fits + similar))
        #expect(found.count { $0.hasPrefix("similar") } == min(similar, max(2, 8 - fits)))
    }

    @Test(arguments: Feature.all)
    func `have an item closer to the search before another, all else equal`(feature: Feature) {
        let search = ItemFilter(
            market: "toledo",
            place: Area(center: .town, radius: 100),
            price: ClosedInterval(min: 200_000_00, max: 200_000_00),
            currency: "USD",
            attributes: [
                "type": .anyOf(["house"]), "bedrooms": .range(ClosedInterval(min: 3, max: 3)),
                "area": .range(ClosedInterval(min: 100, max: 100)),
            ]
        )
        let catalogue = SampleCatalogue(feature.pair + Feature.elsewhere)
        #expect(catalogue.recommended(search) == ["closer", "farther"])
    }

    @Test func `are of the searched market and meet the conditions of the query`() {
        let catalogue = SampleCatalogue([
            .house("here"), .house("dear") { $0.price.raise(10) }, .house("there") { $0.market = "seattle" },
        ])
        let (toledo, seattle) = (ItemFilter(market: "toledo"), ItemFilter(market: "seattle"))
        #expect(Set(catalogue.recommended(toledo, at: .town)) == ["here", "dear"])
        #expect(catalogue.recommended(toledo, at: .town, matching: Self.affordable) == ["here"])
        let ring = ItemFilter(place: Area(center: .town.north(5_000), radius: 100))
        #expect(catalogue.recommended(toledo, matching: ring) == [])
        // The search is in another market than the query is for.
        #expect(catalogue.recommended(toledo, matching: seattle) == ["there"])
    }

    @Test func `are compared with its price in the currency of its market`() {
        func abroad(_ id: String, _ change: @escaping (inout House) -> Void = { _ in }) -> CatalogueItem {
            .house(id) {
                $0.market = "lyon"
                $0.price = Money(amount: $0.price.amount, currency: "EUR")
                change(&$0)
            }
        }
        let catalogue = SampleCatalogue(
            (0..<9).map { .house("\($0)") } + [
                abroad("here"), abroad("dear") { $0.price.raise(50) },
                abroad("in another currency") { $0.price = Money(amount: 100, currency: "USD") },
            ]
        )
        var search = Self.affordable
        search.market = "lyon"
        let query = RecommendationQuery(
            record: CachedUserRecord(UserRecord(lastSearch: UserSearch(filter: search), opened: []))
        )
        let found = catalogue.recommended(query, count: 9)
        #expect(catalogue.ids(found).first == "here")
        let reasons = zip(catalogue.ids(found), found).map { ($0, $1.fits ? nil : $1.reason) }
        #expect(
            Dictionary(uniqueKeysWithValues: reasons) == [
                "here": nil, "dear": Reason(.overBudget, 50), "in another currency": Reason(.otherType),
            ]
        )
        let lyon = ItemFilter(market: "lyon")
        #expect(catalogue.recommended(lyon, matching: Self.affordable) == ["here"])
    }

    @Test(arguments: [Double.leastNonzeroMagnitude, 0, .greatestFiniteMagnitude, -1])
    func `have a mismatch with absurd bounds`(end: Double) throws {
        let filter = ItemFilter(
            place: Area(center: .town, radius: .greatestFiniteMagnitude),
            price: ClosedInterval(min: .max, max: .max),
            attributes: ["area": .range(ClosedInterval(min: end, max: end))]
        )
        let query = RecommendationQuery(
            record: CachedUserRecord(UserRecord(lastSearch: UserSearch(filter: filter), opened: []))
        )
        let found = SampleCatalogue([.house("a"), .house("b") { $0.area = nil }]).recommended(query, count: .max)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.reason == Reason(.underBudget, 100) })
    }
}
