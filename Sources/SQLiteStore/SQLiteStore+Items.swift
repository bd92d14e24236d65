import Catalogue

extension SQLiteStore {
    /// Adds or replaces the items with the next commit.
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        if items.isEmpty { return [] }
        return try await writer.write { [clock] (connection) throws(StoreError) in
            var change = try connection.beginItemChange()
            var outcomes: [UpsertOutcome] = []
            outcomes.reserveCapacity(items.count)
            for item in items { outcomes.append(try connection.upsert(item, &change)) }
            try connection.finish(change, at: clock())
            return outcomes
        }
    }

    /// Removes the items with the next commit.
    public func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        if ids.isEmpty { return 0 }
        return try await writer.write { [clock] (connection) throws(StoreError) in
            var change = try connection.beginItemChange()
            let now = clock()
            var removed = 0
            for id in ids {
                guard let key = try connection.key(of: id) else { continue }
                try connection.run(.removeItem, key)
                try connection.run(.putTombstone, id.kind, id.id, change.version, now)
                removed += 1
            }
            change.isEmpty = removed == 0
            try connection.finish(change, at: now)
            return removed
        }
    }
}

/// A change of items inside a transaction.
struct ItemChange {
    /// The version that the transaction makes, the same for all changes in it.
    let version: Int64
    /// The next place in the order of arrival.
    var nextArrival: Int64
    /// Whether nothing has changed so far.
    var isEmpty = true
}

extension Connection {
    /// The key of an item; `nil` where the store does not have it.
    func key(of id: CatalogueItem.ID) throws(StoreError) -> Int64? {
        try prepare(.itemKey, id.kind, id.id).first { $0.int64(0) }
    }

    /// Begins a change of items in the open transaction.
    func beginItemChange() throws(StoreError) -> ItemChange {
        try prepare(.nextChange).only { ItemChange(version: $0.int64(0), nextArrival: $0.int64(1)) }
    }

    /// Keeps what later changes need to know of this one.
    fileprivate func finish(_ change: ItemChange, at now: Int64) throws(StoreError) {
        if change.isEmpty { return }
        raise.items = 1
        try run(.setNextArrival, change.nextArrival)
        try removeTombstones(before: now - StoreLimits.tombstoneLifetime)
    }

    fileprivate func upsert(_ item: CatalogueItem, _ change: inout ItemChange) throws(StoreError) -> UpsertOutcome {
        let known = try prepare(.item, item.id.kind, item.id.id).first { (row) throws(StoreError) in
            (key: row.int64(0), bytes: row.blob(1))
        }
        guard let known else {
            let packed = PackedItem(item, succeeding: nil, nextArrival: &change.nextArrival)
            try run(.addItem, item.id.kind, item.id.id, change.version, 0, packed.bytes)
            try run(.removeTombstone, item.id.kind, item.id.id)
            change.isEmpty = false
            return .added
        }
        let previous = try PackedItem(stored: known.bytes.span, of: item.id)
        let bytes = PackedItem(item, succeeding: previous, nextArrival: &change.nextArrival).bytes
        if bytes == known.bytes { return .unchanged }
        try run(.changeItem, known.key, change.version, bytes)
        change.isEmpty = false
        return .changed
    }

    /// How many versions' tombstones one change removes at most: more than changes add, so that they go in time.
    private static let expiredVersionsPerChange = 16

    /// Removes the oldest tombstones, as far as they were put before `moment`, in Unix seconds (UTC).
    private func removeTombstones(before moment: Int64) throws(StoreError) {
        for _ in 0..<Self.expiredVersionsPerChange {
            let oldest = try prepare(.oldestTombstone).first { (version: $0.int64(0), removedAt: $0.int64(1)) }
            guard let oldest, oldest.removedAt < moment else { return }
            try run(.removeTombstones, oldest.version)
            try run(.setOldestVersion, oldest.version)
        }
    }
}
