import CPostgreSQL

/// A connection whose user waits for each answer: for what is long, such as a change of the schema or a `COPY`, on a thread that
/// has nothing else to do.
@safe package final class BlockingConnection {
    // Sound: taken over in `init`, closed in `deinit`, and never handed out.
    let handle: OpaquePointer
    private var prepared: Set<String> = []
    private let notices = Notices()

    /// Connects.
    /// - Throws: ``PostgreSQLError/unreachable(_:)``.
    package init(_ connector: Connector) throws(PostgreSQLError) {
        unsafe handle = try connector.establish().handle
        unsafe notices.listen(on: handle)
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether the server follows another one, and takes no changes.
    package var isOnReplica: Bool {
        // Sound: the text is terminated, and copied before anything is asked of the connection.
        unsafe PQparameterStatus(handle, "in_hot_standby").map { unsafe String(cString: $0) } == "on"
    }

    /// Runs a statement, which is prepared the first time.
    /// - Throws: ``PostgreSQLError``; where it is `.lost`, nobody knows whether it was done.
    @discardableResult package func run(_ statement: Statement) throws(PostgreSQLError) -> Rows {
        let name = statement.name
        if !prepared.contains(name) {
            _ = try unsafe result(PQprepare(handle, name, statement.text, 0, nil))
            prepared.insert(name)
        }
        let parameters = Parameters(statement.values)
        // Sound: the values outlive the call, and libpq is told how long they are.
        return try unsafe parameters.withPointers { pointers, lengths, formats throws(PostgreSQLError) in
            try unsafe result(
                PQexecPrepared(handle, name, Int32(lengths.count), pointers, lengths, formats, 1)
            )
        }
    }

    /// Runs commands without parameters, as they stand in `text`, in one transaction where they begin none.
    package func run(script text: String) throws(PostgreSQLError) {
        _ = try unsafe result(PQexec(handle, text))
    }

    /// Copies rows in, after `command`, which is a `COPY … FROM STDIN (FORMAT binary)`.
    /// - Parameter rows: writes them. Where it throws, the connection is of no use any more.
    /// - Returns: how many there were.
    @discardableResult package func copy(
        _ command: String,
        _ rows: (inout CopyWriter) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) -> Int {
        _ = try unsafe result(PQexec(handle, command))
        var copied = CopyWriter(send)
        try rows(&copied)
        try copied.end()
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw .lost(unsafe message(of: handle)) }
        // The answers end with none, whether the rows were taken or not.
        defer { while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) } }
        return try unsafe result(PQgetResult(handle)).changes
    }

    private func send(_ bytes: [UInt8]) throws(PostgreSQLError) {
        // Sound: libpq is told how many bytes there are, and copies them before it returns.
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard code == 1 else { throw .lost(unsafe message(of: handle)) }
    }

    @unsafe func result(_ result: OpaquePointer?) throws(PostgreSQLError) -> Rows {
        guard let result = unsafe result else { throw .lost(unsafe message(of: handle)) }
        let rows = unsafe Rows(owning: result)
        if notices.saysUnreplicated { throw .lost("a commit was not waited for until a replica had it") }
        guard let error = rows.error else { return rows }
        throw unsafe PQstatus(handle) == CONNECTION_OK ? error : .lost(message(of: handle))
    }
}

/// Rows on their way into a table, in `COPY`'s binary format.
package struct CopyWriter {
    /// How many bytes go out at a time.
    private static let chunk = 65_536
    private var buffer: [UInt8] = []
    private let send: ([UInt8]) throws(PostgreSQLError) -> Void

    fileprivate init(_ send: @escaping ([UInt8]) throws(PostgreSQLError) -> Void) {
        self.send = send
        buffer += Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00]
        buffer.append(bigEndian: 0 as Int32)
        buffer.append(bigEndian: 0 as Int32)
    }

    /// Adds a row of these values.
    package mutating func append(_ values: [Value]) throws(PostgreSQLError) {
        buffer.append(bigEndian: Int16(values.count))
        for value in values { buffer.append(value) }
        if buffer.count >= Self.chunk { try flush() }
    }

    fileprivate mutating func end() throws(PostgreSQLError) {
        buffer.append(bigEndian: -1 as Int16)
        try flush()
    }

    private mutating func flush() throws(PostgreSQLError) {
        try send(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
