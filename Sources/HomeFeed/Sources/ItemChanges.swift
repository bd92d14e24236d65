import Catalogue

/// How items have changed since the user last opened or saved them.
struct ItemChanges: Sendable {
    struct PriceDrop: Sendable {
        let id: CatalogueItem.ID
        let row: ItemRow
        /// The price that the user saw.
        let from: Money
    }

    /// The greatest fall in percent first.
    private(set) var priceDrops: [PriceDrop] = []
    /// The items that were out of stock since, and are available again; the latest first.
    private(set) var restocked: [(id: CatalogueItem.ID, row: ItemRow)] = []

    fileprivate init(_ seen: [UserRecord.SeenItem], in snapshot: CatalogueSnapshot) {
        var drops: [(drop: PriceDrop, share: Double)] = []
        var restocked: [(id: CatalogueItem.ID, row: ItemRow, at: Int64)] = []
        for item in seen {
            guard let row = snapshot.row(of: item.id) else { continue }
            if let from = item.price, let price = snapshot.price(of: row), from.currency == price.currency,
                price.amount < from.amount
            {
                let drop = PriceDrop(id: item.id, row: row, from: from)
                drops.append((drop, Double(price.amount) / Double(from.amount)))
            }
            if let at = snapshot.history(of: row)?.restockedAt, at > item.at { restocked.append((item.id, row, at)) }
        }
        // Sorting is stable: equal ones stay in the order of the record.
        priceDrops = drops.sorted { $0.share < $1.share }.map(\.drop)
        self.restocked = restocked.sorted { $0.at > $1.at }.map { ($0.id, $0.row) }
    }

    /// The price that the user saw; `nil` unless the item costs less now.
    func price(before row: ItemRow) -> Money? {
        priceDrops.isEmpty ? nil : priceDrops.first { $0.row == row }?.from
    }
}

extension CachedUserRecord {
    /// A record has one list of seen items.
    private struct ChangesKey: Equatable {}

    /// Cached until the catalogue changes.
    func changes(in snapshot: CatalogueSnapshot) -> ItemChanges {
        value(for: ChangesKey(), in: snapshot) { ItemChanges(record.seen, in: snapshot) }
    }
}
