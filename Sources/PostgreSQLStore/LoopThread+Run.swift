import Catalogue
import EventLoops

extension LoopThread {
    /// Runs `body`, which blocks, on a thread of its own, and waits for its outcome.
    static func run<Outcome: Sendable>(
        _ body: @escaping @Sendable () -> Result<Outcome, StoreError>
    ) async -> Result<Outcome, StoreError> {
        await withCheckedContinuation { continuation in
            do {
                try start { continuation.resume(returning: body()) }
            } catch {
                continuation.resume(returning: .failure(.unavailable(StoreFailure(.outOfResources, "\(error)"))))
            }
        }
    }
}
