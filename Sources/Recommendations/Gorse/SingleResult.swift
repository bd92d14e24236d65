import Synchronization

/// Somebody who waits for something that comes once: what comes first counts, and what comes later is forgotten.
final class SingleResult<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, RecommendationError>

    private enum State {
        case idle
        case waiting(CheckedContinuation<Outcome, Never>)
        case over(Outcome)
    }

    private let state = Mutex(State.idle)

    /// Gives the outcome, where none was given.
    /// - Returns: whether that was so.
    @discardableResult
    func finish(_ outcome: Outcome) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
            defer { if case .over = state {} else { state = .over(outcome) } }
            return switch state {
            case .over: (false, nil)
            case .idle: (true, nil)
            case .waiting(let continuation): (true, continuation)
            }
        }
        continuation?.resume(returning: outcome)
        return isFirst
    }

    /// Waits for it. To be called once.
    /// - Returns: the outcome; `.cancelled` at once where the task is cancelled.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if case .over(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            finish(.failure(.cancelled))
        }
    }
}
