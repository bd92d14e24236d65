import Catalogue
import Observability
import Synchronization

/// The causes for which the store fails at the moment.
///
/// A cause begins with the first operation that fails for it, and ends with the next one of its kind, read or write, that succeeds. A
/// file that is missing, replaced or corrupt is watched; those causes end when a look finds it well.
final class StoreHealth: Sendable {
    /// A cause that has begun and not ended.
    struct Failure: Equatable {
        let cause: StoreFailure.Cause
        let since: Timestamp
    }

    enum Event: Equatable {
        case began(StoreFailure)
        case ended(StoreFailure.Cause)
    }

    /// What finds that the store fails.
    private enum Observer {
        case reads, writes, look
    }

    private struct Ongoing {
        let since = Timestamp.now()
        var observers: Set<Observer> = []
        var isReported = false
    }

    private struct State {
        var ongoing: [StoreFailure.Cause: Ongoing] = [:]
        /// When the beginning of each was last reported.
        var reports: [StoreFailure.Cause: ContinuousClock.Instant] = [:]
    }

    private static let causesOfFile: Set<StoreFailure.Cause> = [.missing, .replaced, .corrupt]

    private let watchesFile: Bool
    private let reportInterval: Duration
    private let report: @Sendable (Event) -> Void
    private let state = Mutex(State())
    /// Whether any cause is ongoing, so that an operation that succeeds takes no lock while all is well.
    private let isFailing = Atomic(false)

    /// - Parameters:
    ///   - watchesFile: whether ``noteLook(_:)`` is told how the store's file is.
    ///   - reportInterval: a cause that comes and goes is reported once in this time.
    ///   - report: is told the begin and the end of each cause, in their order; it may not ask back.
    init(
        watchesFile: Bool,
        reportInterval: Duration = .seconds(10),
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.watchesFile = watchesFile
        self.reportInterval = reportInterval
        self.report = report
    }

    /// Whether the store fails for this cause.
    func isFailing(for cause: StoreFailure.Cause) -> Bool { state.withLock { $0.ongoing[cause] != nil } }

    /// The causes that are ongoing, in the order of their declaration.
    var failures: [Failure] {
        guard isFailing.load(ordering: .relaxed) else { return [] }
        return state.withLock { state in
            StoreFailure.Cause.allCases.compactMap { cause in
                state.ongoing[cause].map { Failure(cause: cause, since: $0.since) }
            }
        }
    }

    /// Takes note of what an operation has come to.
    func note(_ operation: StoreOperation, _ error: StoreError?) {
        let observer: Observer = operation.isWrite ? .writes : .reads
        switch error {
        case .unavailable(let failure):
            if watchesFile && Self.causesOfFile.contains(failure.cause) {
                noteLook(failure)
            } else {
                state.withLock { begin(failure, observer, &$0) }
            }
        case nil:
            guard isFailing.load(ordering: .relaxed) else { return }
            state.withLock { end(observer, &$0) }
        case .unknownItem, .busy, .defect, .newerSchema:
            // They say nothing of the file or the servers.
            break
        }
    }

    /// Takes note of what a look at the store's file has found.
    func noteLook(_ failure: StoreFailure?) {
        guard failure != nil || isFailing.load(ordering: .relaxed) else { return }
        state.withLock { state in
            end(.look, butFor: failure?.cause, &state)
            if let failure { begin(failure, .look, &state) }
        }
    }

    private func begin(_ failure: StoreFailure, _ observer: Observer, _ state: inout State) {
        isFailing.store(true, ordering: .relaxed)
        let now = ContinuousClock.now
        let isDue = state.reports[failure.cause].map { $0.duration(to: now) >= reportInterval } ?? true
        var ongoing = state.ongoing[failure.cause] ?? Ongoing()
        ongoing.observers.insert(observer)
        if !ongoing.isReported, isDue {
            ongoing.isReported = true
            state.reports[failure.cause] = now
            report(.began(failure))
        }
        state.ongoing[failure.cause] = ongoing
    }

    private func end(_ observer: Observer, butFor lasting: StoreFailure.Cause? = nil, _ state: inout State) {
        for (cause, ongoing) in state.ongoing where cause != lasting && ongoing.observers.contains(observer) {
            let rest = ongoing.observers.subtracting([observer])
            if rest.isEmpty {
                state.ongoing[cause] = nil
                if ongoing.isReported { report(.ended(cause)) }
            } else {
                state.ongoing[cause]?.observers = rest
            }
        }
        isFailing.store(!state.ongoing.isEmpty, ordering: .relaxed)
    }
}

extension MetricsRegistry {
    /// Adds whether the store fails for each cause.
    mutating func addStoreMetrics(_ health: StoreHealth) {
        let causes = StoreFailure.Cause.allCases
        gauges(
            "hearth_store_failing",
            "Whether operations of the store fail for this cause at the moment.",
            by: Label("cause", causes.map(\.rawValue)),
            read: { index in causes.indices.contains(index) ? health.isFailing(for: causes[index]) ? 1 : 0 : nil }
        )
    }
}

extension StoreError {
    /// Why operations fail, as metrics name it: a failure's cause, or the case of an error that is none.
    static let causes = StoreFailure.Cause.allCases.map(\.rawValue) + ["busy", "defect", "newer_schema"]

    /// One of ``causes``; `nil` where the error is an answer like another.
    var cause: String? {
        switch self {
        case .unknownItem: nil
        case .busy: "busy"
        case .defect: "defect"
        case .newerSchema: "newer_schema"
        case .unavailable(let failure): failure.cause.rawValue
        }
    }
}
