import Testing

@testable import GorseClient

@Suite struct `A circuit breaker` {
    private let start = ContinuousClock.now
    private static let limits: BreakerLimits = {
        var limits = BreakerLimits()
        limits.window = 10
        limits.failures = 4
        limits.pause = .seconds(1)
        limits.longestPause = .seconds(5)
        return limits
    }()

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(limits: Self.limits, seed: 1)
        for _ in 0..<4 { breaker.note(failed: true, at: start) }
        return breaker
    }

    /// A macro's argument may not change anything by itself.
    private static func admits(_ breaker: inout CircuitBreaker, _ time: ContinuousClock.Instant) -> Bool {
        breaker.admits(at: time)
    }

    @Test func `stays closed while fewer of the last outcomes fail, and opens with the one too many`() {
        var breaker = CircuitBreaker(limits: Self.limits, seed: 1)
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
        var other = CircuitBreaker(limits: Self.limits, seed: 2)
        for _ in 0..<4 { other.note(failed: true, at: start) }
        #expect(other.state != opened().state)
        #expect(opened().state == opened().state)
    }

    @Test func `takes no note while open of what was let through before`() {
        var breaker = opened()
        let state = breaker.state
        for failed in [true, false, true] { breaker.note(failed: failed, at: start + .milliseconds(10)) }
        #expect(breaker.state == state)
    }
}

@Suite struct `Answers that are kept` {
    private let start = ContinuousClock.now

    @Test func `live as long as they are to`() {
        var cache = AnswerCache<String, Int>(capacity: 10, life: .seconds(5))
        cache.keep(1, to: "a", at: start)
        #expect(cache.answer(to: "a", at: start + .milliseconds(4_999)) == 1)
        #expect(cache.answer(to: "a", at: start + .seconds(5)) == nil)
        #expect(cache.answer(to: "b", at: start) == nil)
        cache.keep(2, to: "a", at: start + .seconds(5))
        #expect(cache.answer(to: "a", at: start + .seconds(6)) == 2)
    }

    @Test(arguments: [0, 1, 2, 3, 10, 99]) func `are never more than they may be`(capacity: Int) {
        var cache = AnswerCache<Int, Int>(capacity: capacity, life: .seconds(1000))
        var generator = SplitMix(state: 5)
        for step in 0..<2000 {
            let question = Int.random(in: 0..<200, using: &generator)
            cache.keep(step, to: question, at: start)
            #expect(cache.count <= capacity)
            #expect(cache.answer(to: question, at: start) == (capacity == 0 ? nil : step))
        }
    }
}
