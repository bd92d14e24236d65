import Catalogue
import Synchronization

/// Learns the events of a store, and follows its log.
///
/// Every updater over one store publishes the same model at the same position: it continues with the store's checkpoint
/// and the events behind it. Without a checkpoint it learns from all events, and leaves one to others.
///
/// After a user was forgotten, what was learned from earlier events is learned again without the user's. Until that is
/// done, the last model stays, and learns nothing more.
public final class InteractionUpdater: Sendable {
    private let store: any CatalogueStore
    private let checkpointStep: Int
    private let report: @Sendable (Report) -> Void
    private let published = Mutex(Published())
    private let modelPosition = Atomic<Int64>(0)

    private struct Published {
        var model = InteractionModel()
        var index: LearnedIndex?
        /// The snapshot of the last index that was asked for.
        var snapshot: CatalogueSnapshot?
    }

    /// A learner, and the state of the store when it began.
    private struct Session {
        var learner: InteractionLearner
        /// The learner contains nothing of users who were forgotten at positions up to this one: their events were
        /// deleted before it began.
        let cleanPosition: Int64
        let history: UInt64
        /// The number of openings in the checkpoint that was read, written or refused last; `nil` without one.
        var savedCount: Int?
        var restartCause: RestartCause?
        /// The time before which no checkpoint is written.
        var nextCheckpoint = ContinuousClock.now
    }

    private static let interval: Duration = .milliseconds(250)
    private static let retryDelay: Duration = .seconds(1)
    private static let checkpointRetryDelay: Duration = .seconds(60)
    private static let batchSize = 2_000
    private static let reportStep = 100_000
    /// An updater that has learned nothing.
    /// - Parameters:
    ///   - checkpointStep: The number of openings between two checkpoints. A start learns at most about as many again,
    ///     in 0.4 s.
    ///   - report: Called from ``run()``.
    public init(
        of store: any CatalogueStore,
        checkpointStep: Int = 25_000,
        report: @escaping @Sendable (Report) -> Void = { _ in }
    ) {
        self.store = store
        self.checkpointStep = checkpointStep
        self.report = report
    }

    /// The position of the last event of the last model; 0 before the first.
    var position: Int64 { modelPosition.load(ordering: .acquiring) }

    /// The index of the last model and a snapshot. It is built once; that takes about 300 ns for each item.
    public func index(of snapshot: CatalogueSnapshot) -> LearnedIndex {
        let (model, known) = published.withLock { published in
            published.snapshot = snapshot
            return (published.model, published.index)
        }
        if let known, known.contentID == snapshot.contentID { return known }
        // Without the lock: callers do not wait for each other, and seldom build it twice.
        let index = LearnedIndex(model, in: snapshot)
        return published.withLock { published in
            if published.model.position != model.position { return index }
            if let other = published.index, other.contentID == index.contentID { return other }
            published.index = index
            return index
        }
    }

    /// Whether ``index(of:)`` has built the index of the last model and a snapshot.
    public func hasIndex(of snapshot: CatalogueSnapshot) -> Bool {
        published.withLock { $0.index?.contentID == snapshot.contentID }
    }

