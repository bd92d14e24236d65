import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Recommendations of a kind` {
    private static let mixed: [CatalogueItem] = [.house("h"), .restaurant("r"), .restaurant("s"), .product("p")]

    @Test func `are of the kind that the user searched for, or opened last, or listings`() {
        let catalogue = SampleCatalogue(Self.mixed)
        #expect(catalogue.recommended() == ["h"])
        #expect(catalogue.recommended(opened: ["r"], kind: "restaurant") == ["s"])
        let good = ItemFilter(attributes: ["rating": .range(ClosedInterval(min: 3))])
        #expect(Set(catalogue.recommended(good, kind: "restaurant")) == ["r", "s"])
        #expect(catalogue.recommended(good, kind: "restaurant", of: ["product"]) == ["p"])
        #expect(catalogue.recommended(good, kind: "removed kind") == ["h"])
        #expect(catalogue.recommended(of: ["removed kind"]) == [])
    }

    @Test func `are each once if the query has several kinds, or one twice`() {
        let catalogue = SampleCatalogue(Self.mixed)
        let all = ["product", "restaurant", "listing"]
        #expect(catalogue.recommended(of: all).sorted() == ["h", "p", "r", "s"])
        #expect(catalogue.recommended(of: all + all).sorted() == ["h", "p", "r", "s"])
        #expect(catalogue.recommended(of: all) == catalogue.recommended(of: all.reversed()))
    }

    @Test func `fit the search if they are of another kind, and have no mismatches`() {
        let catalogue = SampleCatalogue(Self.mixed)
        let search = UserSearch(kind: "restaurant", filter: ItemFilter(attributes: ["cuisine": .anyOf(["greek"])]))
        let query = RecommendationQuery(
            record: CachedUserRecord(UserRecord(lastSearch: search, opened: [])),
            kinds: ["product", "restaurant"]
        )
        let found = catalogue.recommended(query, count: 9)
        #expect(catalogue.ids(found).first == "p")
        #expect(found.allSatisfy { !$0.fits })
        #expect(found.map { $0.reason == Reason(.otherType) } == [false, true, true])
    }

    @Test func `are those with the attributes of the opened item`() {
        let catalogue = SampleCatalogue([
            .restaurant("opened"), .restaurant("pizza") { $0.attributes["cuisine"] = .text("pizza") },
            .restaurant("better") { $0.attributes["rating"] = .number(4.2) },
            .restaurant("no delivery") { $0.attributes["delivery"] = .flag(false) }, .restaurant("same"),
            .restaurant("silent") { $0.attributes = [:] },
            .restaurant("neither") {
                $0.attributes = ["rating": .number(1), "cuisine": .text("pizza"), "delivery": .flag(false)]
            },
        ])
        let found = catalogue.recommended(opened: ["opened"], kind: "restaurant")
        #expect(found.prefix(2) == ["same", "better"])
        #expect(found.count == 6)
        #expect(Set(found.suffix(2)) == ["silent", "neither"])
    }

    @Test func `are those with the attributes of the search`() {
        let catalogue = SampleCatalogue([
            .restaurant("slow") { $0.attributes["delivery"] = .flag(false) },
            .restaurant("bad") { $0.attributes["rating"] = .number(1) },
            .restaurant("fits"),
            .restaurant("slow and bad") { $0.attributes = ["rating": .number(1), "cuisine": .text("thai")] },
        ])
        let search = ItemFilter(attributes: ["rating": .range(ClosedInterval(min: 3)), "delivery": .flag(true)])
        let found = catalogue.recommended(search, kind: "restaurant")
        #expect(found.first == "fits")
        #expect(found.last == "slow and bad")
    }

    @Test func `are the nearest first, then the newest, if only the place of the user is known`() {
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

    @Test(
        arguments: [
            ("delivery", .anyOf(["text 200", "text 400", "text 600"])), ("rating", .flag(true)),
            ("rating", .anyOf(["thai"])),
            ("cuisine", .flag(false)), ("cuisine", .range(ClosedInterval(min: 1))), ("removed", .flag(true)),
        ] as [(String, AttributeCondition)]
    )
    func `do not fit a search that was made when attributes had other types`(
        attribute: String,
        condition: AttributeCondition
    ) {
        let catalogue = SampleCatalogue(
            (0..<700).map { number in
                .restaurant("\(number)") { item in
                    item.attributes["cuisine"] = .text("text \(number)")
                    item.attributes["delivery"] = .flag(number % 2 == 0)
                }
            }
        )
        let search = UserSearch(kind: "restaurant", filter: ItemFilter(attributes: [attribute: condition]))
        let query = RecommendationQuery(record: CachedUserRecord(UserRecord(lastSearch: search, opened: [])))
        let found = catalogue.recommended(query, count: 40)
        #expect(found.count == 40)
        #expect(found.allSatisfy { $0.reason == Reason(.otherType) })
    }
}
