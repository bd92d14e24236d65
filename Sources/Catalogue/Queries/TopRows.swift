/// The first of the rows that are offered to it, in a query's order.
struct TopRows {
    private let snapshot: CatalogueSnapshot
    let limit: Int
    private let after: SortPosition?
    private let excluded: ExcludedItems
    private(set) var found: [FoundItem] = []

    init(_ snapshot: CatalogueSnapshot, limit: Int, after: SortPosition?, without excluded: ExcludedItems) {
        self.snapshot = snapshot
        self.limit = limit
        self.after = after
        self.excluded = excluded
        found.reserveCapacity(limit)
    }

    /// How many items are left out.
    var excludedCount: Int { excluded.count }

    /// Whether nothing that sorts behind `key` can be among the first any more.
    func isComplete(before key: SortKey) -> Bool { found.count == limit && found[limit - 1].key < key }

    /// The key of the last, once there are as many as wanted.
    var lastKey: SortKey? { found.count == limit ? found[limit - 1].key : nil }

    /// Takes the row, if it is among the first that do not stand before the position asked for.
    /// - Returns: whether it is.
    mutating func offer(_ row: ItemRow, _ key: SortKey) -> Bool {
        if let lastKey, lastKey < key { return false }
        if let after, !isBehind(after, row, key) { return false }
        if !excluded.isEmpty, excluded.contains(row, in: snapshot) { return false }
        // Most scans offer rows in the query's order.
        if found.count < limit, found.last.map({ precedes($0, row, key) }) ?? true {
            found.append(FoundItem(row: row, key: key))
            return true
        }
        var (low, high) = (0, found.count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(found[middle], row, key) { low = middle + 1 } else { high = middle }
        }
        guard low < limit else { return false }
        if found.count == limit { found.removeLast() }
        found.insert(FoundItem(row: row, key: key), at: low)
        return true
    }

    private func precedes(_ item: FoundItem, _ row: ItemRow, _ key: SortKey) -> Bool {
        if item.key != key { return item.key < key }
        let (one, other) = (snapshot.packed(item.row), snapshot.packed(row))
        let (oneID, otherID) = (PackedItem.idBytes(in: one), PackedItem.idBytes(in: other))
        if !oneID.isEqual(to: otherID) { return oneID.precedes(otherID) }
        return PackedItem.kindBytes(in: one).precedes(PackedItem.kindBytes(in: other))
    }

    private func isBehind(_ position: SortPosition, _ row: ItemRow, _ key: SortKey) -> Bool {
        let other = SortKey(primary: position.primary, listedAt: position.listedAt)
        if other != key { return other < key }
        let bytes = snapshot.packed(row)
        let id = PackedItem.idBytes(in: bytes)
        if !id.isEqual(to: position.id.id.utf8.span) { return position.id.id.utf8.span.precedes(id) }
        return position.id.kind.utf8.span.precedes(PackedItem.kindBytes(in: bytes))
    }
}
