import CPostgreSQL
import EventLoop
import Glibc

/// Connects to a server: names are looked up and keys are exchanged, none of which a loop could wait for.
package struct Connector: Sendable {
    /// The server.
    package let server: ServerAddress
    /// How long it may take, in whole seconds; 2 at least, which is the least that libpq takes.
    let seconds: Int
    /// What is set on the connection, besides what the address says: `-c name=value`.
    let options: String

    /// - Parameters:
    ///   - timeout: how long it may take; two seconds at least.
    ///   - options: what is set on the connection, besides what the address says: `-c name=value`.
    package init(_ server: ServerAddress, timeout: Duration, options: String) {
        self.server = server
        seconds = max(2, timeout.milliseconds / 1_000)
        self.options = options
    }

    /// What the system does about a peer that has vanished without a word; the address may say otherwise.
    private static let vigilance = [
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// A connection on its way to the one who will have it.
    @safe struct EstablishedConnection: @unchecked Sendable {
        // Sound: made on one thread and then used by one owner alone, to whom it is handed over.
        let handle: OpaquePointer
    }

    /// Connects on a thread of its own.
    func connect() async -> Result<EstablishedConnection, PostgreSQLError> {
        await withCheckedContinuation { continuation in
            do {
                try DedicatedThread.start {
                    continuation.resume(returning: Result { () throws(PostgreSQLError) in try establish() })
                }
            } catch {
                continuation.resume(returning: .failure(.unreachable("\(error)")))
            }
        }
    }

    /// Connects while the caller waits.
    func establish() throws(PostgreSQLError) -> EstablishedConnection {
        let settings =
            Self.vigilance + [("dbname", server.url)] + server.overrides.map { ($0.key, $0.value) } + [
                ("connect_timeout", "\(seconds)"), ("client_encoding", "UTF8"), ("application_name", "hearth"),
                ("options", "\(server.options) \(options)"),
            ]
        // Sound: the lists hold terminated copies and end with nil, and both live until the call returns.
        let names = unsafe settings.map { unsafe strdup($0.0) }
        let values = unsafe settings.map { unsafe strdup($0.1) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        var nameList = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        var valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        guard let handle = unsafe PQconnectdbParams(&nameList, &valueList, 1) else {
            throw .unreachable("out of memory")
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let reason = unsafe message(of: handle)
            unsafe PQfinish(handle)
            throw .unreachable(reason)
        }
        return unsafe EstablishedConnection(handle: handle)
    }
}

/// What libpq says of the last thing that went wrong.
@unsafe func message(of handle: OpaquePointer) -> String { unsafe line(PQerrorMessage(handle)) }

/// A message of libpq's in one line.
@unsafe func line(_ message: UnsafePointer<CChar>) -> String {
    unsafe String(cString: message).split { $0.isWhitespace }.joined(separator: " ")
}
