package struct RankedRow: Sendable {
    package let row: ItemRow
    package let score: Float
    private let neighbourIndex: Int32

    /// - Parameter neighbour: The index of the neighbour that it is, if any.
    package init(row: ItemRow, score: Float, neighbour: Int? = nil) {
        self.row = row
        self.score = score
        neighbourIndex = Int32(neighbour ?? -1)
    }

    /// The index of the neighbour that it is, if any.
    package var neighbour: Int? { neighbourIndex < 0 ? nil : Int(neighbourIndex) }

    /// Whether it comes before the other one: by score, then the latest listed first, then by the hash of the id. A row
    /// means nothing in another snapshot, so that no order may depend on it.
    @inline(__always)
    func precedes(_ other: RankedRow, in snapshot: CatalogueSnapshot) -> Bool {
        score == other.score ? isNewer(than: other, in: snapshot) : score > other.score
    }

    private func isNewer(than other: RankedRow, in snapshot: CatalogueSnapshot) -> Bool {
        let (own, others) = (snapshot.listedAt(row), snapshot.listedAt(other.row))
        return own == others ? snapshot.idHash(of: row) < snapshot.idHash(of: other.row) : own > others
    }
}

/// The first of the rows that are offered.
package struct BestRows {
    /// A heap: the first is the row that comes last of all, each other one comes before the row above it.
    package private(set) var rows: [RankedRow] = []
    let limit: Int
    /// The least score of a row that may be among the best.
    package private(set) var leastScore: Float

    package init(limit: Int) {
        self.limit = max(0, limit)
        leastScore = limit > 0 ? -.infinity : .infinity
        rows.reserveCapacity(self.limit)
    }

    /// Whether the row is among the best so far.
    @inline(__always)
    func accepts(_ row: RankedRow, in snapshot: CatalogueSnapshot) -> Bool {
        rows.count < limit || limit > 0 && row.precedes(rows[0], in: snapshot)
    }

    /// The best first.
    package func sorted(in snapshot: CatalogueSnapshot) -> [RankedRow] {
        rows.sorted { $0.precedes($1, in: snapshot) }
    }

    /// Takes the row if it is among the best so far.
    package mutating func offer(_ row: RankedRow, in snapshot: CatalogueSnapshot) {
        if row.score < leastScore { return }
        if rows.count < limit {
            rows.append(row)
            var heap = rows.mutableSpan
            var place = heap.count - 1
            while place > 0, heap[(place - 1) / 2].precedes(row, in: snapshot) {
                heap[place] = heap[(place - 1) / 2]
                place = (place - 1) / 2
            }
            heap[place] = row
        } else if accepts(row, in: snapshot) {
            replaceLast(with: row, in: snapshot)
        }
        if rows.count == limit { leastScore = rows[0].score }
    }

    private mutating func replaceLast(with row: RankedRow, in snapshot: CatalogueSnapshot) {
        var heap = rows.mutableSpan
        var (place, child) = (0, 1)
        while child < heap.count {
            if child + 1 < heap.count, heap[child].precedes(heap[child + 1], in: snapshot) { child += 1 }
            if !row.precedes(heap[child], in: snapshot) { break }
            heap[place] = heap[child]
            (place, child) = (child, 2 * child + 1)
        }
        heap[place] = row
    }
}
