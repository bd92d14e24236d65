import Catalogue
import EventLoop
import Synchronization

/// Commits waiting changes together.
///
/// The writers of all processes take turns, and a commit waits for a disk or a replica. Changes that arrive meanwhile
/// share the next transaction: it locks the store row and reads in one round trip, and writes in another.
actor GroupCommitWriter {
    static let maximumWaiting = 1_024
    /// Changes in one transaction.
    private static let batch = 128

    private typealias WaitingChange = (scope: ChangeScope, change: PendingChange<Transaction>)

    private let servers: ServerList
    private let known: KnownVersions
    private let loop: EventLoop
    private let clock: @Sendable () -> Int64
    private var waiting: [WaitingChange] = []
    private var isCommitting = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the writer retains its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// - Parameter clock: Returns the time of removals, in Unix seconds (UTC).
    init(
        _ servers: ServerList,
        _ known: KnownVersions,
        on loop: EventLoop,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.servers = servers
        self.known = known
        self.loop = loop
        self.clock = clock
    }

    /// Returns when the change is committed.
    func write<Outcome: Sendable>(
        _ scope: ChangeScope,
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async -> Result<Outcome, StoreError> {
        await withCheckedContinuation { continuation in
            // Checked here, because other changes may have arrived before the continuation.
            guard waiting.count < Self.maximumWaiting else { return continuation.resume(returning: .failure(.busy)) }
            let change = PendingChange<Transaction>(continuation) { transaction in
                Result { () throws(StoreError) in try body(&transaction) }
            }
            waiting.append((scope, change))
            if !isCommitting {
                isCommitting = true
                Task(executorPreference: loop) { await self.commitWaiting() }
            }
        }
    }

    private func commitWaiting() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(batch.count)
            await commit(batch)
        }
        isCommitting = false
    }

    private func commit(_ changes: [WaitingChange]) async {
        do throws(StoreError) {
            guard let primary = servers.primary else { throw .noPrimary }
            let answers = try await Transaction.run(
                on: primary.pool(for: .write, on: loop),
                known,
                at: clock(),
                reading: TransactionRead(
                    items: changes.flatMap(\.scope.items),
                    users: changes.compactMap(\.scope.user),
                    forgotten: changes.filter(\.scope.forgets).compactMap(\.scope.user)
                )
            ) { (transaction) throws(StoreError) in
                let unread = changes.flatMap { transaction.unreadItems(of: $0.scope) }
                try await transaction.read(TransactionRead(items: unread))
                return changes.map { $0.change.apply(&transaction).answer }
            }
            primary.writes.add(1, ordering: .relaxed)
            for answer in answers { answer(nil) }
        } catch {
            if error.isReadOnly { servers.primary?.noteReadOnly() }
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
    static let noPrimary = unavailable(
        StoreFailure(.unreachable, "no server accepts writes", mayHaveWritten: false)
    )

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
