import Catalogue
import EventLoops
import PostgreSQL
import Synchronization

/// Gathers the changes that are waiting, and commits them together.
///
/// Writers of all processes take turns, and a commit waits for a disk, or for a replica's. While one is under way, the next
/// changes queue up behind it, to go in one transaction: it locks the store row and reads in one round trip, decides here, and
/// writes in another one.
actor TransactionWriter {
    /// How many changes may wait at a time.
    static let maximumWaiting = 1_024
    /// How many go in one transaction.
    private static let batch = 128

    private let servers: Servers
    private let known: KnownVersions
    private let loop: EventLoop
    private let timeout: Duration
    private let clock: @Sendable () -> Int64
    private var pools: [ObjectIdentifier: Pool] = [:]
    private var waiting: [PendingChange] = []
    private var isCommitting = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the writer keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - timeout: how long the server waits for the writer between two statements before it undoes the transaction.
    ///   - clock: tells when items are removed, in Unix seconds (UTC).
    init(
        _ servers: Servers,
        _ known: KnownVersions,
        on loop: EventLoop,
        timeout: Duration,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.servers = servers
        self.known = known
        self.loop = loop
        self.timeout = timeout
        self.clock = clock
    }

    /// Makes the change, and returns when it is committed.
    func write<Outcome: Sendable>(
        _ scope: PendingChange.Scope,
        _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Outcome
    ) async -> Result<Outcome, StoreError> {
        await withCheckedContinuation { continuation in
            // In here: on the way to it, other changes may have come.
            guard waiting.count < Self.maximumWaiting else { return continuation.resume(returning: .failure(.busy)) }
            waiting.append(PendingChange(scope, body, continuation))
            if !isCommitting {
                isCommitting = true
                Task(executorPreference: loop) { await self.commitWaiting() }
            }
        }
    }

    /// Closes its connections.
    func close() async {
        for pool in pools.values { await pool.close() }
    }

    private func commitWaiting() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(batch.count)
            await commit(batch)
        }
        isCommitting = false
    }

    private func commit(_ changes: [PendingChange]) async {
        do throws(StoreError) {
            guard let primary = servers.primary else {
                throw .unavailable(StoreFailure(.unreachable, "no server takes changes"))
            }
            try await run(changes, on: primary)
        } catch {
            for change in changes { change.fail(error) }
        }
    }

    /// Commits the changes, and answers them; where it throws, none is answered.
    private func run(_ changes: [PendingChange], on primary: Server) async throws(StoreError) {
        let pool = pool(of: primary)
        do throws(PostgreSQLError) {
            let answers = try await commit(changes, by: pool)
            primary.writes.add(1, ordering: .relaxed)
            for answer in answers { answer(nil) }
        } catch {
            if case .refused = error { _ = try? await pool.run([Self.rollback]) }
            // A change that is refused has taken the others with it; a turn that did not come would not come to each alone.
            guard error.isOfOneStatement, changes.count > 1 else { throw StoreError(error) }
            for change in changes { await commit([change]) }
        }
    }

    private func commit(
        _ changes: [PendingChange],
        by pool: Pool
    ) async throws(PostgreSQLError) -> [PendingChange.Answer] {
        let read = TransactionRead(changes.map(\.scope))
        let rows = try await pool.run([Self.begin, SQL.lockStore()] + read.statements)
        // Both were read where there is a store row.
        guard rows[1].count == 1, let backend = rows[1][0].int(6), let row = try? StoreRow(rows[1][0]) else {
            throw .unreachable("the store is empty")
        }
        var transaction = StoreTransaction(row, at: clock())
        var failure = transaction.failure(of: rows[2...], read)
        let later = TransactionRead(items: changes.flatMap { $0.scope.unreadItems(transaction) })
        if failure == nil, !later.items.isEmpty {
            let rows = try await pool.run(later.statements, on: Int32(truncatingIfNeeded: backend))
            failure = transaction.failure(of: rows[...], later)
        }
        if let failure {
            _ = try? await pool.run([Self.rollback], on: Int32(truncatingIfNeeded: backend))
            return changes.map { change in { _ in change.fail(failure) } }
        }
        let answers = changes.map { $0.apply(&transaction) }
        let writes = transaction.takeItemWrites() + transaction.finalWrites(by: known.origin) + [Self.commit]
        _ = try await pool.run(writes, on: Int32(truncatingIfNeeded: backend))
        known.commit(transaction.store.versions, of: transaction.changedUsers)
        return answers
    }

    private static let begin = BoundStatement(Statement("hearth_begin", "BEGIN"), [])
    private static let commit = BoundStatement(Statement("hearth_commit", "COMMIT"), [])
    private static let rollback = BoundStatement(Statement("hearth_rollback", "ROLLBACK"), [])

    private func pool(of server: Server) -> Pool {
        if let pool = pools[ObjectIdentifier(server)] { return pool }
        let patience = timeout / .milliseconds(1)
        let pool = server.makeWriter(
            on: loop,
            options: "\(Session.options) -c idle_in_transaction_session_timeout=\(Int(patience))"
        )
        pools[ObjectIdentifier(server)] = pool
        return pool
    }
}

extension StoreTransaction {
    /// Loads what a read gave.
    /// - Returns: why it cannot; `nil` where it has.
    fileprivate mutating func failure(of rows: ArraySlice<Rows>, _ read: TransactionRead) -> StoreError? {
        do throws(StoreError) {
            try load(rows, of: read)
            return nil
        } catch {
            return error
        }
    }
}

extension TransactionRead {
    /// What the changes need to know.
    fileprivate init(_ scopes: [PendingChange.Scope]) {
        self.init(
            packed: scopes.flatMap(\.packed),
            items: scopes.flatMap(\.items),
            users: scopes.compactMap(\.user),
            changesItems: scopes.contains(where: \.changesItems)
        )
    }
}

extension PendingChange.Scope {
    /// The items of the user's record that the change may count anew, and that the transaction has not read.
    fileprivate func unreadItems(_ transaction: StoreTransaction) -> [CatalogueItem.ID] {
        guard let user else { return [] }
        return transaction.unreadItems(of: user, actions: actions, forgets: forgets)
    }
}

extension PostgreSQLError {
    /// Whether a transaction failed for one of its statements, and not for when or where it was run (classes 25, 40, 55 and 57
    /// of SQLSTATE).
    fileprivate var isOfOneStatement: Bool {
        if case .refused(let state, _) = self {
            !["25", "40", "55", "57"].contains(String(state.prefix(2)))
        } else {
            false
        }
    }
}
