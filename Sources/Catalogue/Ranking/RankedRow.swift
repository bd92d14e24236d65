package struct RankedRow: Sendable {
    package let row: ItemRow
    package let score: Float
    private let neighbourIndex: Int32

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

/// Finds the best of the rows that are offered.
package struct BestRows {
    /// Fewer than twice the limit; the best are among them.
    private var offered: [RankedRow] = []
    package let limit: Int
    /// Rows of a lesser score are not among the best.
    package private(set) var leastScore: Float

    package init(limit: Int) {
        self.limit = max(0, limit)
        leastScore = limit > 0 ? -.infinity : .infinity
        offered.reserveCapacity(2 * self.limit)
    }

    @inline(__always)
    package mutating func offer(_ row: RankedRow, in snapshot: CatalogueSnapshot) {
        if row.score < leastScore { return }
        offered.append(row)
        if offered.count == 2 * limit { keepBest(in: snapshot) }
    }

    /// The best of those that were offered, in no order.
    package mutating func rows(in snapshot: CatalogueSnapshot) -> [RankedRow] {
        if offered.count > limit { keepBest(in: snapshot) }
        return offered
    }

    /// The best first.
    package mutating func sorted(in snapshot: CatalogueSnapshot) -> [RankedRow] {
        rows(in: snapshot).sorted { $0.precedes($1, in: snapshot) }
    }

    @inline(never)
    private mutating func keepBest(in snapshot: CatalogueSnapshot) {
        guard limit > 0 else { return }
        let (last, all) = (limit - 1, offered.indices)
        var rows = offered.mutableSpan
        rows.select(last, in: all) { $0.precedes($1, in: snapshot) }
        leastScore = offered[last].score
        offered.removeLast(offered.count - limit)
    }
}
