import SeededRandom
import Testing

@testable import Catalogue

/// Every filter, sort and page against a naive implementation.
@Suite struct `Queries of a catalogue snapshot` {
    /// A snapshot and a naive catalogue that follow the same changes.
    struct Pair: ~Copyable {
        var naive = NaiveCatalogue()
        var builder: SnapshotBuilder
        var snapshot: CatalogueSnapshot
        var version: Int64 = 0

        init() throws {
            var builder = try SnapshotBuilder(kinds: SampleItems.kinds, memoryLimit: 64 << 20)
            snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 0))
            self.builder = builder
        }

        mutating func upsert(_ item: CatalogueItem) throws {
            let entry = naive.upsert(item)
            try builder.add(entry.packed.bytes.span, openedBy: entry.openedBy)
        }

        mutating func remove(_ id: CatalogueItem.ID) {
            naive.remove(id)
            builder.remove(id)
        }

        mutating func open(_ id: CatalogueItem.ID, _ count: UInt32) throws {
            naive.setOpenedBy(count, id)
            guard let entry = naive.entries[id] else { return }
            try builder.add(entry.packed.bytes.span, openedBy: count)
        }

        mutating func publish() throws {
            version += 1
            snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: version))
        }
    }

    static func randomFilter(_ random: inout SplitMix64) -> ItemFilter {
        var filter = ItemFilter()
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        if chance(50) {
            filter.market = (SampleItems.markets.compactMap { $0 } + ["nowhere"]).randomElement(using: &random)
        }
        if chance(10) { filter.brand = ["b10", "b11", "b12"].randomElement(using: &random) }
        if chance(10) { filter.category = ["shirts", "shoes", "trousers"].randomElement(using: &random) }
        if chance(10) { filter.collection = ["sale", "new", "under-100"].randomElement(using: &random) }
        if chance(30) {
            let center = randomPlace(&random)
            let radius = [300.0, 2_000, 8_000, 30_000, 15_000_000].randomElement(using: &random)!
            filter.place = Area(center: center, radius: radius)
        }
        if chance(30) {
            filter.price = ClosedInterval(
                min: chance(70) ? Int64.random(in: 0..<15_000_000, using: &random) : nil,
                max: chance(70) ? Int64.random(in: 5_000_000..<40_000_000, using: &random) : nil
            )
        }
        if chance(10) { filter.currency = ["USD", "CAD", "EUR"].randomElement(using: &random) }
        if chance(20) {
            filter.attributes["bedrooms"] = .range(ClosedInterval(min: Double.random(in: 1...4, using: &random)))
        }
        if chance(10) { filter.attributes["bathrooms"] = .range(ClosedInterval(min: 1.5, max: 2.5)) }
        if chance(10) { filter.attributes["type"] = .anyOf(["one", "bilevel", "unheard of"]) }
        if chance(5) { filter.attributes["garden"] = .flag(Bool.random(using: &random)) }
        if chance(5) { filter.attributes["rating"] = .range(ClosedInterval(min: 3)) }
        return filter
    }

    static func randomPlace(_ random: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: Double.random(in: 41.4...41.8, using: &random),
            longitude: Double.random(in: -83.9 ... -83.2, using: &random)
        )!
    }

    static func randomQuery(_ random: inout SplitMix64) -> ItemQuery {
        let sorts: [ItemSort] = [
            .newest, .newest, .newest, .arrival, .price(.ascending), .price(.descending), .popularity,
            .distance(from: randomPlace(&random)), .distance(from: randomPlace(&random)),
            .attribute("area", .ascending),
            .attribute("bedrooms", .descending),
        ]
        return ItemQuery(
            kinds: [[], ["listing"], ["listing"], ["product"], ["restaurant"]].randomElement(using: &random)!,
            filter: randomFilter(&random),
            listedAfter: Int.random(in: 0..<4, using: &random) == 0
                ? SampleItems.start + 86_400 * Int64.random(in: -10..<210, using: &random) : nil,
            sort: sorts.randomElement(using: &random)!
        )
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `equal a scan of every item, page after page, while items change`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var pair = try Pair()
        let items = try SampleItems.listings(&random) + SampleItems.products(&random)
        for item in items.dropLast(100) { try pair.upsert(item) }
        try pair.publish()
        var differences: [(ItemQuery, [String], [String])] = []
        var matches = 0
        for round in 0..<2_500 {
            if round % 25 == 0 {
                for _ in 0..<Int.random(in: 1..<60, using: &random) {
                    let item = items.randomElement(using: &random)!
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: pair.remove(item.id)
                    case 1...3: try pair.open(item.id, UInt32.random(in: 0..<5, using: &random))
                    default:
                        try pair.upsert(SampleItems.changed(pair.naive.entries[item.id]?.packed.item ?? item, &random))
                        try pair.publish()
                    }
                }
                try pair.publish()
            }
            let query = Self.randomQuery(&random)
            let (limit, now) = (Int.random(in: 1..<30, using: &random), SampleItems.start + 86_400 * 150)
            var (after, position): (SortPosition?, NaiveCatalogue.Found?) = (nil, nil)
            for _ in 0..<2 {
                var page = query
                page.after = after
                let found = pair.snapshot.find(page, at: now, limit: limit)
                let expected = pair.naive.find(query, behind: position, at: now, limit: limit)
                let (ids, expectedIDs) = (found.map { pair.snapshot.id(of: $0.row) }, expected.map(\.id))
                if ids != expectedIDs { differences.append((page, ids.map(\.id), expectedIDs.map(\.id))) }
                matches += expected.count
                guard let last = found.last, Bool.random(using: &random) else { break }
                after = pair.snapshot.position(of: last)
                position = expected.last
            }
        }
        #expect(
            differences.isEmpty,
            "\(differences.count) differences, first: \(String(describing: differences.first))"
        )
        #expect(matches > 5_000)
        #expect(pair.snapshot.count == pair.naive.entries.count)
    }

    @Test func `equal a scan of every item in a market of thousands`() throws {
        var random = SplitMix64(seed: 9)
        var pair = try Pair()
        for round in 0..<6 {
            for item in try SampleItems.listings(&random) {
                var copy = item
                copy.id = CatalogueItem.ID(kind: item.id.kind, id: "\(item.id.id)-\(round)")
                copy.market = "toledo"
                try pair.upsert(copy)
            }
        }
        try pair.publish()
        var matches = 0
        for _ in 0..<300 {
            let query = Self.randomQuery(&random)
            let now = SampleItems.start + 86_400 * 150
            let found = pair.snapshot.find(query, at: now, limit: 20).map { pair.snapshot.id(of: $0.row) }
            let expected = pair.naive.find(query, behind: nil, at: now, limit: 20).map(\.id)
            #expect(found == expected, "\(query)")
            matches += found.count
        }
        #expect(matches > 500)
    }
}
