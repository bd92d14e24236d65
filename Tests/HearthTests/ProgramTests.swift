import Foundation
import Synchronization
import Testing

/// Guards the built program over HTTP.
@Suite(.onThreadThatMayBlock) struct `The program` {}

/// Runs a test on a thread that it may block, so that the concurrency pool's few threads stay free. Two such tests run
/// at a time: each keeps the machine busy and waits for other processes.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        await BlockingThreads.shared.enter()
        defer { BlockingThreads.shared.leave() }
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    static var onThreadThatMayBlock: Self { Self() }
}

private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    private let queue = OperationQueue()
    /// How many more tests may run, and those that wait.
    private let state = Mutex((free: 2, waiting: [CheckedContinuation<Void, Never>]()))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Sound: each job is run once, on the queue of this executor.
        queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits until the test may run.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Lets the next test run.
    func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.free += 1 }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
