import Catalogue
import Synchronization

/// Commits waiting changes together.
///
/// The writers of all processes take turns, and a commit waits for a disk or a replica. Changes that arrive meanwhile
/// share the next transaction: it locks the store row and reads in one round trip, and writes in another.
final class GroupCommitWriter: Sendable {
    static let maximumWaiting = 1_024
    /// Changes in one transaction.
    private static let batch = 128

    private typealias WaitingChange = (scope: ChangeScope, change: PendingChange<Transaction>)

    private struct Queue {
        var changes: [WaitingChange] = []
        var isCommitting = false
    }

    private let session: Session
    private let known: KnownVersions
    private let clock: @Sendable () -> Int64
    private let queue = Mutex(Queue())

    /// - Parameter clock: Returns the time of removals, in Unix seconds (UTC).
    init(_ session: Session, _ known: KnownVersions, clock: @escaping @Sendable () -> Int64) {
        self.session = session
        self.known = known
        self.clock = clock
    }

    /// Returns when the change is committed.
    func write<Outcome: Sendable>(
        _ scope: ChangeScope,
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            let change = PendingChange<Transaction>(continuation) { transaction in
                Result { () throws(StoreError) in try body(&transaction) }
            }
            enqueue((scope, change))
        }
        return try result.get()
    }

    private func enqueue(_ change: WaitingChange) {
        let (isAccepted, begins) = queue.withLock { queue in
            guard queue.changes.count < Self.maximumWaiting else { return (false, false) }
            queue.changes.append(change)
            defer { queue.isCommitting = true }
            return (true, !queue.isCommitting)
        }
        if !isAccepted { change.change.fail(.busy) }
        if begins { Task(executorPreference: session.loop) { await self.commitWaiting() } }
    }

    private func commitWaiting() async {
        while case let batch = takeBatch(), !batch.isEmpty { await commit(batch) }
    }

    /// Returns no change if none is waiting.
    private func takeBatch() -> [WaitingChange] {
        queue.withLock { queue in
            let batch = Array(queue.changes.prefix(Self.batch))
            queue.changes.removeFirst(batch.count)
            queue.isCommitting = !batch.isEmpty
            return batch
        }
    }

    private func commit(_ changes: [WaitingChange]) async {
        do throws(StoreError) {
            guard session.servers.hasPrimary else { throw .noPrimary }
            let answers = try await session.perform { [known, clock] (connection) throws(StoreError) in
                try Transaction.run(
                    on: connection,
                    known,
                    at: clock(),
                    reading: TransactionRead(
                        items: changes.flatMap(\.scope.items),
                        users: changes.compactMap(\.scope.user),
                        forgotten: changes.filter(\.scope.forgets).compactMap(\.scope.user)
                    )
                ) { (transaction) throws(StoreError) in
                    let unread = changes.flatMap { transaction.unreadItems(of: $0.scope) }
                    try transaction.read(TransactionRead(items: unread))
                    return changes.map { $0.change.apply(&transaction).answer }
                }
            }
            for answer in answers { answer(nil) }
        } catch {
            if error.isReadOnly { session.servers.isReadOnly = true }
            // A refused change fails the whole transaction: try each alone, unless the cause is common to all.
            if changes.count > 1, error.isCausedByOneChange {
                for change in changes { await commit([change]) }
            } else {
                for change in changes { change.change.fail(error) }
            }
        }
    }
}

/// The items and the user that a change reads before it is applied.
struct ChangeScope: Sendable {
    var items: [CatalogueItem.ID] = []
    /// The user whose record changes.
    var user: UserID?
    /// Actions that are appended.
    var actions = 0
    var forgets = false
}

extension StoreError {
    /// Whether a single change may have made a transaction fail, rather than its time or server.
    fileprivate var isCausedByOneChange: Bool {
        switch self {
        case .defect: true
        case .unavailable(let failure):
            [.full, .corrupt, .accessDenied, .outOfResources, .ioError].contains(failure.cause)
        case .busy: false
        }
    }
}
