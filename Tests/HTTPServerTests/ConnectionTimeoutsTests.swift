import Testing

@testable import HTTPServer

@Suite struct `The deadlines of connections` {
    private let times: [(ConnectionTimeouts.Kind, WritableKeyPath<ServerLimits, Duration>, Int)] = [
        (.idle, \.idle, 100), (.head, \.headTime, 50), (.body, \.bodyGrace, 70), (.handler, \.handler, 20),
        (.write, \.writeStall, 90), (.linger, \.linger, 30),
    ]

    /// Deadlines after these many nanoseconds, in intervals.
    private var deadlines: ConnectionTimeouts {
        var limits = ServerLimits()
        for (_, path, time) in times { limits[keyPath: path] = .nanoseconds(time * ConnectionTimeouts.interval) }
        return ConnectionTimeouts(limits)
    }

    @Test func `come in the order of their times, whatever they are for`() {
        var deadlines = deadlines
        func time(_ intervals: Int) -> Int { intervals * ConnectionTimeouts.interval }
        #expect(deadlines.next == .max)
        deadlines.set(.idle, for: 5, now: time(1000))
        deadlines.set(.handler, for: 3, now: time(1000))
        deadlines.set(.handler, for: 4, now: time(1001))
        #expect(deadlines.next == time(1020))
        #expect(deadlines.removeOverdue(now: time(1020) - 1) == [])
        #expect(deadlines.removeOverdue(now: time(1020)) == [3])
        #expect(deadlines.removeOverdue(now: time(1020)) == [])
        #expect(deadlines.next == time(1021))
        deadlines.clear(4)
        #expect(deadlines.removeOverdue(now: time(1021)) == [])
        #expect(deadlines.next == time(1100))
        #expect(deadlines.removeOverdue(now: time(5000)) == [5])
        #expect(deadlines.next == .max)
    }

    @Test func `agree with a list that is searched`() {
        var generator = SeededGenerator(state: 3)
        var deadlines = deadlines
        var model: [Int32: Int] = [:]
        for step in 0..<5000 {
            let now = step * ConnectionTimeouts.interval
            let descriptor = Int32.random(in: 0..<40, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                deadlines.clear(descriptor)
                model[descriptor] = nil
            case 1:
                let overdue = model.filter { $0.value <= now }.keys.sorted()
                #expect(deadlines.removeOverdue(now: now) == overdue)
                for descriptor in overdue { model[descriptor] = nil }
            default:
                let (kind, _, time) = times.randomElement(using: &generator) ?? times[0]
                deadlines.set(kind, for: descriptor, now: now)
                model[descriptor] = now + time * ConnectionTimeouts.interval
            }
            #expect(deadlines.next <= model.values.min() ?? .max)
        }
    }
}
