import Catalogue
import EventLoop
import Observability
import Synchronization

/// The causes for which the store fails at the moment.
///
/// A failure begins with the first operation that fails for a cause. It ends once a write has succeeded, and also a
/// read if it was seen by one. Operations that may have had nothing to write end nothing.
final class StoreHealth: Sendable {
    struct Failure: Equatable {
        let cause: StoreFailure.Cause
        let since: Timestamp
    }

    enum Event: Equatable {
        case began(StoreFailure)
        case ended(StoreFailure.Cause)
    }

    private enum Observer {
        case reads, writes
    }

    private struct Ongoing {
        let since = Timestamp.now()
        var observers: Set<Observer> = []
        var isReported = false
    }

    private struct State {
        var ongoing: [StoreFailure.Cause: Ongoing] = [:]
        var reports: [StoreFailure.Cause: ContinuousClock.Instant] = [:]
    }

    /// The causes that fail every write, so that a write which changes nothing tells whether they last.
    private static let common: Set<StoreFailure.Cause> = [.readOnly, .missing, .replaced, .timeout, .unreachable]

    private let reportInterval: Duration
    private let report: @Sendable (Event) -> Void
    private let state = Mutex(State())
    /// Successful operations take no lock while this is `false`.
    private let fails = Atomic(false)
    private let lacksUsers = Atomic(false)

    /// - Parameters:
    ///   - reportInterval: The minimum time between two reports of one cause.
    ///   - report: Called under the lock, so it must not call back.
    init(reportInterval: Duration = .seconds(10), report: @escaping @Sendable (Event) -> Void) {
        self.reportInterval = reportInterval
        self.report = report
    }

    var isFailing: Bool { fails.load(ordering: .relaxed) }

    /// Whether the last read of a user succeeded.
    var canReadUsers: Bool { !lacksUsers.load(ordering: .relaxed) }

    func isFailing(for cause: StoreFailure.Cause) -> Bool { state.withLock { $0.ongoing[cause] != nil } }

    /// In the order of the causes' declaration.
    var failures: [Failure] {
        guard isFailing else { return [] }
        return state.withLock { state in
            StoreFailure.Cause.allCases.compactMap { cause in
                state.ongoing[cause].map { Failure(cause: cause, since: $0.since) }
            }
        }
    }

    func record(_ operation: StoreOperation, _ error: StoreError?) {
        switch error {
        case .unavailable(let failure):
            if operation == .readUser { lacksUsers.store(true, ordering: .relaxed) }
            state.withLock { begin(failure, operation.isWrite ? [.writes] : [.reads, .writes], &$0) }
        case nil:
            if operation == .readUser { lacksUsers.store(false, ordering: .relaxed) }
            guard isFailing, !operation.isWrite || operation == .appendEvents else { return }
            state.withLock { end(operation.isWrite ? .writes : .reads, of: Set(StoreFailure.Cause.allCases), &$0) }
        case .busy, .defect:
            // Not about the file or the servers.
            break
        }
    }

    /// Receives the result of a write that changes nothing, or the reason why no write can succeed.
    func recordCheck(_ failure: StoreFailure?) {
        guard failure != nil || isFailing else { return }
        state.withLock { state in
            end(.writes, of: Self.common.filter { $0 != failure?.cause }, &state)
            if let failure { begin(failure, [.writes], &state) }
        }
    }

    private func begin(_ failure: StoreFailure, _ observers: Set<Observer>, _ state: inout State) {
        fails.store(true, ordering: .relaxed)
        let now = ContinuousClock.now
        let isDue = state.reports[failure.cause].map { $0.duration(to: now) >= reportInterval } ?? true
        var ongoing = state.ongoing[failure.cause] ?? Ongoing()
        ongoing.observers.formUnion(observers)
        if !ongoing.isReported, isDue {
            ongoing.isReported = true
            state.reports[failure.cause] = now
            report(.began(failure))
        }
        state.ongoing[failure.cause] = ongoing
    }

    private func end(_ observer: Observer, of causes: Set<StoreFailure.Cause>, _ state: inout State) {
        for (cause, ongoing) in state.ongoing where causes.contains(cause) && ongoing.observers.contains(observer) {
            let rest = ongoing.observers.subtracting([observer])
            state.ongoing[cause]?.observers = rest
            guard rest.isEmpty else { continue }
            state.ongoing[cause] = nil
            if ongoing.isReported { report(.ended(cause)) }
        }
        fails.store(!state.ongoing.isEmpty, ordering: .relaxed)
    }
}

extension StoreError {
    /// The values of the metrics' label `cause`.
    static let causes = StoreFailure.Cause.allCases.map(\.rawValue) + ["busy", "defect"]

    /// One of ``causes``.
    var cause: String {
        switch self {
        case .busy: "busy"
        case .defect: "defect"
        case .unavailable(let failure): failure.cause.rawValue
        }
    }
}
