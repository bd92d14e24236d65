import Synchronization
import Testing

@testable import GorseClient

@Suite struct `What is to be called at its time` {
    @Test func `come in the order of their times, whatever the order in which they were made`() {
        var generator = SplitMix(state: 7)
        let start = ContinuousClock.now
        for count in 0..<40 {
            let called = Mutex<[Int]>([])
            var appointments = Appointments()
            let times = (0..<count).map { _ in Int.random(in: 0..<20, using: &generator) }
            for time in times {
                appointments.add(start + .seconds(time)) { called.withLock { $0.append(time) } }
            }
            #expect(appointments.next == times.min().map { start + .seconds($0) })
            for now in [5, 6, 12, 20] {
                for body in appointments.removeDue(at: start + .seconds(now)) { body() }
                #expect(called.withLock { $0 } == times.filter { $0 <= now }.sorted(), "\(times) at \(now)")
            }
            #expect(appointments.next == nil)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `of a thread are kept, a nearer one made later as well`() async throws {
        let timer = try TimerThread()
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            let now = timer.now
            timer.call(at: now + .milliseconds(60)) {
                order.withLock { $0.append(60) }
                continuation.resume()
            }
            timer.call(at: now + .milliseconds(20)) { order.withLock { $0.append(20) } }
            timer.call(at: now - .milliseconds(20)) { order.withLock { $0.append(-20) } }
        }
        #expect(order.withLock { $0 } == [-20, 20, 60])
    }
}
