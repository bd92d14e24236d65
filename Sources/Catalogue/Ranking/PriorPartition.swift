/// The rows of a partition in the order of their prior, for the query of a ``Retrieval``. A class, so that it is not copied.
final class PriorPartition {
    /// The shard's index.
    let shard: Int
    let order: ShardPriors.Partition
    let matcher: ShardMatcher
    private let kind: Int
    /// Codes of the rows that may match.
    private let ranges: [QuantizedColumns.Range]

    init(_ order: ShardPriors.Partition, ofShard shard: Int, _ matcher: ShardMatcher) {
        (self.shard, self.order, self.matcher, kind) = (shard, order, matcher, order.partition.kind)
        ranges = matcher.query.ranges(of: order.codes, kind: kind)
    }

    var partition: Shard.Partition { order.partition }

    func contains(_ row: ItemRow) -> Bool { row.shard == shard && partition.rows.contains(row.row) }

    func matches(_ row: Int) -> Bool { matcher.matches(row, kind: kind) }

    /// Offers the best rows by prior that match.
    /// - Parameter ranges: Codes of the wanted rows.
    @inline(__always)
    func offerBest(
        to best: inout BestRows,
        having ranges: [QuantizedColumns.Range] = [],
        in snapshot: CatalogueSnapshot,
        without excluded: borrowing ExcludedItems,
        where isWanted: (_ row: Int) -> Bool = { _ in true }
    ) {
        let (rows, priors) = (order.rows, order.priors)
        var count = 0
        order.codes.visit(self.ranges + ranges, rows.indices) { number in
            let prior = priors[number]
            // The rows that follow come after this one.
            if count == best.limit || prior < best.leastScore { return false }
            let row = ItemRow(shard: shard, row: Int(rows[number]))
            if isWanted(row.row), matches(row.row), !excluded.contains(row, in: snapshot) {
                best.offer(RankedRow(row: row, score: prior), in: snapshot)
                count += 1
            }
            return true
        }
    }

    /// Offers the best rows by the sum of their prior and their nearness to a place, if that is at least `floor`.
    func offerBest(
        to best: inout BestRows,
        near term: ItemScoring.PlaceTerm,
        from floor: Float,
        in snapshot: CatalogueSnapshot,
        without excluded: borrowing ExcludedItems
    ) {
        let (points, rows, greatest, places) = (order.points, order.pointRows, order.greatest, partition.places)
        var leaves = SpatialTree.Leaves(of: places, around: term.direction)
        var least = max(floor, best.leastScore)
        while let leaf = leaves.next(where: { greatest[$0] + term.greatestScore(beyond: $1) >= least }) {
            let nearness = term.greatestScore(beyond: leaf.square)
            for index in leaf.points {
                let point = points[index]
                if point.w + nearness < least { break }
                let score = point.w + term.score(of: point)
                if score < least { continue }
                let row = ItemRow(shard: shard, row: Int(rows[index]))
                guard matches(row.row), !excluded.contains(row, in: snapshot) else { continue }
                best.offer(RankedRow(row: row, score: score), in: snapshot)
                least = max(floor, best.leastScore)
            }
        }
    }
}
