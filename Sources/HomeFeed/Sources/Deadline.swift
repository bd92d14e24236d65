import Glibc
import Synchronization

/// What `work` makes of it by `deadline`; `nil` where it is not done by then. Its task is cancelled then, and waited for:
/// it has to return soon.
func finished<Value: Sendable>(
    by deadline: MonotonicInstant,
    _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        let isDone = Flag()
        group.addImmediateTask {
            let value = await work()
            isDone.raise()
            return value
        }
        // What never waited needs nobody to watch the clock.
        if !isDone.isRaised {
            group.addTask {
                try? await Task.sleep(
                    for: .nanoseconds(MonotonicInstant.now.nanoseconds(to: deadline)),
                    tolerance: .zero
                )
                return nil
            }
        }
        let first = await group.next()
        group.cancelAll()
        return first ?? nil
    }
}

/// What `work` makes of it by `deadline`, or why it failed; `nil` where it is not done by then.
func outcome<Value: Sendable, Failure: Error>(
    by deadline: MonotonicInstant,
    of work: @escaping @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure>? {
    await finished(by: deadline) { () async -> Result<Value, Failure> in
        do throws(Failure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }

    func raise() { raised.store(true, ordering: .releasing) }
}

/// A moment of a clock that never goes back, in nanoseconds. To read it costs half of what `ContinuousClock` does, and to
/// count from it next to nothing.
struct MonotonicInstant: Comparable, Sendable {
    private let nanoseconds: Int

    /// Now.
    static var now: MonotonicInstant {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// How long before `other` it is, in nanoseconds.
    func nanoseconds(to other: MonotonicInstant) -> Int { other.nanoseconds - nanoseconds }

    static func < (lhs: MonotonicInstant, rhs: MonotonicInstant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    static func + (lhs: MonotonicInstant, rhs: Duration) -> MonotonicInstant {
        let (seconds, attoseconds) = rhs.components
        return MonotonicInstant(
            nanoseconds: lhs.nanoseconds + Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        )
    }
}
