import Synchronization
import Testing
@testable import Recommendations

@Suite struct `The system's time` {
    @Test(.timeLimit(.minutes(2)))
    func `calls in the order of the times, whatever the order in which it was asked to`() async {
        let timer = SystemServiceClock()
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
