import Synchronization
import Testing

@testable import EventLoop
@testable import HTTPServer

/// Runs each test on its own thread, which it may block without taking one of the pool's few threads from the tasks
/// that it waits for.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThread? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let thread = try BlockableThread()
        defer { thread.end() }
        try await withTaskExecutorPreference(thread.loop) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    static var onOwnThread: OwnThread { OwnThread() }
}

/// Runs `body` beside the calling test, which is about to block its thread: a child task would wait for that thread,
/// and a detached task for the busy pool.
func onOwnThread(_ body: @escaping @Sendable () async -> Void) throws -> Task<Void, Never> {
    let thread = try BlockableThread()
    return Task.detached(executorPreference: thread.loop) {
        await body()
        thread.end()
    }
}

/// An event loop that runs only tasks, which may block it.
final class BlockableThread: Sendable {
    let loop: EventLoop
    private let isOver = Atomic(false)

    init() throws {
        loop = try EventLoop()
        try DedicatedThread.start {
            self.loop.run(
                onEvent: { _ in },
                beforeWaiting: { now in
                    if self.isOver.load(ordering: .relaxed) { self.loop.stop() }
                    return .distantFuture
                }
            )
        }
    }

    func end() {
        // On the loop itself, because a job enqueued after its end would never run.
        Task(executorPreference: loop) { self.isOver.store(true, ordering: .relaxed) }
    }
}
