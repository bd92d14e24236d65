import Catalogue
import EventLoops
import PostgreSQL
import Synchronization

/// Makes changes that are too large to go with others: one after the other, each a transaction.
///
/// Each has a thread for as long as it takes, and all of them one connection, which is kept.
final class BulkWriter: Sendable {
    /// From how many items on they are written here.
    static let fewest = 100
    /// How many items are read and written at a time.
    private static let chunk = 2_000
    /// How many changes may wait at a time.
    static let maximumWaiting = 16
    /// How long the server may take over each statement, the wait for this writer's turn included.
    static let patience = Duration.seconds(60)

    private struct Line {
        let server: Server
        let connection: BlockingConnection
    }

    private let servers: Servers
    private let known: KnownVersions
    private let timeout: Duration
    private let clock: @Sendable () -> Int64
    private let waiting = Atomic(0)
    /// The connection, where there is one; locked while a change is made.
    private let line = Mutex<Line?>(nil)

    /// - Parameters:
    ///   - timeout: how long it may take to connect.
    ///   - clock: tells when items are removed, in Unix seconds (UTC).
    init(
        _ servers: Servers,
        _ known: KnownVersions,
        timeout: Duration,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.servers = servers
        self.known = known
        self.timeout = timeout
        self.clock = clock
    }

    /// Adds or replaces the items in one transaction.
    /// - Returns: what became of each.
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        try await transact { (connection, transaction) throws(StoreError) in
            var outcomes: [UpsertOutcome] = []
            outcomes.reserveCapacity(items.count)
            for chunk in items.chunks(of: Self.chunk) {
                try connection.load(TransactionRead(packed: chunk.map(\.id), changesItems: true), into: &transaction)
                for item in chunk { outcomes.append(try transaction.upsert(item)) }
                try connection.writeItems(of: &transaction)
            }
            return outcomes
        }
    }

    /// Removes the items in one transaction.
    /// - Returns: how many of them were there.
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        try await transact { (connection, transaction) throws(StoreError) in
            var removed = 0
            for chunk in ids.chunks(of: Self.chunk) {
                try connection.load(TransactionRead(items: Array(chunk), changesItems: true), into: &transaction)
                for id in chunk where transaction.remove(id) { removed += 1 }
                try connection.writeItems(of: &transaction)
            }
            return removed
        }
    }

    /// Runs a statement that changes no version.
    /// - Returns: how many rows it has changed.
    func run(_ statement: BoundStatement) async throws(StoreError) -> Int {
        try await work { (connection) throws(StoreError) in
            try StoreError.translating { () throws(PostgreSQLError) in
                let changes = try connection.run(statement).changes
                try connection.run(script: "COMMIT")
                return changes
            }
        }
    }

    private func transact<Outcome: Sendable>(
        _ body: @escaping @Sendable (BlockingConnection, inout StoreTransaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await work { [known, clock] (connection) throws(StoreError) in
            let rows = try StoreError.translating { () throws(PostgreSQLError) in
                try connection.run(SQL.lockStore())
            }
            guard rows.count == 1 else { throw .unavailable(StoreFailure(.missing, "the store is empty")) }
            var transaction = StoreTransaction(try StoreRow(rows[0]), at: clock())
            let outcome = try body(connection, &transaction)
            try StoreError.translating { () throws(PostgreSQLError) in
                for statement in transaction.finalWrites(by: known.origin) { try connection.run(statement) }
                try connection.run(script: "COMMIT")
            }
            known.commit(transaction.store.versions, of: [])
            return outcome
        }
    }

    /// Runs `body`, which commits, in a transaction on a thread of its own. Changes wait for each other.
    private func work<Outcome: Sendable>(
        _ body: @escaping @Sendable (BlockingConnection) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else { throw .busy }
        return try await LoopThread.run { self.line.withLock { self.work(body, over: &$0) } }.get()
    }

    private func work<Outcome>(
        _ body: (BlockingConnection) throws(StoreError) -> Outcome,
        over line: inout Line?
    ) -> Result<Outcome, StoreError> {
        Result { () throws(StoreError) in
            let kept = line
            // What was begun goes with the connection, where it fails.
            line = nil
            let begun = try StoreError.translating { () throws(PostgreSQLError) in try begin(kept) }
            let outcome = try body(begun.connection)
            begun.server.writes.add(1, ordering: .relaxed)
            line = begun
            return outcome
        }
    }

    /// Begins a transaction, on another connection where the one that was kept is not to the primary any more, or was lost
    /// meanwhile: nothing has happened on it yet.
    private func begin(_ kept: Line?) throws(PostgreSQLError) -> Line {
        if let kept, kept.server === servers.primary, (try? kept.connection.run(script: "BEGIN")) != nil { return kept }
        let patience = Self.patience.components.seconds * 1_000
        let (server, connection) = try servers.connectToPrimary(
            timeout: timeout,
            options: "\(Session.options) -c statement_timeout=\(patience) "
                + "-c idle_in_transaction_session_timeout=\(patience)"
        )
        try connection.run(script: "BEGIN")
        return Line(server: server, connection: connection)
    }
}

extension BlockingConnection {
    fileprivate func load(_ read: TransactionRead, into transaction: inout StoreTransaction) throws(StoreError) {
        var rows: [Rows] = []
        for statement in read.statements {
            rows.append(try StoreError.translating { () throws(PostgreSQLError) in try run(statement) })
        }
        try transaction.load(rows[...], of: read)
    }

    fileprivate func writeItems(of transaction: inout StoreTransaction) throws(StoreError) {
        for statement in transaction.takeItemWrites() {
            try StoreError.translating { () throws(PostgreSQLError) in _ = try run(statement) }
        }
    }
}

extension Array {
    /// The elements in their order, so many at a time.
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
