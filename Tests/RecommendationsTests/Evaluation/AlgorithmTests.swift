import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `The algorithm` {
    @Test func `item-kNN sums the cosines of the items that the user opened`() {
        // Users of a: 3, b: 2, c: 2, d: 1. ab = 2/(√6 + 20), ac = 1/(√6 + 20), bc = 1/(2 + 20), cd = 1/(√2 + 20).
        let sample = SampleLog("abcde", ["u1": "ab", "u2": "abc", "u3": "a", "u4": "cd"])
        #expect(sample.recommended(Algorithm.neighbours, opened: "a") == ["b", "c"])
        #expect(sample.recommended(Algorithm.neighbours, opened: "c") == ["d", "b", "a"])
        // b: 0.089; c: 0.045 + 0.047.
        #expect(sample.recommended(Algorithm.neighbours, opened: "da") == ["c", "b"])
        #expect(sample.recommended(Algorithm.neighbours, opened: "da", count: 1) == ["c"])
        #expect(sample.recommended(Algorithm.neighbours, opened: "e") == [])
    }

    @Test func `item-kNN keeps the 100 nearest neighbours of an item`() {
        let others = (0..<102).map { "n\($0)" }
        var sample = SampleLog((others + ["hub", "far"]).map { .product($0) })
        for (time, id) in others.enumerated() {
            sample.open("hub", id, at: Instant(seconds: time))
            sample.open(id, id, at: Instant(seconds: time))
        }
        // A second user makes it less similar to the hub than all others.
        sample.open("n7", "far", at: 200)
        let history = UserHistory(user: UserID("u1")!, items: [sample.row("hub")])
        let found = Algorithm.neighbours(sample.training).recommendations(history, 200)
        #expect(found.count == 100)
        #expect(!sample.ids(found).contains("n7"))
    }

    @Test func `popular prefers the items of most users`() {
        let sample = SampleLog("abcd", ["u1": "ab", "u2": "ab", "u3": "cb"])
        #expect(Array(sample.recommended(Algorithm.popular).prefix(3)) == ["b", "a", "c"])
        #expect(sample.recommended(Algorithm.popular, opened: "b") == ["a", "c", "d"])
        #expect(sample.recommended(Algorithm.popular, count: 2) == ["b", "a"])
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
            sample.recommended(Algorithm.popularInCategory, opened: opened, count: 5).joined()
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
        func recommended(user: String = "u1", count: Int = 12, seed: UInt64 = 1) -> [String] {
            sample.recommended({ .random($0, seed: seed) }, opened: "xyz", user: user, count: count)
        }
        let found = recommended()
        #expect(Set(found).count == 12)
        #expect(Set(found).isDisjoint(with: ["x", "y", "z"]))
        #expect(recommended() == found)
        #expect(recommended(user: "u3") != found)
        #expect(recommended(seed: 2) != found)
        #expect(Set(recommended(count: 100)).count == 23)
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
            let engine = { Algorithm.engine($0, LearnedIndex($0), RecommendationWeights()) }
            #expect(sample.recommended(engine, opened: opened) == expected)
        }
    }

    @Test func `of any name recommends available items that the user has not opened`() {
        var generator = SplitMix64(seed: 3)
        let ids = (0..<60).map { "p\($0)" }
        var sample = SampleLog(
            ids.enumerated().map { index, id in .product(id) { if index % 3 == 0 { $0.status = .outOfStock } } }
        )
        for time in 0..<900 {
            sample.open(ids.randomElement(using: &generator)!, "u\(time % 40)", at: Instant(seconds: time))
        }
        let training = sample.training
        for algorithm in Algorithm.all(training, LearnedIndex(training), seed: 1) {
            for user in (0..<40).map({ UserID("u\($0)")! }) {
                let items = training.openings.filter { $0.user == user }.map(\.item)
                let found = algorithm.recommendations(UserHistory(user: user, items: items.reversed()), 12)
                #expect(!found.isEmpty && found.count <= 12, "\(algorithm.name)")
                #expect(Set(found).count == found.count, "\(algorithm.name)")
                #expect(Set(found).isDisjoint(with: items), "\(algorithm.name)")
                #expect(found.allSatisfy { sample.items.isAvailable($0) }, "\(algorithm.name)")
            }
        }
    }
}
