import Catalogue
import EventLoop

/// Reads many rows of one state of a server, some at a time, on a connection of its own.
final class ItemStream: Sendable {
    /// How many rows are read at a time: about 2 MB of items.
    private static let rowsPerFetch = 4_000

    private let pool: Pool
    /// The process of the server that has the transaction.
    private let backend: Int32
    private let stateRows: Rows

    /// Connects to a server, and begins to read its state.
    init(_ server: Server, on loop: EventLoop) async throws(PostgreSQLError) {
        // The rest of the session's settings are for look-ups.
        pool = server.makePool(on: loop, options: "-c default_transaction_read_only=on")
        let rows: [Rows]
        do throws(PostgreSQLError) {
            rows = try await pool.run([
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SELECT pg_backend_pid()", SQL.feedState,
            ])
        } catch {
            await pool.close()
            throw error
        }
        backend = Int32(truncatingIfNeeded: rows[1][0].int(0) ?? 0)
        stateRows = rows[2]
    }

    deinit {
        Task { [pool] in await pool.close() }
    }

    /// The state of the server that is read.
    func state() throws(StoreError) -> ChangeFeedState { try ChangeFeedState(stateRows) }

    /// Reads the rows of a query, and the next ones while `receive` takes the ones before.
    /// - Parameter cursor: the name of the query, other than all others of this stream.
    func read(
        _ query: String,
        as cursor: String,
        _ receive: (Row) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let fetch = Statement("FETCH \(Self.rowsPerFetch) FROM \(cursor)")
        var next = await run([Statement("DECLARE \(cursor) NO SCROLL CURSOR FOR \(query)"), fetch])
        while let rows = try next.get().last, !rows.isEmpty {
            async let following = run([fetch])
            for row in rows { try receive(row) }
            next = await following
        }
    }

    private func run(_ statements: [Statement]) async -> Result<[Rows], StoreError> {
        do throws(StoreError) {
            return .success(try await pool.execute(statements, on: backend))
        } catch {
            return .failure(error)
        }
    }
}

extension ChangeFeedState {
    /// The state that a row of ``SQL/feedState`` tells.
    init(_ rows: Rows) throws(StoreError) {
        guard let row = rows.first else { throw .unavailable(StoreFailure(.missing, "the store is empty")) }
        self.init(
            history: try row.int64(0),
            itemVersion: try row.int64(1),
            oldestVersion: try row.int64(2),
            isReplica: row.bool(3) == true
        )
    }
}
