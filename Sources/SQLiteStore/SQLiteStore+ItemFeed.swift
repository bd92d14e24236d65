public import Catalogue

extension SQLiteStore {
    /// Reads the table in the order in which items were added.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try itemReader.read { (connection) throws(StoreError) in
            let state = try connection.feedState()
            try connection.prepare(.allItems).receive(receive)
            return state.version
        }
    }

    /// Reads what an index by version finds; where nothing has changed, the store row alone.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        try itemReader.read { (connection) throws(StoreError) in
            let state = try connection.feedState()
            if version == state.version { return version }
            let known = state.oldestVersion..<state.version.number
            guard version.history == state.version.history, known.contains(version.number) else { return nil }
            try connection.prepare(.tombstonesAfter, version.number).forEach { row in
                removed(CatalogueItem.ID(kind: row.text(0), id: row.text(1)))
                return true
            }
            try connection.prepare(.changedItems, version.number).receive(changed)
            return state.version
        }
    }

    /// Counts the entries of an index, some tens of milliseconds for a million.
    public func itemCounts() async throws(StoreError) -> [String: Int] {
        try readers.read { (connection) throws(StoreError) in
            var counts: [String: Int] = [:]
            try connection.prepare(.itemCounts).forEach { row in
                counts[row.text(0)] = row.int(1)
                return true
            }
            return counts
        }
    }
}

/// Which changes of items a file holds.
private struct FeedState {
    /// The version of the last commit that changed items.
    let version: ItemVersion
    /// The oldest version since which all changes are known.
    let oldestVersion: Int64
}

extension Connection {
    fileprivate func feedState() throws(StoreError) -> FeedState {
        let state = try prepare(.feedState).first { row in
            FeedState(
                version: ItemVersion(history: UInt64(bitPattern: row.int64(0)), number: row.int64(1)),
                oldestVersion: row.int64(2)
            )
        }
        guard let state else { throw .defect("the store has no version") }
        return state
    }
}

extension Statement {
    /// Passes on each row of a packed item and the number of users who have opened it.
    fileprivate func receive(_ receive: (Span<UInt8>, UInt32) -> Void) throws(StoreError) {
        try forEach { (row) throws(StoreError) in
            let openedBy = UInt32(clamping: row.int64(1))
            try row.withBytes(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
            return true
        }
    }
}
