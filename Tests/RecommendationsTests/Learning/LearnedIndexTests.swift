import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `The index of a model and a snapshot` {
    private func popularity(_ ids: String, _ openings: KeyValuePairs<String, String>) -> [String: UInt8] {
        let catalogue = SampleCatalogue(ids.map { .product("\($0)") })
        let index = LearnedIndex(SampleEvents(openings).model, in: catalogue.snapshot)
        return Dictionary(
            uniqueKeysWithValues: ids.map { id in
                let row = catalogue.row("\(id)", "product")
                return ("\(id)", index.popularity[row.shard][row.row])
            }
        )
    }

    @Test func `has the logarithm of each item's openings as its popularity, in parts of the greatest`() {
        let found = popularity("dcba", ["u1": "aaaaaaa", "u2": "bbb", "u3": "c"])
        #expect(found == ["a": 255, "b": 170, "c": 85, "d": 0])
    }

    @Test func `has no popularity without openings`() {
        #expect(popularity("ab", [:]) == ["a": 0, "b": 0])
    }

    @Test func `keeps the greatest popularity for items that the catalogue no longer has`() {
        #expect(popularity("a", ["u1": "a", "u2": "xxx"]) == ["a": 128])
    }

    @Test func `sums the likenesses of an item to all opened ones by their weights`() throws {
        let model = SampleEvents(["u1": "ac", "u2": "bc", "u3": "bd", "u4": "ax"]).model
        let catalogue = SampleCatalogue("dcba".map { .product("\($0)") })
        let opened = [("a", 2 as Float), ("b", 0.5), ("never opened", 9)].map { id, weight in
            (CatalogueItem.ID.product(id).hash, weight)
        }
        let neighbours = LearnedIndex(model, in: catalogue.snapshot).neighbours(of: opened)
        let found = Dictionary(
            uniqueKeysWithValues: neighbours.map { (catalogue.snapshot.id(of: $0.row).id, $0.likeness) }
        )
        let (a, b) = (model.neighbours(of: "a", ofOpened: 3), model.neighbours(of: "b", ofOpened: 3))
        #expect(found == ["c": 2 * a["c"]! + 0.5 * b["c"]!, "d": 0.5 * b["d"]!])
    }
    @Test func `believes in a rare pair the more, the fewer items a user has opened`() throws {
        let model = SampleEvents(["u1": "ab"]).model
        let catalogue = SampleCatalogue("ab".map { .product("\($0)") })
        let index = LearnedIndex(model, in: catalogue.snapshot)
        let likenesses = [0, 1, 9].map { others in
            let unknown = (0..<others).map { (hash: UInt64($0), weight: 1 as Float) }
            return index.neighbours(of: [(CatalogueItem.ID.product("a").hash, 1)] + unknown).map(\.likeness)
        }
        // 1 / (1 + 3 + 2 n)
        #expect(likenesses == [[1 / 6], [1 / 8], [1 / 24]] as [[Float]])
    }
}
