/// Keeps the first of the offered rows, in a query's order.
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

    /// Whether no row after `key` can be among the first any more.
    func isComplete(before key: SortKey) -> Bool { found.count == limit && found[limit - 1].key < key }

    /// The key of the last row, once the limit is reached.
    var lastKey: SortKey? { found.count == limit ? found[limit - 1].key : nil }

    /// Adds the row if it is after the query's position, not shown already (``ExcludedItems``), and among the first.
    /// - Returns: whether it was added.
    mutating func offer(_ row: ItemRow, _ key: SortKey) -> Bool {
        if let lastKey, lastKey < key { return false }
        if let after, !isBehind(after, row, key) { return false }
        if !excluded.isEmpty, excluded.contains(row, in: snapshot) { return false }
        // Most scans offer rows in order.
        if found.count < limit, found.last.map({ precedes($0, row, key) }) ?? true {
            found.append(FoundItem(row: row, key: key))
            return true
        }
        let index = found.indices.partitioningIndex { !precedes(found[$0], row, key) }
        guard index < limit else { return false }
        if found.count == limit { found.removeLast() }
        found.insert(FoundItem(row: row, key: key), at: index)
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
