import Catalogue
import EventLoop
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

    private typealias WaitingChange = (scope: ChangeScope, change: PendingChange<StoreTransaction>)

    private let servers: Servers
    private let known: KnownVersions
    private let loop: EventLoop
    private let clock: @Sendable () -> Int64
    private var waiting: [WaitingChange] = []
    private var isCommitting = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the writer keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// - Parameter clock: tells when items are removed, in Unix seconds (UTC).
    init(
        _ servers: Servers,
        _ known: KnownVersions,
        on loop: EventLoop,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.servers = servers
        self.known = known
        self.loop = loop
        self.clock = clock
    }

    /// Makes the change, and returns when it is committed.
    func write<Outcome: Sendable>(
        _ scope: ChangeScope,
        _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Outcome
    ) async -> Result<Outcome, StoreError> {
        await withCheckedContinuation { continuation in
            // In here: on the way to it, other changes may have come.
            guard waiting.count < Self.maximumWaiting else { return continuation.resume(returning: .failure(.busy)) }
            let change = PendingChange<StoreTransaction>(continuation) { transaction in
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
            guard let primary = servers.primary else {
                throw .unavailable(StoreFailure(.unreachable, "no server takes changes"))
            }
            let answers = try await ServerTransaction.run(
                over: primary.pool(for: .write, on: loop),
                known,
                at: clock(),
                reading: TransactionRead(
                    items: changes.flatMap(\.scope.items),
                    users: changes.compactMap(\.scope.user)
                )
            ) { (transaction) throws(StoreError) in
                let store = transaction.store
                try await transaction.read(TransactionRead(items: changes.flatMap { $0.scope.unreadItems(store) }))
                return changes.map { $0.change.apply(&transaction.store).answer }
            }
            primary.writes.add(1, ordering: .relaxed)
            for answer in answers { answer(nil) }
        } catch {
            // A change that is refused has taken the others with it; a turn that did not come would not come to each alone.
            if changes.count > 1, error.isOfOneChange {
                for change in changes { await commit([change]) }
            } else {
                for change in changes { change.change.fail(error) }
            }
        }
    }
}

extension StoreError {
    /// Whether a transaction failed for what one change does, and not for when or where it was run.
    fileprivate var isOfOneChange: Bool {
        switch self {
        case .defect: true
        case .unavailable(let failure):
            [.full, .corrupt, .accessDenied, .outOfResources, .ioError].contains(failure.cause)
        case .unknownItem, .busy, .newerSchema: false
        }
    }
}
