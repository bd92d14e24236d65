/// By how many users each row of a segment was opened, and the opened rows of each partition in that order.
struct Popularity: Sendable {
    private(set) var counts: [UInt32]
    /// By partition: the rows that any user has opened, the most often opened first, then in the order of rows.
    private(set) var ranked: [[UInt32]]

    /// The popularity of a segment's rows.
    init(_ counts: [UInt32], _ partitions: [Segment.Partition]) {
        self.counts = counts
        ranked = partitions.map { partition in
            partition.rows.filter { counts[$0] > 0 }.sorted { one, other in
                counts[one] == counts[other] ? one < other : counts[one] > counts[other]
            }.map { UInt32($0) }
        }
    }

    /// Sets by how many users a row was opened.
    mutating func set(_ count: UInt32, at row: Int, partition: Int) {
        let former = counts[row]
        if former == count { return }
        if former > 0 { ranked[partition].remove(at: rank(of: row, in: partition)) }
        counts[row] = count
        if count > 0 { ranked[partition].insert(UInt32(row), at: rank(of: row, in: partition)) }
    }

    /// Where the row stands, or belongs, in the order of its partition.
    private func rank(of row: Int, in partition: Int) -> Int {
        let rows = ranked[partition]
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            let other = Int(rows[middle])
            let precedes = counts[other] == counts[row] ? other < row : counts[other] > counts[row]
            if precedes { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
