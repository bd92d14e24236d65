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
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", SQL.versions,
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
        return try StoredVersions(first[1]).itemVersion
    }

    /// Uses an index, and one round trip.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let (since, limit) = (Value.int8(version.number), Value.int8(Self.maximumChanges))
        let rows = try await read(
            .items,
            SQL.feedState,
            SQL.tombstonesAfter(since, limit),
            SQL.changedItems(since, limit)
        )
        let state = try ChangeFeedState(rows[0])
        guard let hasChanges = state.hasChanges(since: version) else { return nil }
        guard hasChanges else { return version }
        guard rows[1...].allSatisfy({ $0.count < Self.maximumChanges }) else { return nil }
        for row in rows[1] { removed(CatalogueItem.ID(kind: try row.string(0), id: try row.string(1))) }
        for row in rows[2] { try row.receiveItem(changed) }
        return state.version
    }
}

extension ChangeFeedState {
    /// Reads a row of ``SQL/feedState``.
    fileprivate init(_ rows: Rows) throws(StoreError) {
        guard let row = rows.first else { throw .emptyStore }
        self.init(
            history: try row.int64(2),
            itemVersion: try row.int64(0),
            oldestVersion: try row.int64(3)
        )
    }
}

extension Row {
    /// From the columns `packed` and `opened_by`.
    fileprivate func receiveItem(_ receive: (Span<UInt8>, UInt32) -> Void) throws(StoreError) {
        let openedBy = UInt32(clamping: try int64(1))
        try reading(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
    }
}
