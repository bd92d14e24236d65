import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `The best rows` {
    private func ids(_ snapshot: CatalogueSnapshot, limit: Int, _ scores: [(id: String, score: Float)]) -> [String] {
        var best = BestRows(limit: limit)
        for (id, score) in scores {
            let row = snapshot.row(of: CatalogueItem.ID(kind: "listing", id: id))!
            best.offer(RankedRow(row: row, score: score), in: snapshot)
        }
        return best.sorted(in: snapshot).map { snapshot.id(of: $0.row).id }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `are the first of all rows by score, listing time and hash, in whatever order they come`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let items = (0..<60).map { number in
            CatalogueItem.listing("\(number)") { $0.listedAt = Instant(seconds: number % 3) }
        }
        let snapshot = try CatalogueSnapshot.of(items)
        let offered = items.map { (item: $0, score: Float(Int.random(in: 0..<4, using: &random))) }
        let sorted = offered.sorted { one, other in
            if one.score != other.score { return one.score > other.score }
            if one.item.listedAt != other.item.listedAt { return one.item.listedAt > other.item.listedAt }
            return one.item.id.hash < other.item.id.hash
        }
        for limit in [1, 7, 60, 100] {
            let found = ids(snapshot, limit: limit, offered.shuffled(using: &random).map { ($0.item.id.id, $0.score) })
            #expect(found == sorted.prefix(limit).map(\.item.id.id))
        }
    }

    @Test func `are none if none are wanted`() throws {
        #expect(ids(try .of([.listing("a")]), limit: 0, [("a", 1)]).isEmpty)
    }

    @Test func `have a least score once twice as many were offered`() throws {
        let snapshot = try CatalogueSnapshot.of([.listing("a")])
        var best = BestRows(limit: 2)
        for (score, least) in [(3 as Float, -Float.infinity), (1, -.infinity), (2, -.infinity), (1, 2), (4, 2)] {
            let row = snapshot.rows(ofKind: "listing")[0]
            best.offer(RankedRow(row: row, score: score), in: snapshot)
            #expect(best.leastScore == least)
        }
        #expect(Set(best.rows(in: snapshot).map(\.score)) == [3, 4])
        #expect(best.leastScore == 3)
    }
}
