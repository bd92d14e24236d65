/// The rows of a partition in the order of their prior, for the query of a ``Retrieval``. A class, so that it is not copied.
final class PriorPartition {
    let shard: Int
    let part: CatalogueSnapshot.LiveShard
    let partition: Shard.Partition
    let order: ShardPriors.Partition
    private let matcher: PartitionMatcher
    /// For rows that were found by their codes.
    private let matcherOfCodes: PartitionMatcher

    init(
        _ shard: Int,
        _ part: CatalogueSnapshot.LiveShard,
        _ partition: Shard.Partition,
        _ order: ShardPriors.Partition,
        _ query: CompiledQuery
    ) {
        (self.shard, self.part, self.partition, self.order) = (shard, part, partition, order)
        let matcher = PartitionMatcher(query, partition, in: part)
        self.matcher = matcher
        matcherOfCodes = order.codes.map { PartitionMatcher(query, partition, in: part, $0) } ?? matcher
    }

    func contains(_ row: ItemRow) -> Bool { row.shard == shard && partition.rows.contains(row.row) }

    func matches(_ row: ItemRow) -> Bool { matcher.matches(row.row) }

    /// Offers the best rows by prior that match.
    /// - Parameter ranges: Codes of the wanted rows.
    @inline(__always)
    func offerBest(
        to best: inout BestRows,
        having ranges: [QuantizedColumns.Range] = [],
        in snapshot: CatalogueSnapshot,
        where isWanted: (_ row: ItemRow) -> Bool
    ) {
        let (matcher, rows, priors) = (matcherOfCodes, order.rows, order.priors)
        var count = 0
        order.visit(matcher.ranges + ranges) { number in
            let prior = priors[number]
            // The rows that follow come after this one.
            if count == best.limit || prior < best.leastScore { return false }
            let row = ItemRow(shard: shard, row: Int(rows[number]))
            if isWanted(row), matcher.matches(row.row) {
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
        var leaves = places.leaves(around: term.center.unitVector)
        var least = max(floor, best.leastScore)
        while let leaf = leaves.next(where: { greatest[$0] + term.greatestScore(beyond: $1) >= least }) {
            let nearness = term.greatestScore(beyond: leaf.square)
            for index in leaf.points {
                let point = points[index]
                if point.w + nearness < least { break }
                let score = point.w + term.score(of: point)
                if score < least { continue }
                let row = ItemRow(shard: shard, row: Int(rows[index]))
                guard matcher.matches(row.row), !excluded.contains(row, in: snapshot) else { continue }
                best.offer(RankedRow(row: row, score: score), in: snapshot)
                least = max(floor, best.leastScore)
            }
        }
    }
}

extension ShardPriors.Partition {
    /// Visits the numbers of the rows whose codes are in the ranges, the best first, until `visit` returns false.
    @inline(__always)
    fileprivate func visit(_ ranges: [QuantizedColumns.Range], _ visit: (_ number: Int) -> Bool) {
        if let codes, !ranges.isEmpty {
            codes.visit(ranges, rows.indices, visit)
        } else {
            for number in rows.indices where !visit(number) { return }
        }
    }
}

extension ItemScoring.PlaceTerm {
    /// The most that places beyond a squared chord score.
    fileprivate func greatestScore(beyond square: Float) -> Float {
        // A margin for the rounding of points.
        score(meters: Float(Coordinate.earthRadius) * max(0, square.squareRoot() - 2e-6))
    }
}
