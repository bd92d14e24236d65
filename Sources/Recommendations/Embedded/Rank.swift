import Catalogue

/// Where an item stands among those that are ranked.
struct Rank {
    let row: ItemRow
    let score: Float
    /// Unix seconds (UTC).
    let listedAt: Int64

    /// Whether it comes before the other one: by score, then the latest listed first, then by the hash of the id. A row
    /// means nothing in another snapshot, so that no order may depend on it.
    func precedes(_ other: Rank, in snapshot: CatalogueSnapshot) -> Bool {
        if score != other.score { return score > other.score }
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return snapshot.idHash(of: row) < snapshot.idHash(of: other.row)
    }
}

/// The best of the items that are offered to it.
struct TopRanks {
    private(set) var ranks: [Rank] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        ranks.reserveCapacity(limit)
    }

    /// Takes the item if it is among the best so far.
    mutating func offer(_ rank: Rank, in snapshot: CatalogueSnapshot) {
        if ranks.count == limit {
            guard limit > 0, rank.precedes(ranks[limit - 1], in: snapshot) else { return }
            ranks.removeLast()
        }
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle].precedes(rank, in: snapshot) { low = middle + 1 } else { high = middle }
        }
        ranks.insert(rank, at: low)
    }
}
