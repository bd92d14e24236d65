import Catalogue
import EventLoop
import Synchronization

/// Writes changes that are too large for ``GroupCommitWriter``, one after the other, each in a transaction of its own.
actor BulkWriter {
    /// Fewer items go to ``GroupCommitWriter``.
    static let minimumItems = 100
    /// Items read and written at a time.
    private static let chunk = 2_000
    static let maximumWaiting = 16

    private let servers: ServerList
    private let known: KnownVersions
    private let loop: EventLoop
    private let timeout: Duration
    private let clock: @Sendable () -> Int64
    private var waiting = 0
    /// Ends with the last change.
    private var last: Task<Void, Never>?

    /// - Parameters:
    ///   - timeout: How long to wait for a primary.
    ///   - clock: Returns the time of removals, in Unix seconds (UTC).
    init(
        _ servers: ServerList,
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

    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        try await transact { (transaction) throws(StoreError) in
            var outcomes: [UpsertOutcome] = []
            outcomes.reserveCapacity(items.count)
            for start in stride(from: 0, to: items.count, by: Self.chunk) {
                let chunk = items[start...].prefix(Self.chunk)
                try await transaction.read(TransactionRead(items: chunk.map(\.id)))
                for item in chunk { outcomes.append(try transaction.upsert(item)) }
                try await transaction.writeItems()
            }
            return outcomes
        }
    }

    /// Returns how many of the items existed.
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        try await transact { (transaction) throws(StoreError) in
            var removed = 0
            for start in stride(from: 0, to: ids.count, by: Self.chunk) {
                let chunk = ids[start...].prefix(Self.chunk)
                try await transaction.read(TransactionRead(items: Array(chunk)))
                for id in chunk where transaction.remove(id) { removed += 1 }
                try await transaction.writeItems()
            }
            return removed
        }
    }

    /// The statement must change no version. Returns the number of changed rows.
    func run(_ statement: Statement) async throws(StoreError) -> Int {
        try await inTurn { (pool) throws(StoreError) in try await pool.execute([statement])[0].changes }
    }

    /// Returns whether the checkpoint was written. Locks the store only at the end of the transaction, so that other
    /// writes need not wait for the chunks.
    func replace(_ checkpoint: LearningCheckpoint, in history: UInt64) async throws(StoreError) -> Bool {
        try await inTurn { (pool) throws(StoreError) in
            let connection: Int
            do throws(PostgreSQLError) {
                connection = try await pool.answer(to: [SQL.begin]).connection
            } catch {
                throw StoreError(error)
            }
            do throws(StoreError) {
                let isWritten = try await Self.write(checkpoint, in: history, on: pool, connection)
                _ = try await pool.execute([isWritten ? SQL.commit : SQL.rollback], on: connection)
                return isWritten
            } catch {
                _ = try? await pool.run([SQL.rollback], on: connection)
                throw error
            }
        }
    }

    private static func write(
        _ checkpoint: LearningCheckpoint,
        in history: UInt64,
        on pool: ConnectionPool,
        _ connection: Int
    ) async throws(StoreError) -> Bool {
        let position = Value.int8(checkpoint.position)
        let acceptance = SQL.acceptsCheckpoint(position, .int8(Int64(bitPattern: history)))
        guard try await pool.execute([acceptance], on: connection)[0].first?.bool(0) == true else { return false }
        for (number, chunk) in checkpoint.chunks.enumerated() {
            let insertion = SQL.addCheckpointChunk(position, .int8(Int64(number)), .bytea(chunk))
            guard try await pool.execute([insertion], on: connection)[0].changes == 1 else { return false }
        }
        let last = try await pool.execute([SQL.lockStore, acceptance], on: connection)
        guard last[1].first?.bool(0) == true else { return false }
        _ = try await pool.execute([SQL.removeCheckpointsBefore(position)], on: connection)
        return true
    }

    private func transact<Outcome: Sendable>(
        _ body: @escaping @Sendable (inout Transaction) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await inTurn { [known, clock] (pool) throws(StoreError) in
            try await Transaction.run(on: pool, known, at: clock(), body)
        }
    }

    /// Waits for the changes before it.
    private func inTurn<Outcome: Sendable>(
        _ body: @escaping @Sendable (ConnectionPool) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        guard waiting < Self.maximumWaiting else { throw .busy }
        waiting += 1
        defer { waiting -= 1 }
        let change = Task { [last] () async -> Result<Outcome, StoreError> in
            await last?.value
            do throws(StoreError) {
                let primary = try await findPrimary()
                let outcome = try await body(primary.pool(for: .bulkWrite, on: loop))
                primary.writes.add(1, ordering: .relaxed)
                return .success(outcome)
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await change.value }
        return try await change.value.get()
    }

    private func findPrimary() async throws(StoreError) -> Server {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let primary = servers.primary { return primary }
            guard ContinuousClock.now < deadline else { throw .noPrimary }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
