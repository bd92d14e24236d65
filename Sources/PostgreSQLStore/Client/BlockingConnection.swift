import Catalogue
import CPostgreSQL

/// A connection that blocks its thread until each answer: for the schema and `COPY`.
@safe package final class BlockingConnection {
    // Sound: owned from `init` to `deinit`, and never handed out.
    private let handle: OpaquePointer
    private var prepared: Set<String> = []
    private let notices = ReplicationNotices()

    /// - Throws: ``PostgreSQLError/unreachable(_:)``.
    init(_ connector: Connector) throws(PostgreSQLError) {
        unsafe handle = try connector.connectBlocking().handle
        unsafe notices.receive(from: handle)
    }

    deinit { unsafe PQfinish(handle) }

    /// As named when the connection was made. A pooler names a process of its own.
    var namedProcess: Int64 { Int64(unsafe PQbackendPID(handle)) }

    /// Returns the server process that runs a statement. Prepares nothing, since the next one may run elsewhere.
    func process() throws(PostgreSQLError) -> Int64? {
        let result = unsafe PQexecParams(handle, "SELECT pg_backend_pid()", 0, nil, nil, nil, nil, 1)
        return try unsafe self.result(result).first?.int(0)
    }

    @discardableResult package func run(_ statement: Statement) throws(PostgreSQLError) -> Rows {
        let name = statement.name
        if !prepared.contains(name) {
            _ = try unsafe result(PQprepare(handle, name, statement.text, 0, nil))
            prepared.insert(name)
        }
        // Sound: the values outlive the call, and libpq is given their lengths.
        return try unsafe statement.values.withParameters { pointers, lengths, formats throws(PostgreSQLError) in
            try unsafe result(PQexecPrepared(handle, name, Int32(lengths.count), pointers, lengths, formats, 1))
        }
    }

    /// Runs a script in one transaction unless it begins its own.
    package func run(script text: String) throws(PostgreSQLError) {
        _ = try unsafe result(PQexec(handle, text))
    }

    /// Copies rows into a table, with `COPY … FROM STDIN (FORMAT binary)` as `command`.
    /// - Parameter rows: If it throws, the connection cannot be used any more.
    /// - Returns: the number of rows.
    @discardableResult package func copy(
        _ command: String,
        _ rows: (inout CopyWriter) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) -> Int {
        _ = try unsafe result(PQexec(handle, command))
        var copied = CopyWriter(send)
        try rows(&copied)
        try copied.end()
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw .lost(unsafe message(of: handle)) }
        // libpq expects all results to be read, also after an error.
        defer { while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) } }
        return try unsafe result(PQgetResult(handle)).changes
    }

    private func send(_ bytes: [UInt8]) throws(PostgreSQLError) {
        // Sound: libpq is given the count, and copies the bytes before it returns.
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard code == 1 else { throw .lost(unsafe message(of: handle)) }
    }

    @unsafe private func result(_ result: OpaquePointer?) throws(PostgreSQLError) -> Rows {
        guard let result = unsafe result else { throw .lost(unsafe message(of: handle)) }
        let rows = unsafe Rows(owning: result)
        try notices.check()
        guard let error = rows.error else { return rows }
        throw unsafe PQstatus(handle) == CONNECTION_OK ? error : .lost(message(of: handle))
    }
}

extension BlockingConnection {
    @discardableResult func execute(_ statement: Statement) throws(StoreError) -> Rows {
        do throws(PostgreSQLError) { return try run(statement) } catch { throw StoreError(error) }
    }

    func execute(script: String) throws(StoreError) {
        do throws(PostgreSQLError) { try run(script: script) } catch { throw StoreError(error) }
    }
}

/// Writes rows in `COPY`'s binary format.
package struct CopyWriter {
    /// In bytes.
    private static let chunk = 65_536
    private var buffer: [UInt8] = []
    private let send: ([UInt8]) throws(PostgreSQLError) -> Void

    fileprivate init(_ send: @escaping ([UInt8]) throws(PostgreSQLError) -> Void) {
        self.send = send
        buffer += Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00]
        // No flags, and no header extension.
        buffer.append(bigEndian: 0 as Int64)
    }

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
