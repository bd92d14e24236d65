import Catalogue
import Synchronization

/// Learns the events of a store, and follows its log.
///
/// Every updater over one store publishes the same model at the same position: it continues with the store's checkpoint
/// and the events behind it. Without a checkpoint it learns from all events, and leaves one to others.
///
/// After a user was forgotten whose openings may have been learned, everything is learned again, in a run. Runs have
/// pauses that grow, see ``RelearningPauses``; meanwhile the model learns on. A run takes back the openings of users who
/// are forgotten while it lasts. No checkpoint is written between a forgotten user and the end of a run, so that each
/// one is without the users who were forgotten before its position.
public final class InteractionUpdater: Sendable {
    /// Why everything is learned again.
    public enum RestartCause: String, Sendable {
        /// A user was forgotten whose events may have been learned.
        case userForgotten = "user_forgotten"
        /// The store has another history: events may have been lost that were learned.
        case newHistory = "new_history"
    }

    public enum Report: Sendable {
        /// Learning takes long: the number of events learned so far.
        case learning(events: Int)
        /// The model of all events is published. The openings are those of the checkpoint and behind it.
        case learned(openings: Int, Duration)
        /// A checkpoint of this many openings was read and restored, which took this long. The events behind it follow.
        case restored(openings: Int, Duration)
        case checkpointIgnored(CheckpointError)
        case checkpointWritten(bytes: Int, Duration)
        /// All events are learned again. Until then, the last model stays.
        case restarted(RestartCause)
        /// An operation took this long, or failed and is tried again. Reads of events that found none are not reported.
        case operation(StoreOperation, Duration, StoreError?)
    }

    private let store: any CatalogueStore
    private let checkpointStep: Int
    private let pauses: ClosedRange<Duration>
    private let report: @Sendable (Report) -> Void
    private let published = Mutex(Published())
    private let runs = Atomic<Int>(0)

    private struct Published {
        var model = InteractionModel()
        /// The number of models before this one.
        var number = 0
        var index: LearnedIndex?
        /// The snapshot of the last index that was asked for.
        var snapshot: CatalogueSnapshot?
    }

    private struct Session {
        var learner: InteractionLearner
        let history: UInt64
        /// The number of openings in the checkpoint that was read, written or refused last; `nil` without one.
        var savedCount: Int?
        /// The position at which a user was forgotten last whose openings may have been learned.
        var forgotten: Int64?
        /// The time before which no checkpoint is written.
        var nextCheckpoint = ContinuousClock.now
    }

    private static let interval: Duration = .milliseconds(250)
    private static let retryDelay: Duration = .seconds(1)
    private static let checkpointRetryDelay: Duration = .seconds(60)
    private static let batchSize = 2_000
    /// A multiple of the batch.
    private static let reportStep = 100_000

    /// - Parameters:
    ///   - checkpointStep: The number of openings between two checkpoints. A start learns at most about as many again,
    ///     in 0.4 s.
    ///   - pauses: The least and the longest time before a run after a user was forgotten. The user is in the model for the
    ///     longest one and the time of a run at most.
    public init(
        of store: any CatalogueStore,
        checkpointStep: Int = 25_000,
        pauses: ClosedRange<Duration> = .seconds(5)...(.seconds(30 * 60)),
        report: @escaping @Sendable (Report) -> Void = { _ in }
    ) {
        self.store = store
        self.checkpointStep = checkpointStep
        self.pauses = pauses
        self.report = report
    }

    var position: Int64 { published.withLock { $0.model.position } }

    /// The number of times that all events were learned: what was made before the last one may tell of users who were
    /// forgotten.
    var generation: Int { runs.load(ordering: .acquiring) }

    /// The index of the last model and a snapshot. It is built once; that takes about 500 ns for each item of a shard
    /// that the snapshot before did not have.
    public func index(of snapshot: CatalogueSnapshot) -> LearnedIndex {
        let (model, number, known) = published.withLock { published in
            published.snapshot = snapshot
            return (published.model, published.number, published.index)
        }
        if let known, known.snapshot.contentID == snapshot.contentID { return known }
        // Without the lock: callers do not wait for each other, and seldom build it twice.
        let index = known?.moved(to: snapshot) ?? LearnedIndex(model, in: snapshot)
        return published.withLock { published in
            if published.number != number { return index }
            if let other = published.index, other.snapshot.contentID == snapshot.contentID { return other }
            published.index = index
            return index
        }
    }

    public func hasIndex(of snapshot: CatalogueSnapshot) -> Bool {
        published.withLock { $0.index?.snapshot.contentID == snapshot.contentID }
    }

