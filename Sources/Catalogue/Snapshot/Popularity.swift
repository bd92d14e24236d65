/// The number of users who opened each row of a shard, and the rows of each partition ranked by it.
struct Popularity: Sendable {
    private(set) var counts: [UInt32]
    /// By partition: the opened rows, the most opened first, then by row.
    private(set) var ranked: [[UInt32]]

    init(_ counts: [UInt32], _ partitions: [Shard.Partition]) {
        self.counts = counts
        ranked = partitions.map { partition in
            partition.rows.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }.map { UInt32($0) }
        }
    }

    mutating func set(_ count: UInt32, at row: Int, partition: Int) {
        let former = counts[row]
        if former == count { return }
        if former > 0 { ranked[partition].remove(at: rank(of: row, in: partition)) }
        counts[row] = count
        if count > 0 { ranked[partition].insert(UInt32(row), at: rank(of: row, in: partition)) }
    }

    /// The position of a row in the ranking of its partition, or where it belongs.
    private func rank(of row: Int, in partition: Int) -> Int {
        let rows = ranked[partition]
        return rows.indices.partitioningIndex { index in
            let other = Int(rows[index])
            return counts[other] == counts[row] ? other >= row : counts[other] < counts[row]
        }
    }
}
