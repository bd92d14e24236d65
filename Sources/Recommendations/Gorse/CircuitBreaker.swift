/// Leaves a service alone that fails, and finds out when it is well again.
///
/// **Closed**: everything is let through. When `failures` of the last `window` outcomes have failed, it opens.
/// **Open**: nothing is let through until a pause has passed: `backoff` times a power of two, at most `maxBackoff`, and by a
/// jitter of up to a quarter less, so that many clients do not come back at once.
/// **Half-open**: one request is let through as a probe. Where it succeeds, the breaker closes; else it opens again, for
/// longer.
struct CircuitBreaker {
    enum State: Hashable {
        case closed
        case open(until: ContinuousClock.Instant)
        /// The probe is under way.
        case halfOpen

        /// The state as metrics show it.
        var number: Int {
            switch self {
            case .closed: 0
            case .halfOpen: 1
            case .open: 2
            }
        }
    }

    private let limits: CircuitBreakerLimits
    private(set) var state = State.closed
    /// The last outcomes, the newest in the lowest bit; 1 is a failure.
    private var outcomes: UInt64 = 0
    /// How often it has opened since it was closed.
    private var openings = 0

    init(limits: CircuitBreakerLimits) {
        self.limits = limits
    }

    /// Whether a request may go through now. If so, its outcome has to be told.
    mutating func admits(at now: ContinuousClock.Instant) -> Bool {
        switch state {
        case .closed: return true
        case .halfOpen: return false
        case .open(let limit):
            guard limit <= now else { return false }
            state = .halfOpen
            return true
        }
    }

    /// Takes note of what became of a request that was let through.
    mutating func note(failed: Bool, at now: ContinuousClock.Instant) {
        switch state {
        case .closed:
            let window = limits.window >= 64 ? .max : (1 as UInt64) << UInt64(limits.window) - 1
            outcomes = (outcomes << 1 | (failed ? 1 : 0)) & window
            if outcomes.nonzeroBitCount >= limits.failures { open(at: now) }
        case .halfOpen where failed:
            open(at: now)
        case .halfOpen:
            state = .closed
            outcomes = 0
            openings = 0
        case .open:
            // It was let through before, and tells nothing new.
            break
        }
    }

    private mutating func open(at now: ContinuousClock.Instant) {
        let pause = min(limits.longestPause, limits.pause * (1 << min(openings, 20)))
        openings += 1
        state = .open(until: now + pause * .random(in: 0.75...1))
    }
}
