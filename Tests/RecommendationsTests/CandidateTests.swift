import Catalogue
import Testing

@testable import Recommendations

@Suite struct `Recommendations from a snapshot find` {
    private static let search = ItemFilter(
        place: Area(center: .town, radius: 1_000),
        price: ClosedInterval(min: 200_000_00, max: 200_000_00),
        attributes: [
            "type": .anyOf(["house"]), "bedrooms": .range(ClosedInterval(min: 3, max: 3)),
            "area": .range(ClosedInterval(min: 100, max: 100)),
        ]
    )
    private static let affordable = ItemFilter(price: ClosedInterval(max: 200_000_00))

    @Test func `nothing that the user has opened, however long ago`() {
        let catalogue = SampleCatalogue((0..<130).map { .house("\($0)") })
        let opened = (0..<99).map(String.init)
        let found = catalogue.recommended(ItemFilter(), opened: opened, count: 40)
        #expect(Set(found) == Set((99..<130).map(String.init)))
        #expect(catalogue.recommended(opened: (0..<130).map(String.init)) == [])
    }

    @Test func `what lies not far beyond the conditions`() {
        let near: [(String, (inout House) -> Void)] = [
            ("dearer", { $0.price.raise(29) }), ("cheaper", { $0.price.raise(-29) }),
            ("fewer", { $0.bedrooms = 2 }), ("more", { $0.bedrooms = 4 }),
            ("smaller", { $0.area = 76 }), ("larger", { $0.area = 124 }),
            ("elsewhere", { $0.place = .town.north(1_900) }), ("flat", { $0.type = .apartment }),
        ]
        let far: [(String, (inout House) -> Void)] = [
            ("far dearer", { $0.price.raise(31) }), ("far cheaper", { $0.price.raise(-31) }),
            ("far fewer", { $0.bedrooms = 1 }), ("far more", { $0.bedrooms = 5 }),
            ("far smaller", { $0.area = 74 }), ("far larger", { $0.area = 126 }),
            ("far elsewhere", { $0.place = .town.north(2_100) }),
        ]
        let catalogue = SampleCatalogue((near + far).map { .house($0, $1) })
        #expect(Set(catalogue.recommended(Self.search, count: 20)) == Set(near.map(\.0)))
    }

    @Test(
        arguments: [
            { $0.price.raise(29) }, { $0.price.raise(-29) }, { $0.bedrooms = 2 }, { $0.bedrooms = 4 },
            { $0.area = 76 }, { $0.area = 124 }, { $0.type = .apartment },
        ] as [@Sendable (inout House) -> Void]
    )
    func `what lies not far beyond, however many newer ones fit`(change: @Sendable (inout House) -> Void) {
        let beyond = CatalogueItem.house("beyond") {
            change(&$0)
            $0.listedAt = 1
        }
        let catalogue = SampleCatalogue((0..<100).map { .house("\($0)") } + [beyond])
        #expect(catalogue.recommended(Self.search).last == "beyond")
    }

    @Test func `what is around an opened item, or of its type and price where its place is not known`() {
        let around = SampleCatalogue([
            .house("opened"), .house("flat") { $0.type = .apartment }, .house("dearer") { $0.price.raise(100) },
            .house("near") { $0.place = .town.north(1_400) }, .house("too far") { $0.place = .town.north(1_600) },
        ])
        #expect(Set(around.recommended(opened: ["opened"])) == ["flat", "dearer", "near"])
        let anywhere = SampleCatalogue([
            .house("opened") { $0.place = nil }, .house("flat") { $0.type = .apartment }, .house("house"),
            .house("dearer") { $0.price.raise(29) }, .house("too dear") { $0.price.raise(31) },
        ])
        #expect(Set(anywhere.recommended(opened: ["opened"])) == ["house", "dearer"])
    }

    @Test func `what is around the three items opened last`() {
        let miles = [0, 1, 2, 3]
        let catalogue = SampleCatalogue(
            miles.flatMap { mile in
                ["opened", "near"].map { name in
                    .house("\(name) \(mile)") { $0.place = .town.north(1_609.344 * Double(mile)) }
                }
            }
        )
        let found = catalogue.recommended(opened: miles.map { "opened \($0)" })
        #expect(Set(found) == ["near 0", "near 1", "near 2"])
    }

    @Test func `products like an opened one, of its category or its brand`() {
        let catalogue = SampleCatalogue([
            .product("opened"), .product("same"), .product("other brand") { $0.brand = nil },
            .product("other category") { $0.category = "shirts" },
            .product("neither") {
                $0.brand = nil
                $0.category = "shirts"
            },
            .house("house"),
        ])
        let found = catalogue.recommended(opened: ["opened"], kind: "product")
        #expect(found.first == "same")
        #expect(Set(found) == ["same", "other brand", "other category"])
        #expect(catalogue.recommended(ItemFilter(category: "shoes"), kind: "product").prefix(3).contains("same"))
    }

