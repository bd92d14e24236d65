import Catalogue

/// Where an item stands among those that are ranked.
struct Rank {
    let row: ItemRow
    let score: Double
    /// Whether it fits the last search.
    let fits: Bool
    private let listedAt: Int64

    init(_ row: ItemRow, score: Double, fits: Bool = true, in snapshot: CatalogueSnapshot) {
        self.row = row
        self.score = score
        self.fits = fits
        listedAt = snapshot.listedAt(row)
    }

    /// Whether it comes before the other one: by score, then the latest listed first, then by the hash of the id. A row means
    /// nothing in another snapshot, so that no order may depend on it.
    func precedes(_ other: Rank, in snapshot: CatalogueSnapshot) -> Bool {
        if score != other.score { return score > other.score }
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return snapshot.idHash(of: row) < snapshot.idHash(of: other.row)
    }
}
