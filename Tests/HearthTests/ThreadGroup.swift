import Foundation
import Synchronization

/// Runs `body` once for each of `0..<count`, each on its own thread, and returns the results in order.
func concurrently<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
    try ThreadGroup(count, body).results()
}

final class ThreadGroup<Value: Sendable>: Sendable {
    private let outcomes: Mutex<[Result<Value, any Error>?]>
    private let group = DispatchGroup()

    init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) {
        outcomes = Mutex(Array(repeating: nil, count: count))
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread { [self] in
                let outcome = Result { try body(index) }
                outcomes.withLock { $0[index] = outcome }
                group.leave()
            }
        }
    }

    /// Waits for all threads.
    /// - Throws: the first of their errors.
    func results() throws -> [Value] {
        group.wait()
        return try outcomes.withLock { try $0.compactMap { try $0?.get() } }
    }
}
