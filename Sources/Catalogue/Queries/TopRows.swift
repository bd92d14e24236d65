import Bytes

/// Keeps the first of the offered rows, in a query's order. Not copied by accident: it holds the excluded items.
struct TopRows: ~Copyable {
    private let snapshot: CatalogueSnapshot
    let limit: Int
    let after: SortPosition?
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

    func excludes(_ row: ItemRow) -> Bool { excluded.contains(row, in: snapshot) }

    /// Removes rows, which have to be offered again.
    mutating func removeRows(where isRemoved: (ItemRow) -> Bool) { found.removeAll { isRemoved($0.row) } }

    /// Adds a row that is not shown already if it is after the query's position, and among the first.
    /// - Returns: whether it was added.
    @discardableResult
    mutating func add(_ row: ItemRow, _ key: SortKey) -> Bool {
        if let lastKey, lastKey < key { return false }
        if let after, !isBehind(after, row, key) { return false }
        let (item, snapshot) = (FoundItem(row: row, key: key), snapshot)
        // Most scans offer rows in order, so that nothing moves.
        guard let last = found.last, !Self.precedes(last, item, snapshot) else {
            if found.count == limit { return false }
            found.append(item)
            return true
        }
        if found.count < limit { found.append(last) }
        var items = found.mutableSpan
        var index = items.count - 1
        while index > 0, !Self.precedes(items[index - 1], item, snapshot) {
            items[index] = items[index - 1]
            index -= 1
        }
        items[index] = item
        return true
    }

    @inline(__always)
    private static func precedes(_ item: FoundItem, _ next: FoundItem, _ snapshot: CatalogueSnapshot) -> Bool {
        item.key == next.key ? hasLesserID(item, next, snapshot) : item.key < next.key
    }

    private static func hasLesserID(_ item: FoundItem, _ next: FoundItem, _ snapshot: CatalogueSnapshot) -> Bool {
        let item = snapshot.packed(item.row)
        return follows(PackedItem.text(.id, in: item), PackedItem.text(.kind, in: item), snapshot.packed(next.row))
    }

    /// Whether a packed item comes after an id and kind.
    private static func follows(_ id: Span<UInt8>, _ kind: Span<UInt8>, _ packed: Span<UInt8>) -> Bool {
        let other = PackedItem.text(.id, in: packed)
        return id.equals(other) ? kind.precedes(PackedItem.text(.kind, in: packed)) : id.precedes(other)
    }

    private func isBehind(_ position: SortPosition, _ row: ItemRow, _ key: SortKey) -> Bool {
        let other = SortKey(primary: position.primary, listedAt: position.listedAt)
        if other != key { return other < key }
        return Self.follows(position.id.id.utf8.span, position.id.kind.utf8.span, snapshot.packed(row))
    }
}
