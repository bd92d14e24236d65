import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `A ranking beside a user's record` {
    private let store = LogStore(SampleEvents(["u1": "ab"]).events)
    private let catalogue = SampleCatalogue("abc".map { .product("\($0)") })
    private let record = CachedUserRecord(UserRecord(lastSearch: nil, opened: [.product("c")]))

    private func ranking(
        _ interactions: InteractionUpdater? = nil,
        of kinds: [String] = ["product"],
        matching filter: ItemFilter = ItemFilter(),
        around place: Coordinate? = nil,
        perGroup: GroupLimit? = nil,
        in snapshot: CatalogueSnapshot? = nil,
        recency: Float = 0.2,
        at now: Instant = 0
    ) -> RankedItems {
        var weights = RecommendationWeights()
        weights.recency = recency
        let snapshot = snapshot ?? catalogue.snapshot
        let query = RecommendationQuery(
            record: record,
            place: place,
            kinds: kinds,
            filter: filter,
            perGroup: perGroup
        )
        return record.ranking(for: query, weights, in: snapshot, interactions, at: now)
    }

    @Test func `is kept for equal queries, among rankings for others`() {
        let first = ranking()
        let others = [
            ranking(of: []), ranking(of: ["listing"]), ranking(matching: ItemFilter(category: "shoes")),
            ranking(around: .town), ranking(recency: 1), ranking(perGroup: GroupLimit(.brand, max: 2)),
        ]
        #expect(others.allSatisfy { $0 !== first })
        #expect(ranking() === first)
    }

    @Test func `is kept for an hour while others open items`() async {
        let updater = InteractionUpdater(of: store)
        await updater.catchUp()
        let first = ranking(updater)
        #expect(ranking(updater, at: 3_599) === first)
        let second = ranking(updater, at: 3_600)
        #expect(second !== first)
        store.append([UserEvent(position: 3, user: UserID("u2")!, action: .opened(.product("b")), at: 1)])
        await updater.catchUp()
        #expect(ranking(updater, at: 3_600) === second)
        let found = ranking(updater, at: 7_200)
        #expect(catalogue.ids(found.best(9, in: catalogue.snapshot, at: 7_200)) == ["b", "a"])
    }

    @Test func `is made again when a server that has just started has learned`() async {
        let updater = InteractionUpdater(of: store)
        let first = ranking(updater)
        #expect(ranking(updater) === first)
        await updater.catchUp()
        let second = ranking(updater)
        #expect(second !== first)
        #expect(ranking(updater) === second)
    }

    @Test func `is made again when all was learned without a user who was forgotten`() async throws {
        let updater = InteractionUpdater(of: store, pauses: .zero...(.zero))
        let running = Task { await updater.run() }
        while updater.generation == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let first = ranking(updater)
        store.change { $0.forget("u1") }
        while updater.generation == 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(ranking(updater) !== first)
        running.cancel()
        await running.value
    }

    /// The ids of the ranking's items, after those of the catalogue changed.
    private func ids(after change: (inout [CatalogueItem]) -> Void, _ filter: ItemFilter? = nil) -> [String] {
        let record = CachedUserRecord(UserRecord(lastSearch: filter.map { UserSearch(kind: "product", filter: $0) }))
        let (query, weights) = (RecommendationQuery(record: record, kinds: ["product"]), RecommendationWeights())
        var items = "abc".map { character in CatalogueItem.product("\(character)") { $0.setPrice(10_00) } }
        items[1].listedAt = 3_600
        let (before, now) = (SampleCatalogue(items).snapshot, 7_200 as Instant)
        let first = record.ranking(for: query, weights, in: before, nil, at: now)
        change(&items)
        let after = SampleCatalogue(items)
        let second = record.ranking(for: query, weights, in: after.snapshot, nil, at: now)
        #expect(record.ranking(for: query, weights, in: after.snapshot, nil, at: now) === second)
        #expect(first !== second)
        return after.ids(second.best(9, in: after.snapshot, at: now))
    }

    @Test func `is kept while nothing of its items but prices and stock changes, and others come`() {
        let former = ids { $0[0].setPrice(11_00) }
        #expect(former.first == "b" && former.count == 3)
        let kept = ids { items in
            items[1].setPrice(90_00)
            items[1].previousPrice = 99_00
            items.append(.product("d") { $0.listedAt = 7_200 })
        }
        #expect(kept == former)
    }

    @Test func `is made again when one of its items is gone, sold or another one`() {
        #expect(!ids { $0.remove(at: 1) }.contains("b"))
        #expect(!ids { $0[1].status = .sold }.contains("b"))
        let found = ids { items in
            items[1].category = "hats"
            items.append(.product("d") { $0.listedAt = 7_200 })
        }
        #expect(found.first == "d")
    }

    @Test func `is made again when the last search finds other items of it than before`() {
        let budget = ItemFilter(price: ClosedInterval(min: nil, max: 20_00), currency: "USD")
        #expect(ids(after: { $0[1].setPrice(15_00) }, budget).first == "b")
        #expect(ids(after: { $0[1].setPrice(21_00) }, budget).last == "b")
    }

    @Test func `is made again when the items change`() {
        let first = ranking()
        let other = SampleCatalogue("ac".map { .product("\($0)") })
        let found = ranking(in: other.snapshot)
        #expect(found !== first)
        #expect(other.ids(found.best(9, in: other.snapshot, at: 0)) == ["a"])
    }
}
