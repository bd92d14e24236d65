import Testing

@testable import Recommendations

@Suite struct `A circuit breaker` {
    private let start = ContinuousClock.now
    private static let limits: CircuitBreakerLimits = {
        var limits = CircuitBreakerLimits()
        limits.window = 10
        limits.failures = 4
        limits.backoff = .seconds(1)
        limits.maxBackoff = .seconds(5)
        return limits
    }()

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(limits: Self.limits)
        for _ in 0..<4 { breaker.record(failed: true, at: start) }
        return breaker
    }

    /// Arguments of `#expect` must not mutate.
    private static func allows(_ breaker: inout CircuitBreaker, _ time: ContinuousClock.Instant) -> Bool {
        breaker.allowsRequest(at: time)
    }

    @Test func `opens when the limit of failures in the window is reached`() {
        var breaker = CircuitBreaker(limits: Self.limits)
        for _ in 0..<50 {
            for failed in [true, false, false, true, false, false, false, true, false, false] {
                breaker.record(failed: failed, at: start)
                #expect(breaker.state == .closed)
            }
        }
        // An older failure leaves the window.
        breaker.record(failed: true, at: start)
        #expect(breaker.state == .closed)
        breaker.record(failed: true, at: start)
        #expect(breaker.state != .closed)
        #expect(!Self.allows(&breaker, start))
    }

    @Test func `allows one request after the backoff, and closes if it succeeds`() {
        var breaker = opened()
        #expect(!Self.allows(&breaker, start + .milliseconds(740)))
        #expect(Self.allows(&breaker, start + .seconds(1)))
        #expect(breaker.state == .halfOpen)
        #expect(!Self.allows(&breaker, start + .seconds(100)))
        breaker.record(failed: false, at: start + .seconds(2))
        #expect(breaker.state == .closed)
        #expect(Self.allows(&breaker, start + .seconds(2)))
        // Earlier failures no longer count.
        for _ in 0..<3 { breaker.record(failed: true, at: start) }
        #expect(breaker.state == .closed)
    }

    @Test func `doubles its backoff up to a limit, less a jitter`() {
        var breaker = opened()
        var now = start
        var ratios: [Duration] = []
        for bound in [1.0, 2, 4, 5, 5, 5] {
            #expect(breaker.state == .open)
            let end = breaker.end
            let backoff = now.duration(to: end)
            #expect(backoff <= .seconds(bound) && backoff >= .seconds(bound * 0.75), "\(backoff) of \(bound) s")
            ratios.append(backoff / bound)
            now = end
            #expect(Self.allows(&breaker, now))
            breaker.record(failed: true, at: now)
        }
        #expect(Set(ratios).count > 1)
    }

    @Test func `ignores, while open, the outcomes of earlier requests`() {
        var breaker = opened()
        let (state, end) = (breaker.state, breaker.end)
        for failed in [true, false, true] { breaker.record(failed: failed, at: start + .milliseconds(10)) }
        #expect(breaker.state == state && breaker.end == end)
    }
}
