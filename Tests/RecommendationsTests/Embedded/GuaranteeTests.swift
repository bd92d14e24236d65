import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

/// A random catalogue, a user with or without a history, and the openings of all users.
private struct Scene {
    let catalogue: SampleCatalogue
    let query: RecommendationQuery
    let events: SampleEvents
    let count: Int

    init(seed: UInt64, reversed: Bool = false) {
        var generator = SplitMix64(seed: seed)
        let houses = (0..<700).map { House.random(&generator).item("\($0)") }
        catalogue = SampleCatalogue(reversed ? houses.reversed() : houses)
        var events = SampleEvents()
        for number in 0..<Int.random(in: 0...800, using: &generator) {
            events.open("\(Int.random(in: 0..<750, using: &generator))", "u\(number % 40)", kind: "listing")
        }
        self.events = events
        let openedCount = [0, 1, 5, 20, 60].randomElement(using: &generator)!
        let opened = houses.shuffled(using: &generator).prefix(openedCount)
        let hasSearched = Int.random(in: 0...4, using: &generator) > 0
        query = RecommendationQuery(
            record: CachedUserRecord(
                UserRecord(
                    lastSearch: hasSearched ? UserSearch(filter: .random(&generator)) : nil,
                    opened: opened.map(\.id)
                )
            ),
            place: Bool.random(using: &generator) ? .random(&generator) : nil
        )
        count = .random(in: 1...60, using: &generator)
    }

    func recommended(_ count: Int, without excluded: ExcludedItems = ExcludedItems()) -> [RecommendedItem] {
        catalogue.recommended(query, after: events, count: count, without: excluded)
    }

    /// Checks the guarantees for a result.
    func check(_ found: [RecommendedItem], limit: Int) {
        let snapshot = catalogue.snapshot
        let ids = found.map { snapshot.id(of: $0.row) }
        #expect(found.count <= limit)
        #expect(Set(ids).count == found.count)
        #expect(Set(query.record.opened).isDisjoint(with: ids))
        guard let search = query.record.lastSearch else {
            #expect(found.allSatisfy { !$0.fits && $0.reason?.kind.isMismatch != true })
            return
        }
        let market = search.filter.market
        #expect(found.allSatisfy { market == nil || snapshot.market(of: $0.row) == market })
        let fitting = snapshot.rows(found.map(\.row), matching: ItemQuery(filter: search.filter), at: 0)
        #expect(fitting == found.map(\.row).prefix(fitting.count).map(\.self))
        #expect(found.map(\.fits) == found.indices.map { $0 < fitting.count })
    }
}

/// Guards, over random catalogues, what holds for all recommendations.
@Suite struct `Recommendations are` {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `limited, distinct, new to the user, in the market, fitting items first`(seed: UInt64) {
        let scene = Scene(seed: seed)
        let found = scene.recommended(scene.count)
        scene.check(found, limit: min(scene.count, 2 * CatalogueSnapshot.maximumRecommendations))
        #expect(!found.isEmpty)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `equal for equal items and openings, in whatever order the items were added`(seed: UInt64) {
        let scenes = [false, false, true].map { Scene(seed: seed, reversed: $0) }
        let found = scenes.map { scene in
            scene.recommended(80).map { scene.catalogue.snapshot.id(of: $0.row) }
        }
        #expect(found[0] == found[1])
        #expect(found[0] == found[2])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the next best if some are excluded, by row or by hash`(seed: UInt64) {
        let scene = Scene(seed: seed)
        let snapshot = scene.catalogue.snapshot
        let ranked = scene.recommended(40).map(\.row)
        var excluded = ExcludedItems(hashes: ranked.prefix(5).map { snapshot.idHash(of: $0) }, bits: 64)
        for row in ranked.dropFirst(5).prefix(5) { excluded.rows.insert(row) }
        let found = scene.recommended(40, without: excluded)
        scene.check(found, limit: 40)
        #expect(found.count >= ranked.count - 10)
        #expect(Set(found.map(\.row)).isDisjoint(with: ranked.prefix(10)))
        // Those that are left keep their order.
        let left = ranked.dropFirst(10).filter { row in found.contains { $0.row == row } }
        #expect(found.map(\.row).filter { left.contains($0) } == left)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the same on every page however often it is read, and on one page only`(seed: UInt64) {
        let scene = Scene(seed: seed)
        let snapshot = scene.catalogue.snapshot
        let ranking = snapshot.ranking(for: scene.query, LearnedIndex(scene.events.model, in: snapshot), at: 0)
        var (shown, rows) = (ExcludedItems(), [ItemRow]())
        while true {
            let page = ranking.best(7, in: snapshot, at: 0, without: shown)
            #expect(ranking.best(7, in: snapshot, at: 0, without: shown).map(\.row) == page.map(\.row))
            if page.isEmpty { break }
            for item in page { shown.rows.insert(item.row) }
            rows += page.map(\.row)
        }
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows) == Set(ranking.best(.max, in: snapshot, at: 0).map(\.row)))
        #expect(rows.count == ranking.count)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `the eligible items of a ranking service, fitting items first`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let scene = Scene(seed: seed)
        let snapshot = scene.catalogue.snapshot
        let ranked = (0..<300).map { _ in
            CatalogueItem.ID(kind: "listing", id: "\(Int.random(in: 0..<800, using: &generator))")
        }
        let ranking = snapshot.ranking(of: ranked.compactMap { snapshot.row(of: $0) }, for: scene.query, at: 0)
        let found = ranking.best(scene.count, in: snapshot, at: 0)
        scene.check(found, limit: scene.count)
        #expect(found.count == min(scene.count, ranking.count))
        #expect(ranking.best(0, in: snapshot, at: 0).isEmpty)
    }

    @Test(arguments: [0, -1, .min]) func `none if none are wanted`(count: Int) {
        #expect(SampleCatalogue([.house("a")]).recommended(count: count) == [])
    }

    @Test func `available when they are read, even if others were when they were ranked`() {
        let catalogue = SampleCatalogue([
            .product("a") { $0.expiresAt = 100 }, .product("b"), .product("expired") { $0.expiresAt = 10 },
        ])
        let ranking = catalogue.snapshot.ranking(for: RecommendationQuery(kinds: ["product"]), at: 50)
        func ids(at now: Instant) -> Set<String> {
            Set(catalogue.ids(ranking.best(9, in: catalogue.snapshot, at: now)))
        }
        #expect(ids(at: 50) == ["a", "b"])
        #expect(ids(at: 100) == ["b"])
    }

    @Test func `the latest listed if all weights are zero`() {
        let catalogue = SampleCatalogue(
            (0..<600).map { number in
                .product("\(number)") { $0.listedAt = Instant(seconds: number * 7 % 600) }
            }
        )
        var weights = RecommendationWeights()
        for weight in [\RecommendationWeights.neighbours, \.profile, \.search, \.place, \.popularity, \.recency] {
            weights[keyPath: weight] = 0
        }
        let record = UserRecord(
            lastSearch: UserSearch(kind: "product", filter: ItemFilter(category: "shoes")),
            opened: [.product("1")]
        )
        let query = RecommendationQuery(record: CachedUserRecord(record), place: .town)
        let learned = LearnedIndex(SampleEvents(["u1": "1234", "u2": "12"]).model, in: catalogue.snapshot)
        let found = catalogue.snapshot.ranking(for: query, learned, weights, at: 0)
            .best(40, in: catalogue.snapshot, at: 0)
        #expect(found.map { catalogue.snapshot.listedAt($0.row).seconds } == (560..<600).reversed())
    }
}
