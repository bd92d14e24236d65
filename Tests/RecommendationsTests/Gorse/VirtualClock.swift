import Synchronization

@testable import Recommendations

/// A clock whose time passes only in ``advance(by:)``.
final class VirtualClock: ServiceClock {
    private typealias Sleeper = (id: Int, deadline: ContinuousClock.Instant, wakeup: CheckedContinuation<Void, Never>)

    private struct State {
        var now = ContinuousClock.now
        var sleepers: [Sleeper] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wakeup in
                let sleeps = state.withLock { state in
                    guard deadline > state.now, !Task.isCancelled else { return false }
                    state.sleepers.append((id, deadline, wakeup))
                    return true
                }
                if !sleeps { wakeup.resume() }
            }
        } onCancel: {
            wake { sleeper, _ in sleeper.id == id }
        }
        try Task.checkCancellation()
    }

    func advance(by time: Duration) {
        state.withLock { $0.now += time }
        wake { sleeper, now in sleeper.deadline <= now }
    }

    private func wake(where isDue: (Sleeper, _ now: ContinuousClock.Instant) -> Bool) {
        let due = state.withLock { state in
            let (now, sleepers) = (state.now, state.sleepers)
            state.sleepers = sleepers.filter { !isDue($0, now) }
            return sleepers.filter { isDue($0, now) }
        }
        for sleeper in due.sorted(by: { $0.deadline < $1.deadline }) { sleeper.wakeup.resume() }
    }
}
