import SeededRandom
import Testing

@testable import Catalogue

/// Queries by distance, page after page, and filters that are compiled once.
@Suite struct `The nearest items` {
    private static let now: Instant = 1_000_000

    /// Every fourth item is at one of few places, some are listed at once, and some are not available or have no place.
    private static func items(_ count: Int, _ random: inout SplitMix64) -> [CatalogueItem] {
        let common = (0..<5).map { _ in `Queries of a catalogue snapshot`.randomPlace(&random) }
        return (0..<count).map { number in
            var item = CatalogueItem(
                id: .init(kind: "listing", id: "l\(number * 7_919 % count)"),
                title: "\(number)",
                place: number % 4 == 0
                    ? common[number / 4 % 5] : `Queries of a catalogue snapshot`.randomPlace(&random),
                market: ["toledo", "maumee"][number % 2],
                listedAt: Instant(seconds: number % 3),
                expiresAt: number % 5 == 0 ? now + Int64(number % 10) - 5 : nil
            )
            if number % 11 == 0 { item.status = .hidden }
            if number % 13 == 0 { item.place = nil }
            return item
        }
    }

    private static func snapshot(_ items: [CatalogueItem]) throws -> CatalogueSnapshot {
        var pair = try `Queries of a catalogue snapshot`.Pair()
        for item in items { try pair.upsert(item) }
        try pair.publish()
        // Replaced rows stay in the first shard.
        for item in items.prefix(100) {
            var moved = item
            moved.place = items[items.count - 1].place
            try pair.upsert(moved)
        }
        try pair.publish()
        return pair.snapshot
    }

    /// The ids of the available items around a place, by distance, time of listing and id.
    private static func sorted(
        _ snapshot: CatalogueSnapshot,
        _ items: [CatalogueItem],
        _ area: Area,
        market: String?
    ) -> [CatalogueItem.ID] {
        var found: [(distance: Double, item: CatalogueItem)] = []
        for item in items.compactMap({ snapshot.row(of: $0.id) }).compactMap({ snapshot.item($0) }) {
            guard let place = item.place, item.isAvailable(at: now), market == nil || market == item.market else {
                continue
            }
            let distance = area.center.distance(to: place)
            if distance <= area.radius { found.append((distance, item)) }
        }
        found.sort { one, other in
            if one.distance != other.distance { return one.distance < other.distance }
            if one.item.listedAt != other.item.listedAt { return one.item.listedAt > other.item.listedAt }
            return one.item.id.id < other.item.id.id
        }
        return found.map(\.item.id)
    }

    @Test(arguments: [
        (3_000, 20, 60_000.0), (3_000, 7, 15_000), (3_000, 300, 60_000), (40, 8, 20_000_000), (1, 5, 50_000),
    ])
    func `come page after page without those shown before`(count: Int, limit: Int, radius: Double) throws {
        var random = SplitMix64(seed: UInt64(count + limit))
        let items = Self.items(count, &random)
        let snapshot = try Self.snapshot(items)
        for market in [nil, "toledo"] {
            let area = Area(center: `Queries of a catalogue snapshot`.randomPlace(&random), radius: radius)
            let shown = items.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map(\.id)
            var excluded = ExcludedItems(hashes: shown.filter { $0.id.hasSuffix("1") }.map(\.hash), bits: 64)
            for id in shown { excluded.rows.insert(try #require(snapshot.row(of: id))) }
            var query = ItemQuery(
                filter: ItemFilter(market: market, place: area),
                sort: .distance(from: area.center)
            )
            var ids: [CatalogueItem.ID] = []
            while true {
                let page = snapshot.find(query, at: Self.now, limit: limit, without: excluded)
                ids += page.map { snapshot.id(of: $0.row) }
                guard let last = page.last else { break }
                query.after = snapshot.position(of: last)
            }
            let hidden = Set(shown)
            let expected = Self.sorted(snapshot, items, area, market: market).filter { !hidden.contains($0) }
            #expect(ids == expected)
            #expect(count < 1_000 || expected.count > 20)
        }
    }

    @Test func `are those of the latest snapshot for a filter that is compiled once`() throws {
        var random = SplitMix64(seed: 5)
        var pair = try `Queries of a catalogue snapshot`.Pair()
        let items = Self.items(500, &random)
        let filter = ItemFilter(market: "maumee")
        let prepared = PreparedFilter()
        let area = Area(center: `Queries of a catalogue snapshot`.randomPlace(&random), radius: 20_000)
        for start in stride(from: 0, to: 500, by: 100) {
            // The market is unknown at first.
            for item in items[start..<start + 100] where start > 0 || item.market == "toledo" { try pair.upsert(item) }
            try pair.publish()
            for sort in [.distance(from: area.center), .newest, .price(.ascending)] as [ItemSort] {
                var query = ItemQuery(kinds: ["listing"], filter: filter, sort: sort)
                query.filter.place = area
                let snapshot = pair.snapshot
                for _ in 0..<2 {
                    let found = snapshot.find(query, prepared, at: Self.now, limit: 20)
                    #expect(found == snapshot.find(query, at: Self.now, limit: 20))
                    #expect(sort == .price(.ascending) || found.isEmpty == (start == 0))
                }
            }
        }
    }
}
