import Synchronization

/// What `work` makes of it by `deadline`; `nil` where it is not done by then. Its task is cancelled then, and waited for:
/// it has to return soon.
func finished<Value: Sendable>(
    by deadline: ContinuousClock.Instant,
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
                try? await Task.sleep(until: deadline, tolerance: .zero)
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
    by deadline: ContinuousClock.Instant,
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
