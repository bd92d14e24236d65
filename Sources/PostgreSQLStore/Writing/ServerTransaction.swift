import Catalogue

/// A transaction on a server's only connection for changes. It begins with the lock of the store row.
struct ServerTransaction {
    /// What it has read, and what it is to write.
    var store: StoreTransaction
    private let pool: Pool
    /// The process of the server that has the transaction.
    private let backend: Int32

    private static let begin: Statement = "BEGIN"
    private static let commit: Statement = "COMMIT"
    private static let rollback: Statement = "ROLLBACK"

    /// Lets `body` change the store, and commits. Where anything throws, nothing is changed.
    /// - Parameters:
    ///   - known: where the new versions are noted.
    ///   - now: when items are removed, in Unix seconds (UTC).
    ///   - first: what is read under the lock before `body` runs.
    static func run<Outcome>(
        over pool: Pool,
        _ known: KnownVersions,
        at now: Int64,
        reading first: TransactionRead = TransactionRead(),
        _ body: (inout Self) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        let rows: [Rows]
        do throws(PostgreSQLError) {
            rows = try await pool.run([begin, SQL.lockStore] + first.statements)
        } catch {
            if case .refused = error { _ = try? await pool.run([rollback]) }
            throw StoreError(error)
        }
        guard let row = rows[1].first, let backend = row.int(6) else {
            _ = try? await pool.run([rollback])
            throw .unavailable(StoreFailure(.missing, "the store is empty"))
        }
        var transaction = ServerTransaction(
            store: StoreTransaction(try StoreRow(row), at: now),
            pool: pool,
            backend: Int32(truncatingIfNeeded: backend)
        )
        do throws(StoreError) {
            try transaction.store.load(rows[2...], of: first)
            let outcome = try await body(&transaction)
            let store = transaction.store
            try await transaction.writeItems(then: store.finalWrites(by: known.origin) + [commit])
            known.commit(store.store.versions, of: store.changedUsers)
            return outcome
        } catch {
            _ = try? await pool.run([rollback], on: transaction.backend)
            throw error
        }
    }

    /// Reads what changes need to know.
    mutating func read(_ read: TransactionRead) async throws(StoreError) {
        let statements = read.statements
        if statements.isEmpty { return }
        try store.load(try await pool.execute(statements, on: backend)[...], of: read)
    }

    /// Writes what has changed of items, which have to be read again then.
    mutating func writeItems(then others: [Statement] = []) async throws(StoreError) {
        let statements = store.takeItemWrites() + others
        if !statements.isEmpty { _ = try await pool.execute(statements, on: backend) }
    }
}

extension Pool {
    /// Runs the statements as ``run(_:on:)`` does, and throws the error for the store's callers.
    func execute(_ statements: [Statement], on backend: Int32? = nil) async throws(StoreError) -> [Rows] {
        do throws(PostgreSQLError) {
            return try await run(statements, on: backend)
        } catch {
            throw StoreError(error)
        }
    }
}
