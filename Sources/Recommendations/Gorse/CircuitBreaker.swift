/// Stops requests to a service that fails, and detects when it works again.
///
/// **Closed**: all requests pass. `failures` among the last `window` outcomes open it.
/// **Open**: no request passes for `backoff` × a power of two, at most `maxBackoff`, less a random quarter, so that
/// many clients do not return at once.
/// **Half-open**: one request passes as a probe. Success closes the breaker; failure opens it again, for longer.
struct CircuitBreaker {
    enum State: Int {
        case closed
        /// The probe is in flight.
        case halfOpen
        case open
    }

    let limits: CircuitBreakerLimits
    private(set) var state = State.closed
    /// The end of the open state.
    private(set) var end = ContinuousClock.now
    /// The last outcomes, the newest in the lowest bit; 1 is a failure.
    private(set) var outcomes: UInt64 = 0
    /// How often it has opened since it was closed.
    private(set) var openings = 0

    /// Whether a request may be sent now. If so, ``record(failed:at:)`` must follow.
    mutating func allowsRequest(at now: ContinuousClock.Instant) -> Bool {
        switch state {
        case .closed: return true
        case .halfOpen: return false
        case .open:
            guard end <= now else { return false }
            state = .halfOpen
            return true
        }
    }

    mutating func record(failed: Bool, at now: ContinuousClock.Instant) {
        switch state {
        case .closed:
            let window = limits.window >= 64 ? .max : (1 as UInt64) << UInt64(limits.window) - 1
            outcomes = (outcomes << 1 | (failed ? 1 : 0)) & window
            if outcomes.nonzeroBitCount >= limits.failures { open(at: now) }
        case .halfOpen where failed:
            open(at: now)
        case .halfOpen:
            self = CircuitBreaker(limits: limits)
        case .open:
            // The request was sent before the breaker opened.
            break
        }
    }

    private mutating func open(at now: ContinuousClock.Instant) {
        let backoff = min(limits.maxBackoff, limits.backoff * (1 << min(openings, 20)))
        openings += 1
        state = .open
        end = now + backoff * .random(in: 0.75...1)
    }
}
