import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `The recommender` {
    @Test func `item-kNN sums the cosines of the items that the user opened`() {
        // Users of a: 3, b: 2, c: 2, d: 1. ab = 2/(√6 + 20), ac = 1/(√6 + 20), bc = 1/(2 + 20), cd = 1/(√2 + 20).
        let sample = SampleLog("abcde", ["u1": "ab", "u2": "abc", "u3": "a", "u4": "cd"])
        #expect(sample.recommended(NeighbourRecommender.self, opened: "a") == ["b", "c"])
        #expect(sample.recommended(NeighbourRecommender.self, opened: "c") == ["d", "b", "a"])
        // b: 0.089; c: 0.045 + 0.047.
        #expect(sample.recommended(NeighbourRecommender.self, opened: "da") == ["c", "b"])
        #expect(sample.recommended(NeighbourRecommender.self, opened: "da", count: 1) == ["c"])
        #expect(sample.recommended(NeighbourRecommender.self, opened: "e") == [])
    }

    @Test func `item-kNN keeps the 100 nearest neighbours of an item`() {
        let others = (0..<102).map { "n\($0)" }
        var sample = SampleLog((others + ["hub", "far"]).map { .product($0) })
        for (time, id) in others.enumerated() {
            sample.open("hub", id, at: Int64(time))
            sample.open(id, id, at: Int64(time))
        }
        // A second user makes it less similar to the hub than all others.
        sample.open("n7", "far", at: 200)
        let history = UserHistory(user: 0, items: [sample.number("hub")])
        let found = NeighbourRecommender(sample.training, seed: 1).recommendations(for: history, count: 200)
        #expect(found.count == 100)
        #expect(!sample.ids(found).contains("n7"))
    }

    @Test func `popular prefers the items of most users`() {
        let sample = SampleLog("abcd", ["u1": "ab", "u2": "ab", "u3": "cb"])
        #expect(Array(sample.recommended(PopularityRecommender.self).prefix(3)) == ["b", "a", "c"])
        #expect(sample.recommended(PopularityRecommender.self, opened: "b") == ["a", "c", "d"])
        #expect(sample.recommended(PopularityRecommender.self, count: 2) == ["b", "a"])
    }

    @Test func `popular in category takes the last item's category, else its brand, else its market`() {
        func product(_ id: String, _ category: String?, _ brand: String?, _ market: String?) -> CatalogueItem {
            .product(id) {
                $0.category = category
                $0.brand = brand.map { Brand(id: $0, name: $0) }
                $0.market = market
            }
        }
        let sample = SampleLog(
            [
                product("a", "hats", "x", "north"), product("b", "hats", "y", "north"),
                product("c", "coats", "y", "south"), product("d", nil, "y", "south"),
                product("e", nil, nil, "south"), product("f", nil, nil, nil), product("z", "hats", "y", "south"),
            ],
            // The more users, the earlier: f, c, e, b, d, a. No user opened z.
            ["u1": "fcebda", "u2": "fcebd", "u3": "fceb", "u4": "fce", "u5": "fc", "u6": "f"]
        )
        func recommended(_ opened: String) -> String {
            sample.recommended(CategoryPopularityRecommender.self, opened: opened, count: 5).joined()
        }
        #expect(recommended("a") == "bfced")
        #expect(recommended("b") == "afced")
        #expect(recommended("c") == "febda")
        #expect(recommended("d") == "cbfea")
        #expect(recommended("e") == "cdfba")
        #expect(recommended("f") == "cebda")
        #expect(recommended("ab") == "fcedz")
    }

    @Test func `random depends on the seed and the user`() {
        let sample = SampleLog("abcdefghijklmnopqrstuvwxyz", ["u1": "a"])
        let found = sample.recommended(RandomRecommender.self, opened: "xyz")
        #expect(Set(found).count == 12)
        #expect(Set(found).isDisjoint(with: ["x", "y", "z"]))
        #expect(sample.recommended(RandomRecommender.self, opened: "xyz") == found)
        #expect(sample.recommended(RandomRecommender.self, opened: "xyz", user: 1) != found)
        #expect(sample.recommended(RandomRecommender.self, opened: "xyz", seed: 2) != found)
        #expect(Set(sample.recommended(RandomRecommender.self, opened: "xyz", count: 100)).count == 23)
    }

    @Test func `engine recommends like the embedded engine after the same openings`() {
        let products = "abcdefgh".map { id in
            CatalogueItem.product("\(id)") { if "aeh".contains(id) { $0.category = "hats" } }
        }
        let sample = SampleLog(products, ["u1": "ab"])
        let catalogue = SampleCatalogue(products)
        for opened in ["a", "ab", "bah"] {
            let expected = catalogue.recommended(
                opened: opened.map { "\($0)" },
                kind: "product",
                of: ["product"],
                after: SampleEvents(["u1": "ab"]),
                count: 12
            )
            #expect(!expected.isEmpty)
            #expect(sample.recommended(EngineRecommender.self, opened: opened) == expected)
        }
    }

    @Test(arguments: Recommenders.all.indices)
    func `of any kind recommends available items that the user has not opened`(index: Int) {
        let type = Recommenders.all[index]
        var generator = SplitMix64(seed: 3)
        let ids = (0..<60).map { "p\($0)" }
        var sample = SampleLog(
            ids.enumerated().map { index, id in .product(id) { if index % 3 == 0 { $0.status = .outOfStock } } }
        )
        for time in 0..<900 {
            sample.open(ids.randomElement(using: &generator)!, "u\(time % 40)", at: Int64(time))
        }
        let training = sample.training
        let recommender = type.init(training, seed: 1)
        for user in 0..<40 {
            let items = training.openings.filter { $0.user == user }.map(\.item)
            let found = recommender.recommendations(for: UserHistory(user: user, items: items.reversed()), count: 12)
            #expect(!found.isEmpty && found.count <= 12, "\(type.name)")
            #expect(Set(found).count == found.count, "\(type.name)")
            #expect(Set(found).isDisjoint(with: items), "\(type.name)")
            #expect(found.allSatisfy { sample.items.isAvailable[$0] }, "\(type.name)")
        }
    }
}
