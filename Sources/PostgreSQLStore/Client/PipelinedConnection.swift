import CLinux
import CPostgreSQL
import Glibc

/// One connection in libpq's pipeline mode: batches are sent without waiting for earlier results, which arrive in
/// order. It belongs to its event loop's thread.
@safe final class PipelinedConnection {
    // Sound: owned from `init` to `close()`, and never handed out.
    private let handle: OpaquePointer
    /// The socket, which does not change once it is open.
    let descriptor: Int32
    /// Unique within the pool.
    let id: Int
    private(set) var isOpen = true
    /// Whether the server refused a write because the session's transactions are read-only. A new session may differ.
    private(set) var isReadOnly = false
    /// The batches without a complete result, the oldest first.
    private(set) var batches: [StatementBatch] = []
    /// The results that the server still owes, in order, from `next` on.
    private var expectedResults: [ExpectedResult] = []
    private var next = 0
    private var prepared: Set<String> = []
    private let notices = ReplicationNotices()

    private enum ExpectedResult {
        case prepare(String)
        case run
        case sync
    }

    /// Takes the ownership of the connection.
    init(_ established: Connector.EstablishedConnection, id: Int) throws(PostgreSQLError) {
        unsafe handle = established.handle
        descriptor = unsafe PQsocket(handle)
        self.id = id
        unsafe notices.receive(from: handle)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else {
            let reason = unsafe message(of: handle)
            close()
            throw .unreachable(reason)
        }
    }

    deinit { close() }

    /// The outcome of unfinished batches is unknown.
    func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe PQfinish(handle)
    }

    func takeBatches() -> [StatementBatch] {
        defer { batches = [] }
        return batches
    }

    var awaitedEvents: UInt32 { EPOLLIN.rawValue | (isFlushed ? 0 : EPOLLOUT.rawValue) }
    private var isFlushed = true

    // MARK: Sending

    func send(_ batch: StatementBatch) throws(PostgreSQLError) {
        batches.append(batch)
        for statement in batch.statements {
            let name = statement.name
            if prepared.insert(name).inserted {
                try check(unsafe PQsendPrepare(handle, name, statement.text, 0, nil))
                expectedResults.append(.prepare(name))
            }
            // Sound: libpq is given the lengths of the values, and copies them before it returns.
            let code = unsafe statement.values.withParameters { pointers, lengths, formats in
                unsafe PQsendQueryPrepared(handle, name, Int32(lengths.count), pointers, lengths, formats, 1)
            }
            try check(code)
            expectedResults.append(.run)
        }
        try check(unsafe PQpipelineSync(handle))
        expectedResults.append(.sync)
        try flush()
    }

    private func check(_ code: Int32) throws(PostgreSQLError) {
        if code != 1 { throw .lost(unsafe message(of: handle)) }
    }

    private func flush() throws(PostgreSQLError) {
        let left = unsafe PQflush(handle)
        guard left >= 0 else { throw .lost(unsafe message(of: handle)) }
        isFlushed = left == 0
    }

    // MARK: Receiving

    /// Reads what has arrived, completes batches, and sends buffered bytes.
    /// - Throws: when the connection is lost.
    func receive(_ onNotification: (_ channel: String, _ payload: String) -> Void) throws(PostgreSQLError) {
        try check(unsafe PQconsumeInput(handle))
        try flush()
        var emptyResults = 0
        while next < expectedResults.count, unsafe PQisBusy(handle) == 0 {
            if let result = unsafe PQgetResult(handle) {
                emptyResults = 0
                let rows = unsafe Rows(owning: result)
                // An unreplicated commit must not be acknowledged.
                try notices.check()
                take(rows)
            } else {
                // One nil separates the results of two statements.
                emptyResults += 1
                guard emptyResults < 3 else { throw .lost("the server returned fewer results than expected") }
            }
        }
        if next == expectedResults.count {
            expectedResults.removeAll(keepingCapacity: true)
            next = 0
        }
        try notices.check()
        while let notification = unsafe PQnotifies(handle) {
            // Sound: both texts are terminated, and copied before their memory is freed.
            defer { unsafe PQfreemem(notification) }
            unsafe onNotification(
                String(cString: notification.pointee.relname),
                String(cString: notification.pointee.extra)
            )
        }
        if unsafe PQstatus(handle) == CONNECTION_BAD { throw .lost(unsafe message(of: handle)) }
    }

    private func take(_ rows: Rows) {
        let error = rows.error
        if let error { batches[0].fail(error) }
        if case .refused(PostgreSQLError.readOnlyTransaction, _) = error { isReadOnly = true }
        switch expectedResults[next] {
        case .prepare(let name): if error != nil { prepared.remove(name) }
        case .run: if error == nil { batches[0].append(rows) }
        case .sync:
            // A failed commit adds a result before the one of the sync.
            if error != nil { return }
            var batch = batches.removeFirst()
            batch.finish(on: id)
        }
        next += 1
    }

    /// Resumes the caller of a batch with an error; its results are dropped when they arrive.
    func abandon(_ id: Int, _ error: PostgreSQLError) {
        guard let index = batches.firstIndex(where: { $0.id == id }) else { return }
        batches[index].resume(.failure(error))
    }

    /// Whether another batch may be sent: not after a statement that may fail to prepare.
    var acceptsBatches: Bool { !expectedResults[next...].contains { if case .prepare = $0 { true } else { false } } }
}

/// Statements that are sent together and rolled back together.
struct StatementBatch {
    let id: Int
    let statements: [Statement]
    /// The connection that has the open transaction; `nil` for any connection.
    let connection: Int?
    let deadline: ContinuousClock.Instant
    /// `nil` once the caller was resumed.
    private var continuation: CheckedContinuation<Result<Answer, PostgreSQLError>, Never>?
    private var rows: [Rows] = []
    private var failure: PostgreSQLError?

    struct Answer {
        let rows: [Rows]
        /// ``PipelinedConnection/id``.
        let connection: Int
    }

    init(
        id: Int,
        _ statements: [Statement],
        on connection: Int?,
        deadline: ContinuousClock.Instant,
        continuation: CheckedContinuation<Result<Answer, PostgreSQLError>, Never>
    ) {
        self.id = id
        self.statements = statements
        self.connection = connection
        self.deadline = deadline
        self.continuation = continuation
    }

    var isAwaited: Bool { continuation != nil }

    mutating func append(_ rows: Rows) { self.rows.append(rows) }

    /// The first error counts: the others follow from it.
    mutating func fail(_ error: PostgreSQLError) { failure = failure ?? error }

    mutating func finish(on connection: Int) {
        resume(failure.map { .failure($0) } ?? .success(Answer(rows: rows, connection: connection)))
    }

    /// Resumes the caller, unless it was resumed before.
    mutating func resume(_ result: Result<Answer, PostgreSQLError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }
}
