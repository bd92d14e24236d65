import Foundation
import Testing

/// Guards the built program over HTTP. Serialized: each test keeps the machine busy and waits for other processes.
@Suite(.serialized, .onThreadThatMayBlock) struct `The program` {}

/// Runs a test on a thread that it may block, so that the concurrency pool's few threads stay free: two at a time.
struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    static var onThreadThatMayBlock: Self { Self() }
}

private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    private let queue = OperationQueue()

    init() { queue.maxConcurrentOperationCount = 2 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Sound: each job is run once, on the queue of this executor.
        queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
