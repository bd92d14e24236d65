import Catalogue
import Synchronization

/// Sessions for reading, each of which serves one read at a time.
final class Readers: Sendable {
    private let timeout: Duration
    private let state: Mutex<State>

    private struct State {
        /// The last one was used last, so that no more sessions connect than are needed.
        var idle: [Session]
        /// The oldest first.
        var waiting: [PendingRead] = []
        /// In progress, or ended since the last one began.
        var running: [PendingRead] = []
    }

    /// Reads that wait for a session.
    static let maximumWaiting = 1_024

    /// - Parameter timeout: How long a read may wait for a session.
    init(_ sessions: [Session], timeout: Duration) {
        state = Mutex(State(idle: sessions))
        self.timeout = timeout
    }

    /// Runs the statements in one transaction. A cancelled caller returns at once.
    /// - Throws: `StoreError.busy` if too many reads are waiting, or this one has waited too long.
    func run(_ statements: [Statement]) async throws(StoreError) -> [Rows] {
        // Iteration ends with the task: a caller does not wait for a server that hangs.
        let (outcomes, continuation) = AsyncStream.makeStream(of: PendingRead.Outcome.self)
        enqueue(PendingRead(statements, continuation, deadline: .now + timeout))
        for await outcome in outcomes { return try outcome.get() }
        throw .unavailable(StoreFailure(.timeout, "the caller stopped waiting"))
    }

    /// Answers all reads, also those of which the server may never answer.
    func fail(_ error: StoreError) {
        let failed = state.withLock { state in
            defer { (state.waiting, state.running) = ([], []) }
            return state.waiting + state.running
        }
        for read in failed { read.answer(.failure(error)) }
    }

    func disconnectIdleSessions() {
        for session in state.withLock({ $0.idle }) { Task { await session.disconnect() } }
    }

    private func enqueue(_ read: PendingRead) {
        let (isAccepted, session) = state.withLock { state -> (Bool, Session?) in
            if state.waiting.count >= Self.maximumWaiting { state.waiting.removeAll(where: \.hasEnded) }
            guard state.waiting.count < Self.maximumWaiting else { return (false, nil) }
            state.waiting.append(read)
            return (true, state.idle.popLast())
        }
        if !isAccepted { read.answer(.failure(.busy)) }
        guard let session else { return }
        Task(executorPreference: session.loop) {
            while let read = self.next(for: session) {
                read.answer(
                    await session.result { (connection) throws(StoreError) in try connection.run(read.statements) }
                )
            }
        }
    }

    /// The session is idle if there is none.
    private func next(for session: Session) -> PendingRead? {
        state.withLock { state in
            state.running.removeAll(where: \.hasEnded)
            while !state.waiting.isEmpty {
                let read = state.waiting.removeFirst()
                if read.hasEnded { continue }
                if read.deadline > .now {
                    state.running.append(read)
                    return read
                }
                read.answer(.failure(.busy))
            }
            state.idle.append(session)
            return nil
        }
    }
}

private final class PendingRead: Sendable {
    typealias Outcome = Result<[Rows], StoreError>

    let statements: [Statement]
    let deadline: ContinuousClock.Instant
    private let continuation: AsyncStream<Outcome>.Continuation
    private let isTerminated = Atomic(false)

    init(
        _ statements: [Statement],
        _ continuation: AsyncStream<Outcome>.Continuation,
        deadline: ContinuousClock.Instant
    ) {
        self.statements = statements
        self.continuation = continuation
        self.deadline = deadline
        continuation.onTermination = { [weak self] _ in self?.isTerminated.store(true, ordering: .relaxed) }
    }

    /// Whether it was answered, or the caller has stopped waiting.
    var hasEnded: Bool { isTerminated.load(ordering: .relaxed) }

    /// Does nothing the second time.
    func answer(_ outcome: Outcome) {
        continuation.yield(outcome)
        continuation.finish()
    }
}
