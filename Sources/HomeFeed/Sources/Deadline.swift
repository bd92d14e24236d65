import Synchronization

/// `nil` if `operation` is not done by `deadline`. It is then cancelled and awaited, so it must return promptly.
func result<Value: Sendable, Failure: Error>(
    by deadline: ContinuousClock.Instant,
    of operation: @escaping @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure>? {
    await withTaskGroup(of: Result<Value, Failure>?.self) { group in
        let flag = Flag()
        group.addImmediateTask {
            defer { flag.isSet.store(true, ordering: .releasing) }
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        // An operation that never suspended needs no timer.
        if !flag.isSet.load(ordering: .acquiring) {
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

private final class Flag: Sendable {
    let isSet = Atomic(false)
}
