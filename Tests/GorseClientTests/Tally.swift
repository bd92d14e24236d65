import Synchronization

@testable import GorseClient

/// What a client has told.
final class Tally: ClientObserver {
    struct Told {
        var outcomes: [ClientOutcome: Int] = [:]
        var inFlight = 0
        var mostInFlight = 0
        var breaker: [BreakerState] = [.closed]
        var feedback: [FeedbackFate: Int] = [:]
    }

    private let state = Mutex(Told())

    var told: Told { state.withLock { $0 } }

    func noted(_ outcome: ClientOutcome) { state.withLock { $0.outcomes[outcome, default: 0] += 1 } }

    func inFlight(_ change: Int) {
        state.withLock {
            $0.inFlight += change
            $0.mostInFlight = max($0.mostInFlight, $0.inFlight)
        }
    }

    func breaker(from old: BreakerState, to new: BreakerState) { state.withLock { $0.breaker.append(new) } }
    func feedback(_ fate: FeedbackFate, _ count: Int) { state.withLock { $0.feedback[fate, default: 0] += count } }
}

extension GorseService {
    /// A service whose transport and time are a test's own.
    convenience init(
        _ transport: HeldTransport,
        _ time: VirtualTime,
        _ tally: Tally = Tally(),
        key: String? = nil,
        _ change: (inout ClientLimits) -> Void = { _ in }
    ) {
        var limits = ClientLimits()
        change(&limits)
        self.init(
            at: ServiceAddress("http://gorse:8087")!,
            key: key,
            limits: limits,
            transport: transport,
            timekeeper: time,
            observer: tally,
            seed: 1
        )
    }
}
