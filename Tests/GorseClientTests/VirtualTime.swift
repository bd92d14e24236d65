import Synchronization

@testable import GorseClient

/// A time that passes when it is told to.
final class VirtualTime: Timekeeper {
    private let state = Mutex((now: ContinuousClock.now, appointments: Appointments()))

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.appointments.add(time, body) }
    }

    func advance(by time: Duration) {
        let due = state.withLock { state in
            state.now += time
            return state.appointments.removeDue(at: state.now)
        }
        for body in due { body() }
    }
}