    /// Learns all events, then follows the store until the task is cancelled, and writes checkpoints.
    public func run() async {
        while !Task.isCancelled {
            var session = await learnAll()
            while session.restartCause == nil, !Task.isCancelled {
                await saveIfDue(&session)
                try? await Task.sleep(for: Self.interval)
                await learn(&session)
                publish(session.learner.published)
            }
            if let cause = session.restartCause { report(.restarted(cause)) }
            // Does not begin anew all the time while a server has an old checkpoint.
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Learns all events that are in the store now.
    public func catchUp() async { _ = await learnAll() }

    // MARK: Learning

    /// Learns all events and publishes the model. It is published also if a user was forgotten meanwhile: otherwise it
    /// might never change while users are forgotten again and again.
    private func learnAll() async -> Session {
        let (history, start) = (store.itemVersion.history, ContinuousClock.now)
        // Before the checkpoint is read, and the first event.
        let last = await retrying(.readEvents) { () async throws(StoreError) in try await store.lastEventPosition() }
        var session: Session
        if let restored = await restored(in: history) {
            session = restored
            await learn(&session)
        } else {
            session = Session(learner: InteractionLearner(), cleanPosition: last ?? 0, history: history)
            await rebuild(&session)
        }
        if !Task.isCancelled, session.restartCause != .newHistory {
            publish(session.learner.published)
            if session.restartCause == nil {
                report(.learned(openings: session.learner.count, ContinuousClock.now - start))
            }
        }
        return session
    }

    /// The learner of the store's checkpoint; `nil` if there is none that can be used.
    private func restored(in history: UInt64) async -> Session? {
        let start = ContinuousClock.now
        let found = await retrying(.readCheckpoint) { () async throws(StoreError) in try await store.checkpoint() }
        guard let checkpoint = found ?? nil else { return nil }
        do throws(CheckpointError) {
            let learner = try InteractionLearner(checkpoint)
            report(.restored(openings: learner.count, ContinuousClock.now - start))
            return Session(
                learner: learner,
                // A user who is forgotten later may be in the checkpoint.
                cleanPosition: learner.position,
                history: history,
                savedCount: learner.count
            )
        } catch {
            report(.checkpointIgnored(error))
            return nil
        }
    }

    private func rebuild(_ session: inout Session) async {
        let count = await learn(&session, reportsProgress: true)
        guard count > 0, session.restartCause == nil, !Task.isCancelled else { return }
        // Another process was faster. It may have learned old events that were deleted since: continue with its
        // checkpoint, so that both have the same model.
        if let other = await restored(in: session.history) {
            session = other
            await learn(&session)
        }
    }

    /// Learns the events after those that were learned, up to the last one, or until everything must be learned again.
    /// - Returns: The number of events.
    @discardableResult private func learn(_ session: inout Session, reportsProgress: Bool = false) async -> Int {
        var count = 0
        while !Task.isCancelled {
            let position = session.learner.position
            let read = await retrying(.readEvents) { () async throws(StoreError) in
                try await store.events(after: position, limit: Self.batchSize)
            } isIdle: {
                $0.isEmpty
            }
            guard let events = read else { break }
            // Events may have been lost that were learned.
            guard store.itemVersion.history == session.history else {
                session.restartCause = .newHistory
                break
            }
            for event in events {
                if event.action == .forgotten, event.position > session.cleanPosition {
                    session.restartCause = .userForgotten
                    return count
                }
                session.learner.learn(event)
                count += 1
                if reportsProgress, count % Self.reportStep == 0 { report(.learning(events: count)) }
            }
            if events.count < Self.batchSize { break }
        }
        return count
    }

    /// Runs an operation of the store until it succeeds.
    /// - Parameter isIdle: Whether the result is not worth a report.
    /// - Returns: `nil` if the task was cancelled.
    private func retrying<Value>(
        _ operation: Operation,
        _ body: () async throws(StoreError) -> Value,
        isIdle: (Value) -> Bool = { _ in false }
    ) async -> Value? {
        var hasFailed = false
        while !Task.isCancelled {
            let start = ContinuousClock.now
            do throws(StoreError) {
                let value = try await body()
                if hasFailed || !isIdle(value) { report(.operation(operation, ContinuousClock.now - start, nil)) }
                return value
            } catch {
                hasFailed = true
                report(.operation(operation, ContinuousClock.now - start, error))
                try? await Task.sleep(for: Self.retryDelay)
            }
        }
        return nil
    }

    /// Publishes a model with the index of the last snapshot, so that no request has to build it.
    private func publish(_ model: InteractionModel) {
        let (isKnown, snapshot) = published.withLock { ($0.model.position == model.position, $0.snapshot) }
        if isKnown { return }
        let index = snapshot.map { LearnedIndex(model, in: $0) }
        published.withLock { $0 = Published(model: model, index: index, snapshot: snapshot) }
        modelPosition.store(model.position, ordering: .releasing)
    }

    // MARK: Checkpoints

    /// Writes a checkpoint if enough was learned since the last one. Other processes may be faster: then it is refused.
    private func saveIfDue(_ session: inout Session) async {
        let isDue =
            session.savedCount.map { session.learner.count - $0 >= checkpointStep } ?? (session.learner.count > 0)
        guard isDue, store.acceptsWrites, session.nextCheckpoint <= .now else { return }
        let start = ContinuousClock.now
        let checkpoint = session.learner.checkpoint()
        do throws(StoreError) {
            let isWritten = try await store.replaceCheckpoint(with: checkpoint, in: session.history)
            let duration = ContinuousClock.now - start
            report(.operation(.writeCheckpoint, duration, nil))
            if isWritten { report(.checkpointWritten(bytes: checkpoint.bytes.count, duration)) }
            session.savedCount = session.learner.count
        } catch {
            report(.operation(.writeCheckpoint, ContinuousClock.now - start, error))
            session.nextCheckpoint = .now + Self.checkpointRetryDelay
        }
    }
}
