import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Similar items are` {
    private func similar(
        _ items: [CatalogueItem],
        _ kind: String,
        matching filter: ItemFilter = ItemFilter(),
        limit: Int = 10,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [String] {
        let catalogue = SampleCatalogue(items)
        let subject = catalogue.row("it", kind)
        return catalogue.ids(
            catalogue.snapshot.similar(to: subject, matching: filter, at: 0, limit: limit, without: excluded)
        )
    }

    @Test func `listings of the same market`() {
        let items: [CatalogueItem] = [
            .house("it"), .house("same"), .house("land") { $0.type = .land }, .house("there") { $0.market = "seattle" },
            .restaurant("r"),
        ]
        #expect(similar(items, "listing") == ["same", "land"])
        #expect(similar(items, "listing", limit: 1) == ["same"])
        #expect(similar(items, "listing", limit: 0) == [])
        #expect(similar(items, "listing", limit: .min) == [])
        #expect(similar(items, "listing", matching: ItemFilter(market: "seattle")) == [])
        let land = ItemFilter(attributes: ["type": .anyOf(["land"])])
        #expect(similar(items, "listing", matching: land) == ["land"])
        let same = ExcludedItems(hashes: [CatalogueItem.ID(kind: "listing", id: "same").hash], bits: 64)
        #expect(similar(items, "listing", without: same) == ["land"])
    }

    @Test func `products by brand, category, price and other texts`() {
        let items: [CatalogueItem] = [
            .product("it"), .product("same"), .product("blue") { $0.attributes["color"] = .text("blue") },
            .product("dear") { $0.setPrice(60_00) }, .product("shirt") { $0.category = "shirts" },
            .product("neither") { product in
                product.category = "shirts"
                product.brand = Brand(id: "c", name: "C")
            }, .product("sold") { $0.status = .sold },
        ]
        let found = similar(items, "product")
        #expect(found.first == "same")
        #expect(Set(found.suffix(2)) == ["dear", "neither"])
        #expect(Set(found) == ["same", "blue", "shirt", "dear", "neither"])
    }

    @Test func `of an item without values the latest listed`() {
        let items = [("it", 9), ("old", 1), ("new", 3), ("middle", 2)].map { id, listedAt in
            CatalogueItem(id: .product(id), title: id, listedAt: listedAt)
        }
        #expect(similar(items, "product") == ["new", "middle", "old"])
    }

    @Test(arguments: [-1, 1e-300, 1] as [Double])
    func `found among extreme numbers`(least: Double) {
        let numbers = [least, .greatestFiniteMagnitude, 2, 0, 4, -.greatestFiniteMagnitude]
        for count in 2...numbers.count {
            let items = numbers.prefix(count).enumerated().map { index, number in
                CatalogueItem.restaurant(index == 0 ? "it" : "\(index)") { $0.attributes["rating"] = .number(number) }
            }
            #expect(similar(items, "restaurant").count == count - 1)
        }
    }
}
