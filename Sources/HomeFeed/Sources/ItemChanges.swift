import Catalogue

/// How items have changed since the user last opened or saved them.
struct ItemChanges: Sendable {
    /// The items that cost less, with the price that the user saw; the greatest fall in percent first.
    let priceDrops: [(row: ItemRow, from: Money)]
    /// The items that were out of stock since, and are available again; the latest first.
    let restocked: [ItemRow]

    fileprivate init(_ seen: [UserRecord.SeenItem], in snapshot: CatalogueSnapshot) {
        var drops: [(row: ItemRow, from: Money, share: Double)] = []
        var restocked: [(row: ItemRow, at: Instant)] = []
        for item in seen {
            guard let row = snapshot.row(of: item.id) else { continue }
            if let from = item.price, let price = snapshot.price(of: row), from.currency == price.currency,
                price.amount < from.amount
            {
                drops.append((row, from, Double(price.amount) / Double(from.amount)))
            }
            if let at = snapshot.history(of: row)?.restockedAt, at > item.at { restocked.append((row, at)) }
        }
        // Sorting is stable: equal ones stay in the order of the record.
        priceDrops = drops.sorted { $0.share < $1.share }.map { ($0.row, $0.from) }
        self.restocked = restocked.sorted { $0.at > $1.at }.map(\.row)
    }

    /// The price that the user saw; `nil` unless the item costs less now.
    func price(before row: ItemRow) -> Money? {
        priceDrops.isEmpty ? nil : priceDrops.first { $0.row == row }?.from
    }
}

extension FeedContext {
    /// Cached until the catalogue changes; `nil` if the user has seen no item.
    var changes: ItemChanges? {
        if record.seen.isEmpty { return nil }
        return cached.value(in: snapshot) { ItemChanges(record.seen, in: snapshot) }
    }
}
