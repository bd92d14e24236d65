import SeededRandom
import Testing

@testable import Catalogue

/// The lists of candidates against lists of all items.
@Suite struct `A retrieval` {
    private typealias Pair = `Queries of a catalogue snapshot`.Pair

    /// Asks one snapshot for lists, and compares each.
    private struct Comparison {
        let snapshot: CatalogueSnapshot
        let naive: NaiveRanking
        private(set) var differences: [String] = []
        private(set) var count = 0

        init(_ pair: borrowing Pair) { (snapshot, naive) = (pair.snapshot, NaiveRanking(catalogue: pair.naive)) }

        mutating func compare(_ request: RankingRequest) throws {
            let (snapshot, naive) = (snapshot, naive)
            let kind = try #require(snapshot.kinds.code(of: request.kind))
            guard let query = CompiledQuery(request.query, snapshot, at: request.now) else {
                #expect(naive.items(of: request).isEmpty)
                return
            }
            let index = PriorIndex(request.prior, request.scoring.popularity, in: snapshot)
            // Half of the items are excluded by row, the others by hash.
            let byHash = request.excluded.filter { $0.hash % 2 == 0 || snapshot.row(of: $0) == nil }
            var excluded = ExcludedItems(hashes: byHash.map(\.hash), bits: 64)
            for id in request.excluded.subtracting(byHash) {
                if let row = snapshot.row(of: id) { excluded.rows.insert(row) }
            }
            func found(_ add: (inout Retrieval) -> Void) -> Set<CatalogueItem.ID> {
                var retrieval = Retrieval(index, of: kind, matching: query, in: snapshot, without: excluded)
                add(&retrieval)
                let ids = retrieval.rows.map { snapshot.id(of: $0) }
                #expect(Set(ids).count == ids.count)
                return Set(ids)
            }
            func expect(_ list: String, _ expected: Set<CatalogueItem.ID>, _ add: (inout Retrieval) -> Void) {
                let found = found(add)
                count += expected.count
                if found == expected { return }
                differences.append("\(list): \(found.count) of \(expected.count) by \(request.query), \(request.prior)")
            }
            var areAll = false
            let limit = request.count
            let all = naive.items(of: request).map { NaiveRanking.Candidate($0, request) }
            let byPrior = { (candidate: NaiveRanking.Candidate) in candidate.prior }
            expect("all", Set(all.map(\.item.id))) { areAll = $0.addAll(limit: .max) }
            #expect(areAll)
            expect("best", naive.best(limit, of: all, by: byPrior)) { $0.addBest(limit) }
            for term in request.scoring.places {
                let near = naive.best(limit, of: all.filter { $0.item.place != nil }) {
                    $0.prior + ($0.item.place.map { term.score(of: $0) } ?? 0)
                }
                expect("near", near) { $0.addBest(limit, near: term) }
                let both = near.union(naive.best(2 * limit, of: all, by: byPrior))
                expect("best and near", both) {
                    $0.addBest(2 * limit)
                    $0.addBest(limit, near: term)
                }
            }
            for term in request.scoring.texts {
                for text in term.scores.map(\.text) where text != TextDictionary.none {
                    let having = all.filter { naive.code(term.column, of: $0.item, snapshot) == text }
                    expect("text", naive.best(limit, of: having, by: byPrior)) { $0.addBest(limit, term.column, text) }
                }
            }
            func compiled(_ filter: ItemFilter) -> CompiledQuery? {
                CompiledQuery(ItemQuery(kinds: [request.kind], filter: filter), snapshot, at: request.now)
            }
            if let wanted = compiled(request.wanted), let wider = compiled(request.wider) {
                let fitting = Set(naive.items(of: request, meeting: request.wanted).map(\.id))
                let others = Set(naive.items(of: request, meeting: request.wider).map(\.id)).subtracting(fitting)
                let expected = naive.best(limit, of: all.filter { fitting.contains($0.item.id) }, by: byPrior)
                    .union(naive.best(limit / 2, of: all.filter { others.contains($0.item.id) }, by: byPrior))
                expect("wanted", expected) {
                    $0.addBest(limit, matching: wanted)
                    $0.addBest(limit / 2, matching: wider, butNot: wanted)
                }
            }
            let rows = all.map { snapshot.row(of: $0.item.id)! }
            for (candidate, score) in zip(all, ScoredRows(rows, of: kind, in: snapshot).scores(by: request.scoring))
            where score != naive.score(of: candidate.item, request.scoring, snapshot) {
                differences.append("score of \(candidate.item.id)")
            }
        }
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `finds the first items of each list, while items change`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var pair = try Pair()
        let items = (0..<2_500).map { RandomRanking.item($0, &random) }
        for item in items { try pair.upsert(item) }
        try pair.publish()
        var shards = 0
        for _ in 0..<3 {
            var comparison = Comparison(pair)
            for _ in 0..<6 { try comparison.compare(RandomRanking.request(pair.snapshot, items, &random)) }
            shards = max(shards, pair.snapshot.parts.count)
            #expect(comparison.differences.isEmpty)
            #expect(comparison.count > 100)
            // Every round leaves former rows hidden in the first shard.
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
        #expect(shards > 1)
    }

    @Test func `finds the first items in shards of many sizes`() throws {
        var random = SplitMix64(seed: 70)
        var pair = try Pair()
        let items = (0..<10_600).map { RandomRanking.item($0, &random) }
        for rows in [0..<9_400, 9_400..<10_500, 10_500..<10_600] {
            for item in items[rows] { try pair.upsert(item) }
            try pair.publish()
        }
        try #require(pair.snapshot.parts.count == 3)
        var comparison = Comparison(pair)
        for _ in 0..<6 { try comparison.compare(RandomRanking.request(pair.snapshot, items, &random)) }
        #expect(comparison.differences.isEmpty)
        #expect(comparison.count > 500)
    }
}
