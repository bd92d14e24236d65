/// Keeps the first of the offered rows, in a query's order.
struct TopRows {
    private let snapshot: CatalogueSnapshot
    let limit: Int
    private let after: SortPosition?
    private let excluded: ExcludedItems
    private var unwanted: RowMatcher?
    private(set) var found: [FoundItem] = []

    /// - Parameter unwanted: Matches rows that are left out, too.
    init(
        _ snapshot: CatalogueSnapshot,
        limit: Int,
        after: SortPosition?,
        without excluded: ExcludedItems,
        _ unwanted: RowMatcher? = nil
    ) {
        self.snapshot = snapshot
        self.limit = limit
        self.after = after
        self.excluded = excluded
        self.unwanted = unwanted
        found.reserveCapacity(limit)
    }

    /// Whether no row after `key` can be among the first any more.
    func isComplete(before key: SortKey) -> Bool { found.count == limit && found[limit - 1].key < key }

    /// The key of the last row, once the limit is reached.
    var lastKey: SortKey? { found.count == limit ? found[limit - 1].key : nil }

    /// Whether the row is one of those shown already.
    func excludes(_ row: ItemRow) -> Bool { !excluded.isEmpty && excluded.contains(row, in: snapshot) }

    /// Goes back to the rows found before.
    mutating func reset(to found: [FoundItem]) { self.found = found }

    /// Adds the row if it is after the query's position, not left out (``ExcludedItems``, ``ItemQuery/excluding``), and
    /// among the first.
    /// - Returns: whether it was added.
    @discardableResult
    mutating func offer(_ row: ItemRow, _ key: SortKey) -> Bool {
        if let lastKey, lastKey < key { return false }
        if let after, !isBehind(after, row, key) { return false }
        if excludes(row) || unwanted?.matches(row, in: snapshot) == true { return false }
        let item = FoundItem(row: row, key: key)
        // Most scans offer rows in order.
        if found.count < limit, found.last.map({ $0.key < key }) ?? true {
            found.append(item)
            return true
        }
        if found.count == limit {
            // Equal keys: the id decides.
            if Self.precedes(found[limit - 1], item, snapshot) { return false }
        } else {
            found.append(item)
        }
        let snapshot = snapshot
        var items = found.mutableSpan
        var index = items.count - 1
        while index > 0, !Self.precedes(items[index - 1], item, snapshot) {
            items[index] = items[index - 1]
            index -= 1
        }
        items[index] = item
        return true
    }

    private static func precedes(_ item: FoundItem, _ next: FoundItem, _ snapshot: CatalogueSnapshot) -> Bool {
        if item.key != next.key { return item.key < next.key }
        let (one, other) = (snapshot.packed(item.row), snapshot.packed(next.row))
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
