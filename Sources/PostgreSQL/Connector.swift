import CPostgreSQL
import EventLoops
import Glibc

/// Connects to a server on a thread of its own: names are looked up, several hosts are tried and keys are exchanged there, none of
/// which a loop could wait for.
struct Connector: Sendable {
    /// The servers, as libpq reads them: `postgresql://user@host1,host2/hearth?target_session_attrs=primary`.
    let address: String
    /// How long each host may take, in whole seconds; 2 at least, which is the least that libpq takes.
    let seconds: Int
    /// After how many milliseconds the server gives a statement up.
    let statementMilliseconds: Int

    /// A connection on its way to the one who will have it.
    @safe struct Established: @unchecked Sendable {
        // Sound: made on the connector's thread and then used by one owner alone, to whom it is handed over.
        let handle: OpaquePointer
    }

    /// - Returns: a connection that is open, in pipeline mode, and waits for nothing.
    func connect() async -> Result<Established, PostgreSQLError> {
        await withCheckedContinuation { continuation in
            do {
                try LoopThread.start { continuation.resume(returning: establish()) }
            } catch {
                continuation.resume(returning: .failure(.unreachable("\(error)")))
            }
        }
    }

    private func establish() -> Result<Established, PostgreSQLError> {
        let settings = [
            ("dbname", address), ("connect_timeout", "\(seconds)"), ("client_encoding", "UTF8"),
            ("application_name", "hearth"), ("options", "-c statement_timeout=\(statementMilliseconds)"),
        ]
        // Sound: the lists hold terminated copies and end with nil, and both live until the call returns.
        let names = unsafe settings.map { unsafe strdup($0.0) }
        let values = unsafe settings.map { unsafe strdup($0.1) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        var nameList = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        var valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        guard let handle = unsafe PQconnectdbParams(&nameList, &valueList, 1) else {
            return .failure(.unreachable("out of memory"))
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0,
            unsafe PQenterPipelineMode(handle) == 1
        else {
            let reason = unsafe message(of: handle)
            unsafe PQfinish(handle)
            return .failure(.unreachable(reason))
        }
        return .success(unsafe Established(handle: handle))
    }
}

/// What libpq says of the last thing that went wrong.
@unsafe func message(of handle: OpaquePointer) -> String {
    let text = unsafe String(cString: PQerrorMessage(handle))
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
