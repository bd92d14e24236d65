import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `The statistics of a kind` {
    private typealias Pair = `Queries of a catalogue snapshot`.Pair

    private func statistics(_ items: [CatalogueItem]) throws -> (KindStatistics, CatalogueSnapshot) {
        let snapshot = try CatalogueSnapshot.of(items)
        return (snapshot.statistics(of: snapshot.code(ofKind: "listing")), snapshot)
    }

    private func areas(_ areas: [Double]) throws -> KindStatistics.Numbers? {
        let items = areas.enumerated().map { index, area in
            CatalogueItem.listing("\(index)") { $0.attributes["area"] = .number(area) }
        }
        let (statistics, snapshot) = try statistics(items)
        let column = snapshot.kinds.column(of: "area", kind: snapshot.code(ofKind: "listing"))
        return statistics.numbers.first { $0.column == column.map { .attribute($0) } }?.numbers
    }

    @Test func `have the deviation of numbers`() throws {
        let numbers = try #require(try areas([10, 20, 30, 40]))
        #expect(numbers.scale == .linear)
        #expect(abs(numbers.deviation - 11.18) < 0.01)
        #expect(try areas([]) == nil)
    }

    @Test func `compare numbers by their ratios where they differ much, whether or not some are zero`() throws {
        for numbers in [[10, 80, 640], [0, 10, 80, 640]] as [[Double]] {
            #expect(try areas(numbers)?.scale == .octaves)
        }
        #expect(try areas([-10, 80, 640])?.scale == .linear)
        #expect(abs(try #require(try areas([1, 4, 16, 64])).deviation - 2.236) < 0.01)
    }

    @Test(arguments: [0, 3, -200_000_00, 200_000_00, 1e15])
    func `have no deviation if all numbers are the same`(number: Double) throws {
        #expect(try areas([number, number, number])?.deviation == 0)
    }

    @Test(arguments: [1e9, 1e15]) func `have the deviation of large numbers that differ little`(number: Double) throws {
        let numbers = try #require(try areas([number, number + number / 1_000]))
        #expect(abs(Double(numbers.deviation) - number / 2_000) < number / 20_000)
    }

    @Test func `have a finite deviation of extreme numbers`() throws {
        let greatest = Double.greatestFiniteMagnitude
        for numbers in [[-1, greatest], [-greatest, greatest], [0, 1, greatest], [greatest, greatest]] {
            let deviation = try #require(try areas(numbers)?.deviation)
            #expect(deviation.isFinite && deviation >= 0)
        }
    }

    @Test func `have the shares of texts and flags, and the most frequent currency`() throws {
        let (statistics, snapshot) = try statistics([
            .listing("a") { $0.price = Money(amount: 1, currency: "CAD") },
            .listing("b") {
                $0.brand = Brand(id: "x", name: "X")
                $0.price = Money(amount: 2, currency: "EUR")
            },
            .listing("c") {
                $0.brand = Brand(id: "y", name: "Y")
                $0.price = Money(amount: 3, currency: "EUR")
                $0.attributes["garden"] = .flag(true)
            },
            .listing("d") { $0.brand = Brand(id: "x", name: "X") },
        ])
        let brands = try #require(statistics.texts.first { $0.column == .brand }?.shares)
        #expect(brands == [snapshot.code(of: "x")!: 0.5, snapshot.code(of: "y")!: 0.25])
        #expect(statistics.currency == snapshot.code(of: "EUR"))
        #expect(statistics.texts.contains { $0.shares == [2: 0.25] })
        #expect(!statistics.texts.contains { $0.column == .category })
    }

    @Test func `do not depend on the order or the shards of the items`() throws {
        var random = SplitMix64(seed: 4)
        let items = (0..<1_800).map { RandomRanking.item($0, &random) }
        var pair = try Pair()
        // The items of other values are replaced.
        for item in items.shuffled(using: &random) {
            try pair.upsert(CatalogueItem(id: item.id, title: "", price: Money(amount: 7, currency: "XXX")))
        }
        try pair.publish()
        for rows in [0..<60, 60..<90, 90..<1_800] {
            for item in items[rows] { try pair.upsert(item) }
            try pair.publish()
        }
        let snapshot = try CatalogueSnapshot.of(items)
        for kind in snapshot.kinds.kinds.indices {
            let (one, other) = (snapshot.statistics(of: kind), pair.snapshot.statistics(of: kind))
            #expect(one.numbers.map { "\($0.numbers)" } == other.numbers.map { "\($0.numbers)" })
            let shares = [(one, snapshot), (other, pair.snapshot)].map { statistics, snapshot in
                statistics.texts.filter { $0.column == .brand }.flatMap { $0.shares }.map { code, share in
                    "\(snapshot.texts[code]) \(share)"
                }.sorted()
            }
            #expect(shares[0] == shares[1])
            #expect(snapshot.texts[one.currency] == "USD" && pair.snapshot.texts[other.currency] == "USD")
        }
    }
}
