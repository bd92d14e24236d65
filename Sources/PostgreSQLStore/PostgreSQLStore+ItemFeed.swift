import Catalogue
import EventLoop

extension PostgreSQLStore {
    /// More changes are read in batches, as ``readAll(_:)`` reads.
    private static let maximumChangesAtOnce = 10_000

    /// Reads the table through a cursor, some thousand rows at a time.
    public func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        let cursor = try await openCursor()
        let version = try cursor.state().version
        try await cursor.read("SELECT packed, opened_by FROM item", as: "items") { (row) throws(StoreError) in
            try row.receiveItem(receive)
        }
        return version
    }

    /// Uses an index, and one round trip.
    public func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let (since, limit) = (Value.int8(version.number), Value.int8(Int64(Self.maximumChangesAtOnce)))
        let rows = try await read(
            .items,
            SQL.feedState,
            SQL.tombstonesAfter(since, limit),
            SQL.changedItems(since, limit)
        )
        let state = try ChangeFeedState(rows[0])
        guard let hasChanges = state.hasChanges(since: version) else { return nil }
        guard hasChanges else { return version }
        guard rows[1...].allSatisfy({ $0.count < Self.maximumChangesAtOnce }) else {
            return try await readManyChanges(since: version, changed: changed, removed: removed)
        }
        for row in rows[1] { removed(try CatalogueItem.ID(row)) }
        for row in rows[2] { try row.receiveItem(changed) }
        return state.version
    }

    private func readManyChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? {
        let cursor = try await openCursor()
        let state = try cursor.state()
        guard let hasChanges = state.hasChanges(since: version) else { return nil }
        guard hasChanges else { return version }
        let condition = "WHERE version > \(version.number)"
        try await cursor.read("SELECT kind, id FROM tombstone \(condition)", as: "removals") {
            (row) throws(StoreError) in removed(try CatalogueItem.ID(row))
        }
        try await cursor.read("SELECT packed, opened_by FROM item \(condition)", as: "changes") {
            (row) throws(StoreError) in try row.receiveItem(changed)
        }
        return state.version
    }

    private func openCursor() async throws(StoreError) -> ItemCursor {
        try await readFirst(.items) { (server) throws(PostgreSQLError) in
            try await ItemCursor(server, on: ownLoop.loop)
        }
    }
}

/// Reads many rows of one state of a server in batches, on a connection of its own.
private final class ItemCursor: Sendable {
    /// About 2 MB of items.
    private static let rowsPerFetch = 4_000

    private let pool: ConnectionPool
    private let connection: Int
    private let stateRows: Rows

    /// Connects to a server, and begins a transaction.
    init(_ server: Server, on loop: EventLoop) async throws(PostgreSQLError) {
        // The other session settings are for look-ups by index.
        pool = server.makePool(on: loop, settings: ["default_transaction_read_only": "on"])
        let answer: StatementBatch.Answer
        do throws(PostgreSQLError) {
            answer = try await pool.answer(to: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", SQL.feedState])
        } catch {
            await pool.close()
            throw error
        }
        connection = answer.connection
        stateRows = answer.rows[1]
    }

    deinit {
        Task { [pool] in await pool.close() }
    }

    func state() throws(StoreError) -> ChangeFeedState { try ChangeFeedState(stateRows) }

    /// The next batch is fetched while `receive` takes the last one.
    /// - Parameter name: Unique in the transaction.
    func read(
        _ query: String,
        as name: String,
        _ receive: (Row) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let fetch = Statement("FETCH \(Self.rowsPerFetch) FROM \(name)")
        var next = await run([Statement("DECLARE \(name) NO SCROLL CURSOR FOR \(query)"), fetch])
        while let rows = try next.get().last, !rows.isEmpty {
            async let following = run([fetch])
            for row in rows { try receive(row) }
            next = await following
        }
    }

    private func run(_ statements: [Statement]) async -> Result<[Rows], StoreError> {
        do throws(StoreError) {
            return .success(try await pool.execute(statements, on: connection))
        } catch {
            return .failure(error)
        }
    }
}

extension ChangeFeedState {
    /// Reads a row of ``SQL/feedState``.
    fileprivate init(_ rows: Rows) throws(StoreError) {
        guard let row = rows.first else { throw .unavailable(StoreFailure(.missing, "the store is empty")) }
        self.init(
            history: try row.int64(0),
            itemVersion: try row.int64(1),
            oldestVersion: try row.int64(2),
            isReplica: row.bool(3) == true
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

extension CatalogueItem.ID {
    /// Reads the columns `kind` and `id`.
    fileprivate init(_ row: Row) throws(StoreError) {
        self.init(kind: try row.string(0), id: try row.string(1))
    }
}
