import Testing
@testable import Recommendations

@Suite struct `A circuit breaker` {
    private let start = ContinuousClock.now
    private static let limits: CircuitBreakerLimits = {
        var limits = CircuitBreakerLimits()
        limits.window = 10
        limits.failures = 4
        limits.pause = .seconds(1)
        limits.longestPause = .seconds(5)
        return limits
    }()

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(limits: Self.limits)
        for _ in 0..<4 { breaker.note(failed: true, at: start) }
        return breaker
    }

    /// A macro's argument may not change anything by itself.
    private static func admits(_ breaker: inout CircuitBreaker, _ time: ContinuousClock.Instant) -> Bool {
        breaker.admits(at: time)
    }

    @Test func `stays closed while fewer of the last outcomes fail, and opens with the one too many`() {
        var breaker = CircuitBreaker(limits: Self.limits)
        for _ in 0..<50 {
            for failed in [true, false, false, true, false, false, false, true, false, false] {
                breaker.note(failed: failed, at: start)
                #expect(breaker.state == .closed)
            }
        }
        // The first drives out another one.
        breaker.note(failed: true, at: start)
        #expect(breaker.state == .closed)
        breaker.note(failed: true, at: start)
        #expect(breaker.state != .closed)
        #expect(!Self.admits(&breaker, start))
    }

    @Test func `lets one request through after its pause, and closes where that succeeds`() {
        var breaker = opened()
        #expect(!Self.admits(&breaker, start + .milliseconds(740)))
        #expect(Self.admits(&breaker, start + .seconds(1)))
        #expect(breaker.state == .halfOpen)
        #expect(!Self.admits(&breaker, start + .seconds(100)))
        breaker.note(failed: false, at: start + .seconds(2))
        #expect(breaker.state == .closed)
        #expect(Self.admits(&breaker, start + .seconds(2)))
        // What was before is forgotten.
        for _ in 0..<3 { breaker.note(failed: true, at: start) }
        #expect(breaker.state == .closed)
    }

    @Test func `opens for longer and longer, up to a limit, each time by a jitter less`() {
        var breaker = opened()
        var now = start
        var pauses: [Duration] = []
        for bound in [1.0, 2, 4, 5, 5, 5] {
            guard case .open(let end) = breaker.state else { return #expect(Bool(false), "\(breaker.state)") }
            let pause = now.duration(to: end)
            #expect(pause <= .seconds(bound) && pause >= .seconds(bound * 0.75), "\(pause) of \(bound) s")
            pauses.append(pause / bound)
            now = end
            #expect(Self.admits(&breaker, now))
            breaker.note(failed: true, at: now)
        }
        #expect(Set(pauses).count > 1)
    }

    @Test func `takes no note while open of what was let through before`() {
        var breaker = opened()
        let state = breaker.state
        for failed in [true, false, true] { breaker.note(failed: failed, at: start + .milliseconds(10)) }
        #expect(breaker.state == state)
    }
}
