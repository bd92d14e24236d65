import Catalogue

// MARK: Writing

extension SQLiteStore {
    public func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        if items.isEmpty { return [] }
        return try await writer.write { [clock] (connection) throws(StoreError) in
            var change = try connection.beginItemChange()
            var outcomes: [UpsertOutcome] = []
            outcomes.reserveCapacity(items.count)
            let now = clock()
            for item in items { outcomes.append(try connection.upsert(item, &change, at: now)) }
            try connection.finish(change, at: now)
            return outcomes
        }
    }

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

struct ItemChange {
    /// After the transaction.
    let version: Int64
    /// The next place in the order of arrival.
    var nextArrival: Int64
    var isEmpty = true
}

extension Connection {
    func key(of id: CatalogueItem.ID) throws(StoreError) -> Int64? {
        try prepare(.itemKey, id.kind, id.id).first { $0.int64(0) }
    }

    func beginItemChange() throws(StoreError) -> ItemChange {
        try prepare(.nextChange).only { ItemChange(version: $0.int64(0), nextArrival: $0.int64(1)) }
    }

    fileprivate func finish(_ change: ItemChange, at now: Int64) throws(StoreError) {
        if change.isEmpty { return }
        raise.items = 1
        try run(.setNextArrival, change.nextArrival)
        try removeTombstones(before: now - StoreLimits.tombstoneLifetime)
    }

    fileprivate func upsert(
        _ item: CatalogueItem,
        _ change: inout ItemChange,
        at now: Int64
    ) throws(StoreError) -> UpsertOutcome {
        let known = try prepare(.item, item.id.kind, item.id.id).first { ($0.int64(0), $0.blob(1)) }
        guard let (key, previousBytes) = known else {
            let packed = PackedItem(item, succeeding: nil, nextArrival: &change.nextArrival, at: now)
            try run(.addItem, item.id.kind, item.id.id, change.version, 0, packed.bytes)
            try run(.removeTombstone, item.id.kind, item.id.id)
            change.isEmpty = false
            return .added
        }
        let previous = try PackedItem(stored: previousBytes.span, of: item.id)
        let bytes = PackedItem(item, succeeding: previous, nextArrival: &change.nextArrival, at: now).bytes
        if bytes == previousBytes { return .unchanged }
        try run(.changeItem, key, change.version, bytes)
        change.isEmpty = false
        return .changed
    }

    /// More than changes add.
    private static let expiredVersionsPerChange = 16

    /// The oldest first.
    /// - Parameter moment: In Unix seconds.
    private func removeTombstones(before moment: Int64) throws(StoreError) {
        for _ in 0..<Self.expiredVersionsPerChange {
            let oldest = try prepare(.oldestTombstone).first { (version: $0.int64(0), removedAt: $0.int64(1)) }
            guard let oldest, oldest.removedAt < moment else { return }
            try run(.removeTombstones, oldest.version)
            try run(.setOldestVersion, oldest.version)
        }
    }
}

// MARK: Reading

extension SQLiteStore {
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try itemReader.snapshot { (connection) throws(StoreError) in
            let state = try connection.feedState()
            try connection.prepare(.allItems).receive(receive)
            return state.version
        }
    }

    /// Reads only the store row if there are no changes.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        try itemReader.snapshot { (connection) throws(StoreError) in
            let state = try connection.feedState()
            guard let hasChanges = state.hasChanges(since: version) else { return nil }
            guard hasChanges else { return version }
            try connection.prepare(.tombstonesAfter, version.number).forEach { row in
                removed(CatalogueItem.ID(kind: row.text(0), id: row.text(1)))
            }
            try connection.prepare(.changedItems, version.number).receive(changed)
            return state.version
        }
    }
}

extension Connection {
    func feedState() throws(StoreError) -> ChangeFeedState {
        try prepare(.feedState).only { row in
            ChangeFeedState(history: row.int64(0), itemVersion: row.int64(1), oldestVersion: row.int64(2))
        }
    }
}

extension Statement {
    /// From the columns `packed` and `opened_by`.
    fileprivate func receive(_ receive: (Span<UInt8>, UInt32) -> Void) throws(StoreError) {
        try forEach { (row) throws(StoreError) in
            let openedBy = UInt32(clamping: row.int64(1))
            try row.withBytes(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
        }
    }
}
