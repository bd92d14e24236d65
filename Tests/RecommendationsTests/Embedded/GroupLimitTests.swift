import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `A limit of items per group` {
    /// The latest listed first: `a` of brand `a` …, and products without a brand.
    private let catalogue = SampleCatalogue(
        Array("aaaabbn-nac").reversed().enumerated().map { index, letter in
            .product("\(letter)\(index)") { product in
                product.listedAt = Instant(seconds: index)
                product.brand = letter == "-" ? nil : Brand(id: "\(letter)", name: "\(letter)")
                product.attributes["color"] = .text(index % 2 == 0 ? "red" : "blue")
            }
        }
    )

    private func letters(_ limit: GroupLimit?, _ count: Int, without excluded: [String] = []) -> String {
        var rows = ExcludedItems()
        for id in excluded { rows.insert(hash: CatalogueItem.ID(kind: "product", id: id).hash) }
        let query = RecommendationQuery(kinds: ["product"], perGroup: limit)
        let found = catalogue.recommended(query, count: count, without: rows)
        return String(catalogue.ids(found).compactMap(\.first))
    }

    @Test func `keeps the best items of each brand, and all items without one`() {
        #expect(letters(nil, 7) == "aaaabbn")
        #expect(letters(GroupLimit(.brand, max: 1), 5) == "abn-c")
        #expect(letters(GroupLimit(.brand, max: 2), 7) == "aabbn-n")
    }

    @Test func `lets surplus items come last if there are not enough others`() {
        #expect(letters(GroupLimit(.brand, max: 1), 7) == "abn-caa")
        #expect(letters(GroupLimit(.brand, max: 1), 99) == "abn-caaabna")
    }

    @Test func `counts items that are shown alone`() {
        #expect(letters(GroupLimit(.brand, max: 1), 3, without: ["a10", "a9"]) == "abn")
        #expect(letters(GroupLimit(.brand, max: 3), 4, without: ["a10"]) == "aaab")
    }

    @Test func `is of the category, or of a text attribute`() {
        #expect(letters(GroupLimit(.category, max: 1), 2) == "aa")
        #expect(letters(GroupLimit(.attribute("color"), max: 1), 3) == "aaa")
        #expect(letters(GroupLimit(.attribute("color"), max: 2), 5) == "aaaab")
        #expect(letters(GroupLimit(.attribute("unknown"), max: 1), 5) == "aaaab")
    }
}
