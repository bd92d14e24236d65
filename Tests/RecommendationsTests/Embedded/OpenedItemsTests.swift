import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Recommendations after openings` {
    private static let toledo = ItemFilter(market: "toledo")

    @Test(arguments: Feature.all)
    func `have an item closer to the opened one before another, all else equal`(feature: Feature) {
        let catalogue = SampleCatalogue([.house("opened")] + feature.pair + Feature.elsewhere)
        #expect(catalogue.recommended(opened: ["opened"], matching: Self.toledo) == ["closer", "farther"])
        #expect(
            catalogue.ids(catalogue.snapshot.similar(to: catalogue.row("opened"), at: 0, limit: 2)) == [
                "closer", "farther",
            ]
        )
    }

    @Test func `have items of the opened brand and category before others`() {
        let catalogue = SampleCatalogue(
            [
                .product("opened"),
                .product("neither") { product in
                    product.category = "shirts"
                    product.brand = Brand(id: "c", name: "C")
                    product.listedAt = 2_000
                }, .product("other category") { $0.category = "shirts" },
                .product("other brand") { $0.brand = Brand(id: "c", name: "C") }, .product("same"),
            ]
                + (0..<20).map { number in
                    .product("sold \(number)") { product in
                        product.status = .sold
                        product.brand = Brand(id: "brand \(number)", name: "")
                        product.category = "category \(number)"
                    }
                }
        )
        let found = catalogue.recommended(opened: ["opened"], kind: "product")
        #expect(found.first == "same")
        #expect(found.last == "neither")
        #expect(Set(found) == ["same", "other brand", "other category", "neither"])
    }

    @Test func `are never items that the user has opened, however long ago`() {
        let catalogue = SampleCatalogue((0..<130).map { .house("\($0)") })
        let opened = (0..<99).map(String.init)
        #expect(Set(catalogue.recommended(opened: opened, count: 40)) == Set((99..<130).map(String.init)))
        #expect(Set(catalogue.recommended(ItemFilter(), opened: opened, count: 40)) == Set((99..<130).map(String.init)))
        #expect(catalogue.recommended(opened: (0..<130).map(String.init)) == [])
    }

    @Test func `follow the items opened last`() {
        let catalogue = SampleCatalogue([
            .house("house"), .house("flat") { $0.type = .apartment }, .house("like the house"),
            .house("like the flat") { $0.type = .apartment },
        ])
        #expect(catalogue.recommended(opened: ["house", "flat"]) == ["like the house", "like the flat"])
        #expect(catalogue.recommended(opened: ["flat", "house"]) == ["like the flat", "like the house"])
    }

    @Test func `follow values that all opened items share rather than those that vary`() {
        let opened = (0..<8).map { number in
            CatalogueItem.house("opened \(number)") {
                $0.bedrooms = 5
                $0.price.raise([-60, 80, -30, 150, 10, -70, 120, 40][number])
            }
        }
        let catalogue = SampleCatalogue(
            opened + [
                .house("of the last price") { $0.price.raise(-60) }, .house("of as many bedrooms") { $0.bedrooms = 5 },
            ] + Feature.elsewhere
        )
        let found = catalogue.recommended(opened: (0..<8).map { "opened \($0)" }, matching: Self.toledo)
        #expect(found == ["of as many bedrooms", "of the last price"])
    }

    @Test func `are around the opened items on both sides of the date line`() {
        func house(_ id: String, _ longitude: Double) -> CatalogueItem {
            .house(id) { $0.place = Coordinate(latitude: -16.9, longitude: longitude) }
        }
        let catalogue = SampleCatalogue([
            house("west", 179.99), house("east", -179.99), house("far", 179.9), house("far away", 0),
            house("between", 180),
        ])
        for opened in [["west", "east"], ["east", "west"]] {
            #expect(catalogue.recommended(opened: opened) == ["between", "far", "far away"])
        }
    }

    @Test func `do not depend on opened items that the catalogue no longer has`() {
        let catalogue = SampleCatalogue([.house("opened")] + Feature.elsewhere)
        let expected = catalogue.recommended(opened: ["opened"])
        #expect(catalogue.recommended(opened: ["removed", "opened", "removed, too"]) == expected)
        #expect(catalogue.recommended(opened: ["removed"]) == catalogue.recommended())
    }
}
