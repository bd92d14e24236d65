import SeededRandom
import Testing

@testable import EventLoop
@testable import HTTPServer

/// Guards the order of deadlines against a linear search.
@Suite struct `The deadlines of connections` {
    private let start = ContinuousClock.now
    private let times: [(ConnectionTimeouts.Kind, WritableKeyPath<ServerLimits, Duration>, Int)] = [
        (.idle, \.idleTimeout, 100), (.head, \.headerTimeout, 50), (.body, \.bodyGrace, 70),
        (.handler, \.handlerTimeout, 20),
        (.write, \.writeTimeout, 90), (.linger, \.lingerTimeout, 30),
    ]

    /// Deadlines after these intervals.
    private var deadlines: ConnectionTimeouts {
        var limits = ServerLimits()
        for (_, path, time) in times { limits[keyPath: path] = ConnectionTimeouts.interval * time }
        return ConnectionTimeouts(limits)
    }

    @Test func `expire in the order of their times, across kinds`() {
        var deadlines = deadlines
        func time(_ intervals: Int) -> ContinuousClock.Instant { start + ConnectionTimeouts.interval * intervals }
        #expect(deadlines.next == .distantFuture)
        deadlines.set(.idle, for: 5, now: time(1000))
        deadlines.set(.handler, for: 3, now: time(1000))
        deadlines.set(.handler, for: 4, now: time(1001))
        #expect(deadlines.next == time(1020))
        #expect(deadlines.removeExpired(now: time(1020) - .nanoseconds(1)) == [])
        #expect(deadlines.removeExpired(now: time(1020)) == [3])
        #expect(deadlines.removeExpired(now: time(1020)) == [])
        #expect(deadlines.next == time(1021))
        deadlines.clear(4)
        #expect(deadlines.removeExpired(now: time(1021)) == [])
        #expect(deadlines.next == time(1100))
        #expect(deadlines.removeExpired(now: time(5000)) == [5])
        #expect(deadlines.next == .distantFuture)
    }

    @Test func `agree with a linear search`() {
        var generator = SplitMix64(seed: 3)
        var deadlines = deadlines
        var model: [Int32: ContinuousClock.Instant] = [:]
        for step in 0..<5000 {
            let now = start + ConnectionTimeouts.interval * step
            let descriptor = Int32.random(in: 0..<40, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                deadlines.clear(descriptor)
                model[descriptor] = nil
            case 1:
                let expired = model.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(
                    \.key
                )
                #expect(deadlines.removeExpired(now: now) == expired)
                for descriptor in expired { model[descriptor] = nil }
            default:
                let (kind, _, time) = times.randomElement(using: &generator) ?? times[0]
                deadlines.set(kind, for: descriptor, now: now)
                model[descriptor] = now + ConnectionTimeouts.interval * time
            }
            #expect(deadlines.next <= model.values.min() ?? .distantFuture)
        }
    }
}
