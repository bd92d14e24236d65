import CPostgreSQL
import Glibc

// Reading with `COPY … TO STDOUT (FORMAT binary)`, which no connection in pipeline mode can.
extension BlockingConnection {
    /// Begins to copy rows out, which ``readCopied(_:patience:)`` reads.
    /// - Parameters:
    ///   - command: a `COPY … TO STDOUT (FORMAT binary)`.
    ///   - patience: how long the server may be silent.
    package func beginCopyingOut(_ command: String, patience: Duration) throws(PostgreSQLError) {
        guard unsafe PQsendQuery(handle, command) == 1 else { throw .lost(unsafe message(of: handle)) }
        // The server sends nothing before the first row.
        while unsafe PQisBusy(handle) == 1 { try awaitInput(patience) }
        do throws(PostgreSQLError) {
            _ = try unsafe result(PQgetResult(handle))
        } catch {
            while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) }
            throw error
        }
    }

    /// Reads the next rows that are copied out. ``CopiedOutRows`` takes them apart.
    /// - Parameters:
    ///   - size: how many bytes to read, about. A chunk has whole rows.
    ///   - patience: how long the server may be silent.
    /// - Returns: the rows, and whether they were the last ones.
    package func readCopied(
        _ size: Int,
        patience: Duration
    ) throws(PostgreSQLError) -> (chunk: [UInt8], isLast: Bool) {
        var chunk: [UInt8] = []
        chunk.reserveCapacity(size + size / 4)
        while chunk.count < size {
            var row: UnsafeMutablePointer<CChar>?
            let count = unsafe PQgetCopyData(handle, &row, 1)
            switch count {
            case 1...:
                // Sound: libpq made room for so many bytes, which are copied before they are freed.
                unsafe chunk.append(contentsOf: UnsafeRawBufferPointer(start: row, count: Int(count)))
                unsafe PQfreemem(row)
            case 0: try awaitInput(patience)
            case -1:
                defer { while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) } }
                _ = try unsafe result(PQgetResult(handle))
                return (chunk, true)
            default: throw .lost(unsafe message(of: handle))
            }
        }
        return (chunk, false)
    }

    private func awaitInput(_ patience: Duration) throws(PostgreSQLError) {
        var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        let milliseconds = patience / .milliseconds(1)
        // Sound: the system is given one descriptor.
        let ready = unsafe poll(&descriptor, 1, Int32(milliseconds))
        if ready == 0 { throw .lost("the server has not answered in \(patience)") }
        guard ready > 0 || errno == EINTR else { throw .lost("cannot wait for the server: \(errno)") }
        guard unsafe PQconsumeInput(handle) == 1 else { throw .lost(unsafe message(of: handle)) }
    }
}

/// Takes apart rows of two columns in `COPY`'s binary format, as the chunks of ``BlockingConnection/readCopied(_:patience:)`` come.
package struct CopiedOutRows {
    private var isBegun = false
    /// `PGCOPY`, a signature, flags, and the length of an extension that is not there.
    private static let headerLength = 19

    /// Expects the first chunk.
    package init() {}

    /// Passes on the two values of each row, which are valid during the call. Neither may be NULL.
    /// - Throws: ``PostgreSQLError/lost(_:)`` where the bytes are something else.
    package mutating func forEach(
        in chunk: Span<UInt8>,
        _ body: (Span<UInt8>, Span<UInt8>) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        var offset = isBegun || chunk.isEmpty ? 0 : Self.headerLength
        isBegun = isBegun || !chunk.isEmpty
        func next(_ count: Int) throws(PostgreSQLError) -> Range<Int> {
            guard count >= 0, count <= chunk.count - offset else {
                throw .lost("the server has sent rows that cannot be read")
            }
            defer { offset += count }
            return offset..<offset + count
        }
        func value() throws(PostgreSQLError) -> Range<Int> {
            let length = try next(4)
            return try next(Int(Int32(truncatingIfNeeded: chunk.bigEndian(in: length))))
        }
        while offset < chunk.count {
            switch Int16(truncatingIfNeeded: chunk.bigEndian(in: try next(2))) {
            case -1: return
            case 2:
                let (first, second) = (try value(), try value())
                try body(chunk.extracting(first), chunk.extracting(second))
            default: throw .lost("the server has sent rows that cannot be read")
            }
        }
    }
}

extension Span<UInt8> {
    /// The unsigned number of at most eight bytes, the most significant first.
    fileprivate func bigEndian(in range: Range<Int>) -> UInt64 {
        var value: UInt64 = 0
        for index in range { value = value << 8 | UInt64(self[index]) }
        return value
    }

    /// An `int4` in binary format.
    package var int4: Int32 { Int32(truncatingIfNeeded: bigEndian(in: 0..<Swift.min(4, count))) }

    /// An `int8` in binary format.
    package var int8: Int64 { Int64(bitPattern: bigEndian(in: 0..<Swift.min(8, count))) }

    /// A `text` in binary format; empty where it is no UTF-8.
    package var text: String {
        guard let text = try? UTF8Span(validating: self) else { return "" }
        return SentText.decode(String(copying: text))
    }
}
