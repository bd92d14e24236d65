import CPostgreSQL
import EventLoop
import Glibc

/// Connects to a server. Name resolution and TLS block, so it runs outside of event loops.
struct Connector: Sendable {
    let server: ServerAddress
    /// 2 is libpq's minimum.
    private let seconds: Int
    private let settings: [String: String]

    init(_ server: ServerAddress, timeout: Duration, settings: [String: String] = [:]) {
        self.server = server
        seconds = max(2, timeout.milliseconds / 1_000)
        self.settings = settings
    }

    /// TCP settings that detect a dead peer; the address may override them.
    private static let keepaliveSettings = [
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// A connection on its way to its owner.
    @safe struct EstablishedConnection: @unchecked Sendable {
        // Sound: made on one thread and handed over to a single owner.
        let handle: OpaquePointer
    }

    func connect() async -> Result<EstablishedConnection, PostgreSQLError> {
        await withCheckedContinuation { continuation in
            do {
                try DedicatedThread.start {
                    continuation.resume(returning: Result { () throws(PostgreSQLError) in try connectBlocking() })
                }
            } catch {
                continuation.resume(returning: .failure(.unreachable("\(error)")))
            }
        }
    }

    func connectBlocking() throws(PostgreSQLError) -> EstablishedConnection {
        let parameters =
            Self.keepaliveSettings + [("dbname", server.url)] + server.overrides.map { ($0.key, $0.value) } + [
                ("connect_timeout", "\(seconds)"), ("client_encoding", "UTF8"), ("application_name", "hearth"),
            ]
        // Sound: the lists hold terminated copies and end with nil, and both live until the call returns.
        let names = unsafe parameters.map { unsafe strdup($0.0) }
        let values = unsafe parameters.map { unsafe strdup($0.1) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        var nameList = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        var valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        guard let handle = unsafe PQconnectdbParams(&nameList, &valueList, 1) else {
            throw .unreachable("out of memory")
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            defer { unsafe PQfinish(handle) }
            throw .unreachable(unsafe message(of: handle))
        }
        do throws(PostgreSQLError) {
            try unsafe configure(handle)
        } catch {
            unsafe PQfinish(handle)
            throw error
        }
        return unsafe EstablishedConnection(handle: handle)
    }

    /// A pooler accepts none of the settings as startup parameters.
    @unsafe private func configure(_ handle: OpaquePointer) throws(PostgreSQLError) {
        if settings.isEmpty { return }
        let deadline = ContinuousClock.now + .seconds(seconds)
        let commands = settings.map { "SET \($0) = '\($1)'" }.joined(separator: ";")
        guard unsafe PQsendQuery(handle, commands) == 1 else { throw .unreachable(unsafe message(of: handle)) }
        var failure: PostgreSQLError?
        while true {
            while unsafe PQisBusy(handle) == 1 {
                var socket = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
                let rest = Int32(clamping: max(0, ContinuousClock.now.duration(to: deadline).milliseconds))
                // Sound: there is one socket, which outlives the call.
                guard unsafe poll(&socket, 1, rest) > 0 else { throw .unreachable("no answer in \(seconds) s") }
                guard unsafe PQconsumeInput(handle) == 1 else { throw .unreachable(unsafe message(of: handle)) }
            }
            guard let result = unsafe PQgetResult(handle) else { break }
            failure = unsafe failure ?? Rows(owning: result).error
        }
        if let failure { throw .unreachable("\(failure)") }
    }
}

/// Receives a connection's notices, which libpq would print, and watches for commits that were not replicated.
final class ReplicationNotices {
    /// Whether the server stopped waiting for the replication that `synchronous_commit` demands, and reported the
    /// commit as done.
    private(set) var reportsUnreplicatedCommit = false

    /// The server function that reports it; its name does not depend on the language of messages.
    private static let reporter = "SyncRepWaitForLSN"

    /// This object must outlive the connection.
    @unsafe func receive(from handle: OpaquePointer) {
        // Sound: the connection's owner keeps this object; the result is valid during the call, its field terminated.
        let receiver: PQnoticeReceiver = { notices, result in
            guard let notices = unsafe notices else { return }
            let field = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "R")))
            guard let field = unsafe field, unsafe String(cString: field) == ReplicationNotices.reporter else { return }
            unsafe Unmanaged<ReplicationNotices>.fromOpaque(notices).takeUnretainedValue().reportsUnreplicatedCommit =
                true
        }
        unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Throws `lost` after a commit that was not replicated: it must not be acknowledged.
    func check() throws(PostgreSQLError) {
        if reportsUnreplicatedCommit { throw .lost("a commit was not waited for until a replica had it") }
    }
}
