import Catalogue
import Recommendations
import Testing

/// Guards the order of embedded recommendations.
@Suite struct `Recommendations from a snapshot rank` {
    // Of two that rank the same, the later one would come first: that is always the one that must not.
    private static func pair(_ feature: Feature) -> [CatalogueItem] {
        [
            .house("farther") {
                feature.farther(&$0)
                $0.listedAt = 3_000
            },
            .house("closer") {
                feature.closer(&$0)
                $0.listedAt = 2_000
            },
        ]
    }

    @Test(arguments: Feature.all)
    func `an item more similar to an opened one higher, all else equal`(feature: Feature) {
        let catalogue = SampleCatalogue([.house("opened")] + Self.pair(feature))
        #expect(catalogue.recommended(opened: ["opened"]) == ["closer", "farther"])
        #expect(
            catalogue.ids(catalogue.snapshot.similar(to: catalogue.row("opened"), at: 0, limit: 2)).first == "closer"
        )
    }

    @Test(arguments: Feature.all)
    func `an item more similar to the last search higher, all else equal`(feature: Feature) {
        // The user's place makes candidates of both, and is as far from the one as from the other.
        let search = ItemFilter(
            place: Area(center: .town, radius: 100),
            price: ClosedInterval(min: 200_000_00, max: 200_000_00),
            attributes: [
                "type": .anyOf(["house"]), "bedrooms": .range(ClosedInterval(min: 3, max: 3)),
                "area": .range(ClosedInterval(min: 100, max: 100)),
            ]
        )
        let catalogue = SampleCatalogue(Self.pair(feature))
        #expect(catalogue.recommended(search, at: .town.north(-200)) == ["closer", "farther"])
    }

    @Test func `items similar to the one opened last higher`() {
        let catalogue = SampleCatalogue([
            .house("house"), .house("flat") { $0.type = .apartment }, .house("like the house"),
            .house("like the flat") { $0.type = .apartment },
        ])
        #expect(catalogue.recommended(opened: ["house", "flat"]) == ["like the house", "like the flat"])
        #expect(catalogue.recommended(opened: ["flat", "house"]) == ["like the flat", "like the house"])
    }

    @Test func `fitting items first, with the mismatches of the others`() throws {
        let catalogue = SampleCatalogue([
            .house("opened") { $0.price.raise(20) }, .house("like the opened one") { $0.price.raise(20) },
            .house("fits") {
                $0.bedrooms = 1
                $0.area = 300
                $0.type = .land
            },
        ])
        let history = UserRecord(
            lastSearch: UserSearch(filter: ItemFilter(price: ClosedInterval(max: 200_000_00))),
            opened: [CatalogueItem.ID(kind: "listing", id: "opened")]
        )
        let found = catalogue.recommended(RecommendationQuery(record: history), count: 9)
        #expect(catalogue.ids(found) == ["fits", "like the opened one"])
        #expect(found.map { $0.fit.map(Array.init) } == [[], [.overBudget(percent: 20)]])
    }

    @Test func `the latest listed of equals higher`() {
        let catalogue = SampleCatalogue(
            [.house("opened")]
                + [("old", 1), ("new", 3), ("middle", 2)].map { id, day in
                    .house(id) { $0.listedAt = day }
                }
        )
        #expect(catalogue.recommended(opened: ["opened"]) == ["new", "middle", "old"])
    }

    @Test func `the nearest first, then the newest, if only the place of the user is known`() {
        let catalogue = SampleCatalogue([
            .house("old and far away") { $0.place = .town.north(50_000) },
            .house("new and nowhere") {
                $0.place = nil
                $0.listedAt = 2_000
            },
            .house("second") { $0.place = .town.north(900) }, .house("first") { $0.place = .town.north(100) },
        ])
        #expect(catalogue.recommended(at: .town) == ["first", "second", "new and nowhere", "old and far away"])
        #expect(catalogue.recommended(at: .town, count: 1) == ["first"])
        #expect(catalogue.recommended(count: 1) == ["new and nowhere"])
    }
}

/// Guards the items similar to one item, and their order.
@Suite struct `Similar items are` {
    private func similar(_ items: [CatalogueItem], _ kind: String, limit: Int = 10) -> [String] {
        let catalogue = SampleCatalogue(items)
        return catalogue.ids(catalogue.snapshot.similar(to: catalogue.row("it", kind), at: 0, limit: limit))
    }

    @Test func `listings of the same market`() {
        let items: [CatalogueItem] = [
            .house("it"), .house("same"), .house("land") { $0.type = .land }, .house("there") { $0.market = "seattle" },
            .restaurant("r"),
        ]
        #expect(similar(items, "listing") == ["same", "land"])
        #expect(similar(items, "listing", limit: 0) == [])
    }

    @Test func `products by brand, category, price and other texts`() {
        let items: [CatalogueItem] = [
            .product("it"), .product("same"), .product("blue") { $0.attributes["color"] = .text("blue") },
            .product("dear") { $0.setPrice(60_00) },
            .product("shirt") { $0.category = "shirts" },
            .product("neither") {
                $0.category = "shirts"
                $0.brand = Brand(id: "c", name: "C")
            },
            .product("sold") { $0.status = .sold },
        ]
        #expect(Set(similar(items, "product")) == ["same", "blue", "shirt", "dear", "neither"])
        #expect(similar(items, "product").prefix(2) == ["same", "blue"])
        #expect(similar(items, "product").last == "neither")
    }

    @Test func `items of a declared kind by its attributes`() {
        let items: [CatalogueItem] = [
            .restaurant("it"), .restaurant("pizza") { $0.attributes["cuisine"] = .text("pizza") },
            .restaurant("better") { $0.attributes["rating"] = .number(4.5) },
            .restaurant("no delivery") { $0.attributes["delivery"] = .flag(false) },
            .restaurant("same"), .restaurant("silent") { $0.attributes = [:] },
        ]
        let found = similar(items, "restaurant")
        #expect(found.prefix(2) == ["same", "better"])
        #expect(Set(found.suffix(3)) == ["pizza", "no delivery", "silent"])
    }
}
