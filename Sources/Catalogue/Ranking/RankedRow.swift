package struct RankedRow: Sendable {
    package let row: ItemRow
    package let score: Float
    /// Unix seconds (UTC).
    package let listedAt: Int64
    /// The index of the boost that is a part of the score; `nil` if there is none.
    package let boost: Int?

    package init(row: ItemRow, score: Float, listedAt: Int64, boost: Int? = nil) {
        self.row = row
        self.score = score
        self.listedAt = listedAt
        self.boost = boost
    }

    struct Boost {
        let index: Int
        let score: Float
    }

    /// Whether it comes before the other one: by score, then the latest listed first, then by the hash of the id. A row
    /// means nothing in another snapshot, so that no order may depend on it.
    func precedes(_ other: RankedRow, in snapshot: CatalogueSnapshot) -> Bool {
        if score != other.score { return score > other.score }
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return snapshot.idHash(of: row) < snapshot.idHash(of: other.row)
    }
}

package struct BestRows {
    /// The best first.
    package private(set) var rows: [RankedRow] = []
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
        rows.reserveCapacity(limit)
    }

    /// The score of the last row, once the limit is reached.
    var leastScore: Float { rows.count == limit ? rows[limit - 1].score : -.infinity }

    /// Takes the row if it is among the best so far.
    package mutating func offer(_ row: RankedRow, in snapshot: CatalogueSnapshot) {
        if rows.count == limit {
            guard limit > 0, row.precedes(rows[limit - 1], in: snapshot) else { return }
            rows.removeLast()
        }
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].precedes(row, in: snapshot) { low = middle + 1 } else { high = middle }
        }
        rows.insert(row, at: low)
    }
}
