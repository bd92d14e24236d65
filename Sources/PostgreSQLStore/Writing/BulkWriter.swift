import Catalogue
import Synchronization

/// Writes large changes one after the other, each in a transaction of its own.
final class BulkWriter: Sendable {
    private static let maximumWaiting = 16

    private let session: Session
    private let known: KnownVersions
    private let primaryTimeout: Duration
    private let clock: @Sendable () -> Instant
    private let waiting = Atomic(0)

    /// - Parameters:
    ///   - primaryTimeout: How long to wait for a primary.
    ///   - clock: Returns the time of removals.
    init(
        _ session: Session,
        _ known: KnownVersions,
        primaryTimeout: Duration,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.session = session
        self.known = known
        self.primaryTimeout = primaryTimeout
        self.clock = clock
    }

    func transact<Outcome: Sendable>(
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await inTurn { [known, clock] (connection) throws(StoreError) in
            let transaction = LockingTransaction(connection: connection, known: known)
            return try Transaction.run(on: transaction, at: clock(), reading: RowSelection(), body)
        }
    }

    /// The statement must change no version. Returns the number of changed rows.
    func run(_ statement: Statement) async throws(StoreError) -> Int {
        try await inTurn { (connection) throws(StoreError) in try connection.run([statement])[0].changes }
    }

    /// Returns whether the checkpoint was written. Locks the store only at the end of the transaction, so that other
    /// writes need not wait for the chunks.
    func replace(_ checkpoint: LearningCheckpoint, in history: UInt64) async throws(StoreError) -> Bool {
        try await inTurn { (connection) throws(StoreError) in
            do throws(StoreError) {
                try connection.run(["BEGIN"])
                let isWritten = try Self.write(checkpoint, in: history, on: connection)
                try connection.run([isWritten ? "COMMIT" : "ROLLBACK"])
                return isWritten
            } catch {
                if !connection.isLost { _ = try? connection.run(["ROLLBACK"]) }
                throw error
            }
        }
    }

    private static func write(
        _ checkpoint: LearningCheckpoint,
        in history: UInt64,
        on connection: DatabaseConnection
    ) throws(StoreError) -> Bool {
        let position = StoredValue.integer(checkpoint.position)
        let acceptance = SQL.acceptsCheckpoint(position, .integer(Int64(bitPattern: history)))
        guard try connection.run([acceptance])[0].first?.bool(0) == true else { return false }
        for row in checkpoint.rows {
            let insertion = SQL.addCheckpointChunk(row[0], row[1], row[2])
            guard try connection.run([insertion])[0].changes == 1 else { return false }
        }
        let last = try connection.run([SQL.lockStore, acceptance])
        guard last[1].first?.bool(0) == true else { return false }
        try connection.run([SQL.removeCheckpointsBefore(position)])
        return true
    }

    private func inTurn<Outcome: Sendable>(
        _ body: @escaping @Sendable (DatabaseConnection) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else { throw .busy }
        try await waitForPrimary()
        return try await session.perform(body)
    }

    private func waitForPrimary() async throws(StoreError) {
        let deadline = ContinuousClock.now + primaryTimeout
        while !session.servers.hasPrimary {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { throw .noPrimary }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
