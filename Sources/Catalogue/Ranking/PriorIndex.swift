/// What makes an item good for everyone: how popular and how new it is.
package struct Prior: Hashable, Sendable {
    /// The score of the most popular item.
    package let popularity: Float
    package let recency: ItemScoring.RecencyTerm

    package init(popularity: Float, recency: ItemScoring.RecencyTerm) {
        self.popularity = popularity
        self.recency = recency
    }
}

/// The rows of a snapshot in the order of their prior, in which ``Retrieval`` finds candidates.
package final class PriorIndex: Sendable {
    package let prior: Prior
    /// In the order of the snapshot's shards.
    let shards: [ShardPriors]

    /// Takes about 200 ns for each item of a shard that is new.
    /// - Parameters:
    ///   - popularities: In parts of 255, by shard and row; empty if they are unknown.
    ///   - former: The index of an earlier snapshot with the same popularities, whose shards are used again.
    package init(
        _ prior: Prior,
        _ popularities: [[UInt8]],
        in snapshot: CatalogueSnapshot,
        after former: PriorIndex? = nil
    ) {
        self.prior = prior
        let known = former.flatMap { $0.prior == prior ? $0 : nil }?.shards ?? []
        shards = snapshot.parts.indices.map { index in
            let shard = snapshot.parts[index].shard
            if index < known.count, known[index].shard === shard { return known[index] }
            return ShardPriors(of: shard, prior, index < popularities.count ? popularities[index] : [])
        }
    }

    package func best(_ count: Int, in snapshot: CatalogueSnapshot) -> [ItemRow] {
        var best = BestRows(limit: count)
        for (index, part) in snapshot.parts.enumerated() {
            for partition in shards[index].partitions {
                for (row, prior) in zip(partition.rows, partition.priors).prefix(count) where part.live[Int(row)] {
                    best.offer(RankedRow(row: ItemRow(shard: index, row: Int(row)), score: prior), in: snapshot)
                }
            }
        }
        return best.rows(in: snapshot).map(\.row)
    }
}

/// The rows of a shard in the order of their prior, as ``RankedRow`` orders scores.
final class ShardPriors: Sendable {
    let shard: Shard
    /// In the order of ``Shard/partitions``.
    let partitions: [Partition]

    /// The active rows of a partition. A class, so that it is not copied.
    final class Partition: Sendable {
        let partition: Shard.Partition
        /// The best first.
        let rows: [UInt32]
        /// In the same order.
        let priors: [Float]
        /// Their codes, in the same order.
        let codes: QuantizedColumns
        /// The greatest prior of the rows in each node of ``Shard/Partition/places``.
        let greatest: [Float]
        /// The points of each leaf of the tree, the best first: ``Coordinate/direction``, then the prior.
        let points: [SIMD4<Float>]
        let pointRows: [UInt32]

        /// - Parameter priors: By row of the shard.
        init(_ partition: Shard.Partition, of shard: Shard, _ priors: [Float]) {
            self.partition = partition
            rows = ShardPriors.sorted(partition.rows, priors, shard.columns)
            self.priors = rows.map { priors[Int($0)] }
            codes = partition.codes.arranged(rows.lazy.map { Int($0) - partition.rows.lowerBound })
            greatest = partition.places.greatest { priors[Int($0)] }
            pointRows = ShardPriors.pointRows(of: partition.places, priors)
            let values = shard.values[partition.kind]
            points = pointRows.map { row in
                var point = values.direction(of: Int(row))
                point.w = priors[Int(row)]
                return point
            }
        }
    }

    init(of shard: Shard, _ prior: Prior, _ popularities: [UInt8]) {
        self.shard = shard
        let columns = shard.columns
        let priors = columns.listedAt.indices.map { row in
            let popularity = popularities.isEmpty ? 0 : prior.popularity * Float(popularities[row]) / 255
            return popularity + prior.recency.greatest(listedBy: columns.listedAt[row].seconds / 3_600)
        }
        partitions = shard.partitions.map { Partition($0, of: shard, priors) }
    }

    private static func sorted(_ rows: Range<Int>, _ priors: [Float], _ columns: Shard.Columns) -> [UInt32] {
        var keys: [(order: UInt64, idHash: UInt64, row: UInt32)] = []
        keys.reserveCapacity(rows.count)
        // Rows are in the order of their listing: the first one of an instant stands for it.
        var first = rows.lowerBound
        for row in rows where columns.statuses[row] == ItemStatus.active.rawValue {
            if columns.listedAt[row] != columns.listedAt[first] { first = row }
            // The bits of a number that is not negative order like the number.
            let order = UInt64(~priors[row].bitPattern) << 32 | UInt64(first)
            keys.append((order, columns.identities[row].idHash, UInt32(row)))
        }
        keys.sort { ($0.order, $0.idHash) < ($1.order, $1.idHash) }
        return keys.map(\.row)
    }

    private static func pointRows(of places: SpatialTree, _ priors: [Float]) -> [UInt32] {
        var rows = places.places.indices.map { places.row(at: $0) }
        for first in stride(from: 0, to: rows.count, by: SpatialTree.leafSize) {
            rows[first..<min(first + SpatialTree.leafSize, rows.count)].sort { priors[Int($0)] > priors[Int($1)] }
        }
        return rows
    }
}