    /// Learns all events, then follows the store until the task is cancelled, and writes checkpoints.
    public func run() async {
        var pauses = RelearningPauses(pauses)
        while !Task.isCancelled {
            var session = await learnAll()
            while hasHistory(of: session), !Task.isCancelled {
                await saveIfDue(&session)
                try? await Task.sleep(for: Self.interval)
                await learn(&session)
                publish(session.learner.published)
                guard let position = session.forgotten, pauses.isOver(at: .now) else { continue }
                report(.restarted(.userForgotten))
                let start = ContinuousClock.now
                session = await learnAll(since: position)
                pauses.endRun(from: start, to: .now)
            }
            if !hasHistory(of: session) { report(.restarted(.newHistory)) }
            // Does not begin anew all the time while a server has an old checkpoint.
            try? await Task.sleep(for: Self.interval)
        }
    }

    public func catchUp() async { _ = await learnAll() }

    // MARK: Learning

    /// - Parameter position: An older checkpoint is of no use.
    private func learnAll(since position: Int64 = 0) async -> Session {
        let (history, start) = (store.itemVersion.history, ContinuousClock.now)
        let restored = await restored(in: history, since: position)
        var session = restored ?? Session(learner: InteractionLearner(), history: history)
        if restored == nil { session.learner.history = [] }
        let count = await learn(&session)
        session.learner.history = nil
        // Another process was faster. It may have learned old events that were deleted since: continue with its
        // checkpoint, so that both have the same model, unless more users were forgotten since.
        if restored == nil, count > 0, hasHistory(of: session), !Task.isCancelled,
            var other = await self.restored(in: history, since: position)
        {
            await learn(&other)
            if other.forgotten == nil { session = other }
        }
        if !Task.isCancelled, hasHistory(of: session) {
            publish(session.learner.published, always: position > 0)
            report(.learned(openings: session.learner.count, ContinuousClock.now - start))
        }
        return session
    }

    /// The learner of the store's checkpoint; `nil` if there is none that can be used.
    private func restored(in history: UInt64, since position: Int64) async -> Session? {
        let start = ContinuousClock.now
        let found = await retrying(.readCheckpoint) { () async throws(StoreError) in try await store.checkpoint() }
        guard let checkpoint = found ?? nil, checkpoint.position >= position else { return nil }
        do throws(CheckpointError) {
            let learner = try InteractionLearner(checkpoint)
            report(.restored(openings: learner.count, ContinuousClock.now - start))
            return Session(learner: learner, history: history, savedCount: learner.count)
        } catch {
            report(.checkpointIgnored(error))
            return nil
        }
    }

    /// Whether nothing that was learned may have been lost.
    private func hasHistory(of session: Session) -> Bool { store.itemVersion.history == session.history }

    /// Learns the events after those that were learned, up to the last one.
    @discardableResult private func learn(_ session: inout Session) async -> Int {
        var count = 0
        while !Task.isCancelled {
            let position = session.learner.position
            let read = await retrying(.readEvents) { () async throws(StoreError) in
                try await store.events(after: position, limit: Self.batchSize)
            } isIdle: {
                $0.isEmpty
            }
            guard let events = read, hasHistory(of: session) else { break }
            for event in events {
                if case .forgotten(_?) = event.action, session.learner.history == nil {
                    session.forgotten = event.position
                }
                session.learner.learn(event)
            }
            count += events.count
            if events.count < Self.batchSize { break }
            if count % Self.reportStep == 0 { report(.learning(events: count)) }
        }
        return count
    }

    /// - Parameter isIdle: Whether the result is not worth a report.
    /// - Returns: `nil` if the task was cancelled.
    private func retrying<Value>(
        _ operation: StoreOperation,
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
    /// - Parameter always: Also if the last model has the same position: it may have learned other events.
    private func publish(_ model: InteractionModel, always: Bool = false) {
        let (last, number, snapshot, former) = published.withLock {
            ($0.model.position, $0.number, $0.snapshot, $0.index)
        }
        if last == model.position, !always { return }
        let index = snapshot.map { LearnedIndex(model, in: $0, after: former) }
        published.withLock { $0 = Published(model: model, number: number + 1, index: index, snapshot: snapshot) }
        if always || last == 0 { runs.add(1, ordering: .releasing) }
    }

    // MARK: Checkpoints

    /// Writes a checkpoint if enough was learned since the last one. Other processes may be faster: then it is refused.
    private func saveIfDue(_ session: inout Session) async {
        let count = session.learner.published.count
        let isDue = session.savedCount.map { count - $0 >= checkpointStep } ?? (count > 0)
        guard isDue, session.forgotten == nil, store.acceptsWrites, session.nextCheckpoint <= .now else { return }
        let start = ContinuousClock.now
        let checkpoint = session.learner.checkpoint()
        do throws(StoreError) {
            let isWritten = try await store.replaceCheckpoint(with: checkpoint, in: session.history)
            let duration = ContinuousClock.now - start
            report(.operation(.writeCheckpoint, duration, nil))
            if isWritten { report(.checkpointWritten(bytes: checkpoint.bytes.count, duration)) }
            session.savedCount = count
        } catch {
            report(.operation(.writeCheckpoint, ContinuousClock.now - start, error))
            session.nextCheckpoint = .now + Self.checkpointRetryDelay
        }
    }
}
