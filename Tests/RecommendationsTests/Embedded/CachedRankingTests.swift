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
        at now: Int64 = 0
    ) -> RankedItems {
        var weights = RecommendationWeights()
        weights.recency = recency
        let snapshot = snapshot ?? catalogue.snapshot
        return record.ranking(
            of: kinds,
            filter,
            around: place,
            perGroup: perGroup,
            in: snapshot,
            interactions,
            weights,
            at: now
        )
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

    @Test func `is made again when the items change`() {
        let first = ranking()
        let other = SampleCatalogue("ac".map { .product("\($0)") })
        let found = ranking(in: other.snapshot)
        #expect(found !== first)
        #expect(other.ids(found.best(9, in: other.snapshot, at: 0)) == ["a"])
    }
}
