import Catalogue

extension SQLiteStore {
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try itemReader.snapshot { (connection) throws(StoreError) in
            let version = try connection.storeRow().versions.itemVersion
            try connection.prepare(.allItems).forEach { (row) throws(StoreError) in try row.receiveItem(receive) }
            return version
        }
    }

    /// Reads only the store row if there are no changes.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        try itemReader.snapshot { (connection) throws(StoreError) in
            let store = try connection.storeRow()
            guard let hasChanges = store.hasChanges(since: version) else { return nil }
            guard hasChanges else { return version }
            try connection.prepare(.tombstonesAfter, version.number).forEach { (row) throws(StoreError) in
                removed(try CatalogueItem.ID(row))
            }
            try connection.prepare(.changedItems, version.number).forEach { (row) throws(StoreError) in
                try row.receiveItem(changed)
            }
            return store.versions.itemVersion
        }
    }
}
