import Synchronization

/// Commits waiting changes together.
///
/// Writers take turns, and a commit waits for a disk or a replica, however much it holds. Changes that arrive meanwhile
/// share the next transaction.
package final class GroupCommit: Sendable {
    package static let maximumWaiting = 1_024
    /// Changes in one transaction.
    private static let batch = 128

    package typealias Answer = @Sendable () -> Void
    package typealias Changes = @Sendable (inout Transaction) throws(StoreError) -> [Answer]

    private struct PendingChange: Sendable {
        let selection: RowSelection
        /// Returns a function that resumes the caller after the commit.
        let apply: @Sendable (inout Transaction) throws(StoreError) -> Answer
        let fail: @Sendable (StoreError) -> Void
    }

    private struct Queue {
        var changes: [PendingChange] = []
        var isCommitting = false
    }

    private let executor: any TaskExecutor
    private let transact: @Sendable (RowSelection, @escaping Changes) async throws(StoreError) -> [Answer]
    private let queue = Mutex(Queue())

    /// - Parameter transact: Runs a transaction, which reads the rows first.
    package init(
        on executor: any TaskExecutor,
        transact: @escaping @Sendable (RowSelection, @escaping Changes) async throws(StoreError) -> [Answer]
    ) {
        self.executor = executor
        self.transact = transact
    }

    /// Returns when the change is committed.
    /// - Parameter selection: Read before the change is applied.
    package func write<Outcome: Sendable>(
        reading selection: RowSelection = RowSelection(),
        _ body: @escaping @Sendable (inout Transaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        let result: Result<Outcome, StoreError> = await withCheckedContinuation { continuation in
            let change = PendingChange(selection: selection) { (transaction) throws(StoreError) in
                let outcome = try body(&transaction)
                return { continuation.resume(returning: .success(outcome)) }
            } fail: {
                continuation.resume(returning: .failure($0))
            }
            enqueue(change)
        }
        return try result.get()
    }

    private func enqueue(_ change: PendingChange) {
        let (isAccepted, begins) = queue.withLock { queue in
            guard queue.changes.count < Self.maximumWaiting else { return (false, false) }
            queue.changes.append(change)
            defer { queue.isCommitting = true }
            return (true, !queue.isCommitting)
        }
        if !isAccepted { change.fail(.busy) }
        if begins { Task(executorPreference: executor) { await self.commitWaiting() } }
    }

    private func commitWaiting() async {
        while case let batch = takeBatch(), !batch.isEmpty { await commit(batch) }
    }

    /// Returns no change if none is waiting.
    private func takeBatch() -> [PendingChange] {
        queue.withLock { queue in
            let batch = Array(queue.changes.prefix(Self.batch))
            queue.changes.removeFirst(batch.count)
            queue.isCommitting = !batch.isEmpty
            return batch
        }
    }

    private func commit(_ changes: [PendingChange]) async {
        let selection = RowSelection(
            items: changes.flatMap(\.selection.items),
            users: changes.flatMap(\.selection.users)
        )
        do throws(StoreError) {
            let answers = try await transact(selection) { (transaction) throws(StoreError) in
                try changes.map { (change) throws(StoreError) in try change.apply(&transaction) }
            }
            for answer in answers { answer() }
        } catch {
            // A refused change fails the whole transaction: try each alone, unless the cause is common to all.
            if changes.count > 1, error.isCausedByOneChange {
                for change in changes { await commit([change]) }
            } else {
                for change in changes { change.fail(error) }
            }
        }
    }
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
