import Synchronization

/// A result that is delivered once, to one waiting task.
final class Promise<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, RecommendationError>

    private enum State {
        case pending
        case waiting(CheckedContinuation<Outcome, Never>)
        case fulfilled(Outcome)
    }

    private let state = Mutex(State.pending)

    /// Delivers the outcome.
    /// - Returns: `false` if there was one already.
    @discardableResult
    func fulfill(_ outcome: Outcome) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
            defer { if case .fulfilled = state {} else { state = .fulfilled(outcome) } }
            return switch state {
            case .fulfilled: (false, nil)
            case .pending: (true, nil)
            case .waiting(let continuation): (true, continuation)
            }
        }
        continuation?.resume(returning: outcome)
        return isFirst
    }

    /// Waits for the outcome; `.cancelled` at once if the task is cancelled. Call it once.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if case .fulfilled(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            fulfill(.failure(.cancelled))
        }
    }
}
