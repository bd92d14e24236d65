import Synchronization
@testable import Recommendations

/// A time that passes when it is told to.
final class VirtualClock: ServiceClock {
    private typealias Call = (time: ContinuousClock.Instant, body: @Sendable () -> Void)

    private let state = Mutex((now: ContinuousClock.now, calls: [Call]()))

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.calls.append((time, body)) }
    }

    func advance(by time: Duration) {
        let due = state.withLock { state in
            state.now += time
            let now = state.now
            let due = state.calls.filter { $0.time <= now }
            state.calls.removeAll { $0.time <= now }
            return due
        }
        for call in due.sorted(by: { $0.time < $1.time }) { call.body() }
    }
}
