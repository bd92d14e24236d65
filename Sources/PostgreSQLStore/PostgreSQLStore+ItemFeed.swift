import Catalogue

extension PostgreSQLStore {
    /// After more changes everything is read again, in batches, each with a timeout of its own.
    private static let maximumChanges: Int64 = 100_000
    /// About 2 MB of items.
    private static let rowsPerFetch = 4_000

    /// Reads the table through a cursor on a connection of its own. The next batch is fetched while `receive` takes the
    /// last one.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        let fetch = Statement("FETCH \(Self.rowsPerFetch) FROM items")
        let (session, first) = try await fromPrimaryOrReplica { (role) async throws(StoreError) in
            let settings = SessionSettings.scanning
            let session = try Session(servers, as: role, settings: settings, timeout: limits.timeout)
            let rows = try await session.perform { (connection) throws(StoreError) in
                try connection.run([
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", SQL.store,
                    "DECLARE items NO SCROLL CURSOR FOR SELECT packed, opened_by FROM item", fetch,
                ])
            }
            if role == .replica { try requireCurrent(.items, rows[1]) }
            return (session, rows)
        }
        var next = Result<Rows, StoreError>.success(first[3])
        while case let rows = try next.get(), !rows.isEmpty {
            // Continues the transaction.
            async let following = session.result(reconnecting: false) { (connection) throws(StoreError) in
                try connection.run([fetch])[0]
            }
            for row in rows { try row.receiveItem(receive) }
            next = await following
        }
        return try StoredVersions(try first[1].storeRow).itemVersion
    }

    /// Uses an index, and one round trip.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let (since, limit) = (StoredValue.integer(version.number), StoredValue.integer(Self.maximumChanges))
        let statements = [SQL.store, SQL.tombstonesAfter(since, limit), SQL.changedItems(since, limit)]
        let rows = try await read(.items, statements)
        let store = try StoreRow(try rows[0].storeRow)
        guard let hasChanges = store.hasChanges(since: version) else { return nil }
        guard hasChanges else { return version }
        guard rows[1...].allSatisfy({ $0.count < Self.maximumChanges }) else { return nil }
        for row in rows[1] { removed(try CatalogueItem.ID(row)) }
        for row in rows[2] { try row.receiveItem(changed) }
        return store.versions.itemVersion
    }
}
