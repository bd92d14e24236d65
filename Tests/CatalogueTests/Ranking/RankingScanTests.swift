import SeededRandom
import Testing

@testable import Catalogue

/// The ranking by bounds against a scoring of every item.
@Suite struct `The best rows of a snapshot` {
    private typealias Pair = `Queries of a catalogue snapshot`.Pair

    /// The first rankings that differ from the naive ones, and the number of ranked items.
    private func compare(
        _ pair: borrowing Pair,
        _ items: [CatalogueItem],
        count: Int,
        _ random: inout SplitMix64
    ) -> (differences: [String], ranked: Int) {
        let naive = NaiveRanking(catalogue: pair.naive)
        var (differences, ranked) = ([] as [String], 0)
        for _ in 0..<count {
            let request = RandomRanking.request(pair.snapshot, items, &random)
            let (found, expected) = (pair.snapshot.best(request), naive.best(request, in: pair.snapshot))
            ranked += expected.count
            guard found != expected else { continue }
            let place =
                zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
            differences.append(
                """
                at \(place) of \(expected.count): found \(found.dropFirst(place).prefix(2)), \
                expected \(expected.dropFirst(place).prefix(2)) by \(request.query), \(request.scoring.numbers)
                """
            )
        }
        return (differences, ranked)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `are those of a scoring of every item, while items change`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var pair = try Pair()
        let items = (0..<2_500).map { RandomRanking.item($0, &random) }
        for item in items { try pair.upsert(item) }
        try pair.publish()
        var (differences, ranked, segments) = ([] as [String], 0, 0)
        for _ in 0..<4 {
            let (found, count) = compare(pair, items, count: 20, &random)
            differences += found
            ranked += count
            segments = max(segments, pair.snapshot.parts.count)
            // Every round leaves former rows hidden in the first segment.
            let changed = Set((0..<60).map { _ in Int.random(in: 0..<items.count, using: &random) })
            for number in changed.sorted() {
                if number % 5 == 0 {
                    pair.remove(items[number].id)
                } else {
                    try pair.upsert(RandomRanking.item(number, &random))
                }
            }
            try pair.publish()
        }
        #expect(segments > 1)
        #expect(differences.isEmpty, "\(differences.count) differences, first: \(differences.first ?? "")")
        #expect(ranked > 500)
    }

    @Test func `are those of a scoring of every item in segments of many sizes`() throws {
        var random = SplitMix64(seed: 70)
        var pair = try Pair()
        let items = (0..<10_600).map { RandomRanking.item($0, &random) }
        for rows in [0..<9_400, 9_400..<10_500, 10_500..<10_600] {
            for item in items[rows] { try pair.upsert(item) }
            try pair.publish()
        }
        try #require(pair.snapshot.parts.count == 3)
        let (differences, ranked) = compare(pair, items, count: 40, &random)
        #expect(differences.isEmpty, "\(differences.count) differences, first: \(differences.first ?? "")")
        #expect(ranked > 500)
    }

    @Test func `are found among thousands that score nothing`() throws {
        var pair = try Pair()
        for number in 0..<1_500 {
            try pair.upsert(CatalogueItem(id: .init(kind: "product", id: "\(number)"), title: "", market: "toledo"))
        }
        try pair.publish()
        let request = RankingRequest(kind: "product", query: ItemQuery(kinds: ["product"]))
        let expected = NaiveRanking(catalogue: pair.naive).best(request, in: pair.snapshot)
        #expect(pair.snapshot.best(request) == expected)
    }

    @Test func `are none where none are wanted, or the kind or the filter knows none`() throws {
        var random = SplitMix64(seed: 71)
        var pair = try Pair()
        for number in 0..<20 { try pair.upsert(RandomRanking.item(number, &random)) }
        try pair.publish()
        let query = ItemQuery(kinds: ["listing"])
        #expect(!pair.snapshot.best(RankingRequest(kind: "listing", query: query)).isEmpty)
        #expect(pair.snapshot.best(RankingRequest(count: 0, kind: "listing", query: query)).isEmpty)
        #expect(pair.snapshot.best(RankingRequest(kind: "listing", query: ItemQuery(kinds: ["product"]))).isEmpty)
        var request = RankingRequest(kind: "listing", query: query)
        request.filter = ItemFilter(collection: "unheard of")
        #expect(pair.snapshot.best(request).isEmpty)
    }
}
