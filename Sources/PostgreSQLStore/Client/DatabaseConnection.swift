import Catalogue
import CPostgreSQL
import EventLoop
import Glibc

/// A connection that blocks its thread until each answer.
@safe package final class DatabaseConnection {
    // Sound: owned from `init` to `deinit`, and never handed out.
    private let handle: OpaquePointer
    /// ``ServerAddress/name``.
    let name: String
    /// The one that a primary wrote when the connection was made.
    var timeline: Int64?
    /// How long the server may take to answer; `nil` for as long as it wants.
    private let timeout: Duration?
    private var prepared: Set<String> = []
    /// The server cannot be heard any more, and the outcome of the last statements is unknown.
    private(set) var isLost = false
    /// Whether the server stopped waiting for the replication that `synchronous_commit` demands, and reported the
    /// commit as done.
    private var hasUnreplicatedCommit = false

    /// TCP settings that detect a dead peer; the address may override them.
    private static let keepaliveSettings = [
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// - Parameters:
    ///   - target: libpq's `target_session_attrs`.
    ///   - connectTimeout: 2 s or more, as libpq demands.
    init(
        to address: ServerAddress,
        target: String,
        connectTimeout: Duration,
        timeout: Duration?
    ) throws(StoreError) {
        let own = [
            ("target_session_attrs", target), ("connect_timeout", "\(max(2, connectTimeout.milliseconds / 1_000))"),
            ("client_encoding", "UTF8"), ("application_name", "hearth"),
        ]
        let parameters =
            Self.keepaliveSettings + [("dbname", address.url)] + address.overrides.map { ($0.key, $0.value) } + own
        // Sound: the lists hold terminated copies and end with nil, and both live until the call returns.
        let names = unsafe parameters.map { unsafe strdup($0.0) }
        let values = unsafe parameters.map { unsafe strdup($0.1) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        var nameList = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        var valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        guard let handle = unsafe PQconnectdbParams(&nameList, &valueList, 1) else {
            throw .unreachable("out of memory")
        }
        unsafe self.handle = handle
        self.timeout = timeout
        name = address.name
        guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0 else {
            throw .unreachable(message)
        }
        unsafe receiveNotices()
    }

    deinit { unsafe PQfinish(handle) }

    /// The process's number when the connection was made. A pooler names a process of its own.
    var namedProcess: Int64 { Int64(unsafe PQbackendPID(handle)) }

    /// Whether the server has not closed the connection, as far as is known here.
    var isAlive: Bool {
        while !isLost, isReady(for: POLLIN, until: .now) { isLost = unsafe PQconsumeInput(handle) != 1 }
        return !isLost
    }

    // MARK: Statements

    /// Runs statements in order, with one round trip, and returns the rows of each. They are one transaction, unless
    /// they begin or end one.
    /// - Parameter preparing: `false` where a pooler may run the next statements on another connection.
    @discardableResult package func run(
        _ statements: [Statement],
        preparing: Bool = true
    ) throws(StoreError) -> [Rows] {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        try check(unsafe PQenterPipelineMode(handle))
        let expected = try send(statements, preparing: preparing)
        try flush(until: deadline)
        var rows: [Rows] = []
        // The first error counts: the others follow from it.
        var failure: StoreError?
        var next = expected.makeIterator()
        while case let result = try nextResult(until: deadline), !result.endsPipeline {
            // A failed commit adds a result.
            let expected = next.next()
            if let error = result.error {
                failure = failure ?? error
            } else {
                switch expected {
                case .preparation(let name): prepared.insert(name)
                case .rows, nil: rows.append(result)
                }
            }
        }
        try check(unsafe PQexitPipelineMode(handle))
        if let failure { throw failure }
        return rows
    }

    private enum ExpectedResult {
        case preparation(of: String)
        case rows
    }

    private func send(_ statements: [Statement], preparing: Bool) throws(StoreError) -> [ExpectedResult] {
        var expected: [ExpectedResult] = []
        var sent = prepared
        for statement in statements {
            let (name, text) = (statement.name, statement.text)
            if preparing, sent.insert(name).inserted {
                try check(unsafe PQsendPrepare(handle, name, text, 0, nil))
                expected.append(.preparation(of: name))
            }
            // Sound: libpq is given the lengths of the values, and copies them before it returns.
            let code = unsafe statement.parameters.withLists { values, lengths, formats in
                let count = Int32(lengths.count)
                return unsafe preparing
                    ? PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
                    : PQsendQueryParams(handle, text, count, nil, values, lengths, formats, 1)
            }
            try check(code)
            expected.append(.rows)
        }
        try check(unsafe PQpipelineSync(handle))
        return expected
    }

    private func nextResult(until deadline: ContinuousClock.Instant?) throws(StoreError) -> Rows {
        // One nil separates the results of two statements.
        for _ in 0..<3 {
            while unsafe PQisBusy(handle) == 1 { try wait(for: POLLIN, until: deadline) }
            if let result = unsafe PQgetResult(handle) { return try unsafe take(result) }
        }
        throw lose("the server returned fewer results than expected")
    }

    /// - Throws: `lost` after a commit that was not replicated: it must not be acknowledged.
    @unsafe private func take(_ result: OpaquePointer) throws(StoreError) -> Rows {
        let rows = unsafe Rows(owning: result)
        if hasUnreplicatedCommit { throw lose("a commit was not waited for until a replica had it") }
        if let error = rows.error, unsafe PQstatus(handle) != CONNECTION_OK { throw lose(error.explanation) }
        return rows
    }

    /// Runs a script in one transaction unless it begins its own, without a timeout.
    package func run(script text: String) throws(StoreError) {
        guard let result = unsafe PQexec(handle, text) else { throw lose(message) }
        if let error = try unsafe take(result).error { throw error }
    }

    // MARK: Notifications

    /// Passes on the payloads of `NOTIFY` that arrive until the deadline.
    func receiveNotifications(
        until deadline: ContinuousClock.Instant,
        _ receive: (_ payload: String) -> Void
    ) throws(StoreError) {
        repeat {
            try check(unsafe PQconsumeInput(handle))
            while let notification = unsafe PQnotifies(handle) {
                // Sound: the text is terminated, and copied before its memory is freed.
                defer { unsafe PQfreemem(notification) }
                unsafe receive(String(cString: notification.pointee.extra))
            }
        } while isReady(for: POLLIN, until: deadline)
    }

    /// The server function that reports a commit that was not replicated. Unlike messages it is not translated.
    private static let replicationFunction = "SyncRepWaitForLSN"

    /// Receives notices, which libpq would print.
    @unsafe private func receiveNotices() {
        // Sound: `self` owns the handle; the result is valid during the call, its field terminated.
        let receiver: PQnoticeReceiver = { connection, result in
            guard let connection = unsafe connection else { return }
            let field = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "R")))
            guard let field = unsafe field, unsafe String(cString: field) == DatabaseConnection.replicationFunction
            else {
                return
            }
            unsafe Unmanaged<DatabaseConnection>.fromOpaque(connection).takeUnretainedValue().hasUnreplicatedCommit =
                true
        }
        unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: The socket

    private func flush(until deadline: ContinuousClock.Instant?) throws(StoreError) {
        while case let left = unsafe PQflush(handle), left != 0 {
            guard left == 1 else { throw lose(message) }
            // The server may wait until its results are read before it reads on.
            try wait(for: POLLIN | POLLOUT, until: deadline)
        }
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant?) throws(StoreError) {
        guard isReady(for: events, until: deadline) else {
            throw lose("the server has not answered in \(timeout ?? .zero)")
        }
        try check(unsafe PQconsumeInput(handle))
    }

    /// Waits for an event of the socket.
    private func isReady(for events: Int32, until deadline: ContinuousClock.Instant?) -> Bool {
        var socket = unsafe pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        while true {
            let rest = deadline.map { max(0, ContinuousClock.now.duration(to: $0).milliseconds) } ?? -1
            // Sound: there is one socket, which outlives the call.
            let count = unsafe poll(&socket, 1, Int32(clamping: rest))
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        if code != 1 { throw lose(message) }
    }

    private func lose(_ reason: String) -> StoreError {
        isLost = true
        return .lost(reason)
    }

    private var message: String { unsafe String(message: PQerrorMessage(handle)) }
}
