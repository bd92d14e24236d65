import Catalogue

extension SQLiteStore {
    /// Reads the table in the order in which items were added.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try itemReader.snapshot { (connection) throws(StoreError) in
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
        try itemReader.snapshot { (connection) throws(StoreError) in
            let state = try connection.feedState()
            switch state.changes(since: version) {
            case .unknown: return nil
            case .none: return version
            case .known: break
            }
            try connection.prepare(.tombstonesAfter, version.number).forEach { row in
                removed(CatalogueItem.ID(kind: row.text(0), id: row.text(1)))
            }
            try connection.prepare(.changedItems, version.number).receive(changed)
            return state.version
        }
    }
}

extension Connection {
    /// Which changes of items the file holds.
    func feedState() throws(StoreError) -> ChangeFeedState {
        try prepare(.feedState).only { row in
            ChangeFeedState(history: row.int64(0), itemVersion: row.int64(1), oldestVersion: row.int64(2))
        }
    }
}

extension Statement {
    /// Passes on each row of a packed item and the number of users who have opened it.
    fileprivate func receive(_ receive: (Span<UInt8>, UInt32) -> Void) throws(StoreError) {
        try forEach { (row) throws(StoreError) in
            let openedBy = UInt32(clamping: row.int64(1))
            try row.withBytes(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
        }
    }
}