    @Test(arguments: [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (12, 3), (40, 10)])
    func `a quarter that the search would not have found`(count: Int, similar: Int) {
        let fitting = (0..<60).map { CatalogueItem.house("fits \($0)") }
        let others = (0..<60).map { number in CatalogueItem.house("similar \(number)") { $0.price.raise(5) } }
        let found = SampleCatalogue(fitting + others).recommended(Self.affordable, count: count)
        #expect(found.map { $0.hasPrefix("fits") } == (0..<count).map { $0 < count - similar })
    }

    @Test(arguments: [(0, 8), (2, 8), (8, 0), (8, 1), (3, 3)])
    func `more of the one where there is less of the other`(fits: Int, similar: Int) {
        let catalogue = SampleCatalogue(
            (0..<fits).map { .house("fits \($0)") }
                + (0..<similar).map { number in .house("similar \(number)") { $0.price.raise(5) } }
        )
        let found = catalogue.recommended(Self.affordable, count: 8)
        #expect(found.count == min(8, fits + similar))
        #expect(found.count { $0.hasPrefix("similar") } == min(similar, max(2, 8 - fits)))
    }

    @Test func `only items of the searched market, of the widget's filter, and none excluded`() {
        let catalogue = SampleCatalogue([
            .house("opened"), .house("here"), .house("dear") { $0.price.raise(10) },
            .house("there") { $0.market = "seattle" },
        ])
        let toledo = ItemFilter(market: "toledo")
        #expect(Set(catalogue.recommended(toledo, opened: ["opened"], at: .town)) == ["here", "dear"])
        #expect(catalogue.recommended(toledo, opened: ["opened"], at: .town, matching: Self.affordable) == ["here"])
        #expect(catalogue.recommended(toledo, opened: ["opened"], matching: ItemFilter(market: "seattle")) == ["there"])
        let ring = ItemFilter(place: Area(center: .town.north(5_000), radius: 100))
        #expect(catalogue.recommended(opened: ["opened"], at: .town, matching: ring) == [])
        let excluded = ExcludedItems(hashes: [CatalogueItem.ID(kind: "listing", id: "here").hash], bits: 64)
        #expect(catalogue.recommended(toledo, opened: ["opened"], without: excluded) == ["dear"])
    }

    @Test func `items at a price of the widget's filter in the currency of the searched market`() {
        func abroad(_ id: String, _ change: @escaping (inout House) -> Void = { _ in }) -> CatalogueItem {
            .house(id) {
                $0.market = "lyon"
                $0.price = Money(amount: $0.price.amount, currency: "EUR")
                change(&$0)
            }
        }
        let catalogue = SampleCatalogue(
            (0..<9).map { .house("\($0)") } + [abroad("here"), abroad("dear") { $0.price.raise(50) }]
        )
        #expect(catalogue.recommended(ItemFilter(market: "lyon"), matching: Self.affordable) == ["here"])
    }

    @Test(arguments: [0, -1, .min])
    func `nothing where nothing is wanted`(count: Int) {
        #expect(SampleCatalogue([.house("a")]).recommended(count: count) == [])
    }

    @Test func `items of the kind that the user searched for or opened`() {
        let catalogue = SampleCatalogue([.house("h"), .restaurant("r"), .restaurant("s"), .product("p")])
        #expect(catalogue.recommended() == ["h"])
        #expect(catalogue.recommended(opened: ["r"], kind: "restaurant") == ["s"])
        let fast = ItemFilter(attributes: ["rating": .range(ClosedInterval(min: 3))])
        #expect(Set(catalogue.recommended(fast, kind: "restaurant")) == ["r", "s"])
        #expect(catalogue.recommended(fast, kind: "restaurant", of: ["product"]) == ["p"])
    }

    @Test func `candidates by a bounded number of finds`() {
        let catalogue = SampleCatalogue((0..<100).map { .house("\($0)") } + (0..<100).map { .product("\($0)") })
        var search = Self.search
        search.brand = "b"
        search.category = "shoes"
        let opened = (0..<20).flatMap { ["product:\($0)", "listing:\($0)"] }.compactMap { CatalogueItem.ID($0) }
        let history = UserRecord(lastSearch: UserSearch(filter: search), opened: opened)
        let query = RecommendationQuery(record: history, place: .town, kinds: ["listing", "product", "restaurant"])
        var ranking = RecommendationRanking(query, catalogue.snapshot, at: 0, without: ExcludedItems())
        #expect(ranking.best(10).best(10, in: catalogue.snapshot, at: 0).count == 10)
        #expect(ranking.findCount <= RecommendationRanking.maximumFinds)
    }
}
