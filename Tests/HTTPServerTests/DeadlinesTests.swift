import Testing

@testable import HTTPServer

@Suite struct `The deadlines of connections` {
    private var limits: ServerLimits {
        var limits = ServerLimits()
        limits.idle = .milliseconds(100)
        limits.headTime = .milliseconds(50)
        limits.bodyGrace = .milliseconds(70)
        limits.handler = .milliseconds(20)
        limits.writeStall = .milliseconds(90)
        limits.linger = .milliseconds(30)
        return limits
    }

    @Test func `come in the order of their times, whatever they are for`() {
        var deadlines = Deadlines(limits)
        #expect(deadlines.next == .max)
        deadlines.set(.idle, for: 5, now: 1000)
        deadlines.set(.handler, for: 3, now: 1000)
        deadlines.set(.handler, for: 4, now: 1001)
        #expect(deadlines.next == 1020)
        #expect(deadlines.popOverdue(now: 1019) == nil)
        #expect(deadlines.popOverdue(now: 1020)?.descriptor == 3)
        #expect(deadlines.popOverdue(now: 1020) == nil)
        #expect(deadlines.next == 1021)
        deadlines.clear(4)
        #expect(deadlines.next == 1100)
        #expect(deadlines.popOverdue(now: 5000)?.kind == .idle)
        #expect(deadlines.popOverdue(now: 5000) == nil)
    }

    @Test func `agree with a list that is searched`() throws {
        var generator = SeededGenerator(state: 3)
        var deadlines = Deadlines(limits)
        var model: [Int32: (kind: Deadlines.Kind, deadline: Int)] = [:]
        let times: [Deadlines.Kind: Int] = [.idle: 100, .head: 50, .body: 70, .handler: 20, .write: 90, .linger: 30]
        for now in 0..<5000 {
            let descriptor = Int32.random(in: 0..<40, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                deadlines.clear(descriptor)
                model[descriptor] = nil
            case 1:
                while let (descriptor, kind) = deadlines.popOverdue(now: now) {
                    let removed = model.removeValue(forKey: descriptor)
                    #expect(removed?.kind == kind)
                    let deadline = try #require(removed?.deadline)
                    #expect(deadline <= now)
                    #expect(!model.values.contains { $0.deadline < deadline })
                }
                #expect(!model.values.contains { $0.deadline <= now })
            default:
                let kind = Deadlines.Kind.allCases.randomElement(using: &generator) ?? .idle
                deadlines.set(kind, for: descriptor, now: now)
                model[descriptor] = (kind, now + (times[kind] ?? 0))
            }
            #expect(deadlines.next == model.values.map(\.deadline).min() ?? .max)
        }
    }
}
