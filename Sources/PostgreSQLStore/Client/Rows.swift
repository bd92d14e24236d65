import Catalogue
import CPostgreSQL

/// The result of a statement: rows in binary format, and the number of changed rows.
///
/// Sendable, because libpq results are immutable (libpq manual, "Behavior in Threaded Programs").
@safe package final class Rows: @unchecked Sendable {
    // Sound: owned from `init` to `deinit`, and never handed out in between.
    private let result: OpaquePointer

    /// Takes the ownership of a result.
    @unsafe init(owning result: OpaquePointer) {
        unsafe self.result = result
    }

    deinit { unsafe PQclear(result) }

    /// Inserted, updated or deleted rows.
    var changes: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// Whether it is the end of a pipeline rather than a statement's result.
    var endsPipeline: Bool { unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    var error: StoreError? {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_PIPELINE_SYNC: return nil
        case PGRES_PIPELINE_ABORTED: return .refused(state: "25P02", message: "an earlier statement was refused")
        default:
            func field(_ code: Unicode.Scalar) -> String? {
                // Sound: the text is terminated, lives as long as the result, and is copied here.
                unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0) }
            }
            // An error without an SQLSTATE is libpq's own: the connection broke.
            guard let state = field("C") else { return .lost(unsafe String(message: PQresultErrorMessage(result))) }
            return .refused(state: state, message: field("M") ?? "no reason was given")
        }
    }

    fileprivate func value<Value, Failure: Error>(
        _ row: Int32,
        _ column: Int32,
        _ read: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        precondition(unsafe column >= 0 && column < PQnfields(result), "there is no column \(column)")
        if unsafe PQgetisnull(result, row, column) == 1 { return nil }
        let count = unsafe Int(PQgetlength(result, row, column))
        // Sound: the result holds that many bytes, and outlives this call.
        return try unsafe PQgetvalue(result, row, column).withMemoryRebound(to: UInt8.self, capacity: count) {
            (bytes) throws(Failure) in
            try unsafe read(UnsafeBufferPointer(start: bytes, count: count).span)
        }
    }
}

extension Rows {
    /// The row of a statement that reads the store row.
    var storeRow: Row {
        get throws(StoreError) {
            guard let row = first else { throw .emptyStore }
            return row
        }
    }
}

extension Rows: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int { unsafe Int(PQntuples(result)) }

    package subscript(row: Int) -> Row {
        precondition(indices.contains(row), "there is no row \(row)")
        return Row(rows: self, index: Int32(row))
    }
}

package struct Row {
    fileprivate let rows: Rows
    fileprivate let index: Int32

    /// An `int2`, `int4` or `int8`, or 1 for a `bool` that is true; `nil` where it is NULL.
    package func int(_ column: Int32) -> Int64? {
        rows.value(index, column) { bytes in
            switch bytes.count {
            case 2: Int64(Int16(truncatingIfNeeded: Self.bits(bytes)))
            case 4: Int64(Int32(truncatingIfNeeded: Self.bits(bytes)))
            default: Int64(bitPattern: Self.bits(bytes))
            }
        }
    }

    private static func bits(_ bytes: Span<UInt8>) -> UInt64 {
        bytes.indices.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
}

// Columns that must not be NULL. Otherwise the row is a defect.
extension Row: StoredRow {
    package func int64(_ column: Int32) throws(StoreError) -> Int64 {
        guard let value = int(column) else { throw undecodable(column, "a whole number") }
        return value
    }

    package func text(_ column: Int32) throws(StoreError) -> String {
        let text: String?? = rows.value(index, column) { bytes in
            guard let text = try? UTF8Span(validating: bytes) else { return nil }
            return String(copying: text)
        }
        guard let text = text ?? nil else { throw undecodable(column, "a text") }
        return text
    }

    package func withBytes<Value>(
        _ column: Int32,
        _ read: (Span<UInt8>) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard let value = try rows.value(index, column, read) else { throw undecodable(column, "bytes") }
        return value
    }

    private func undecodable(_ column: Int32, _ expected: String) -> StoreError {
        let found = rows.value(index, column) { "\($0.count) bytes" } ?? "nothing"
        return .defect("expected \(expected) in column \(column + 1), found \(found)")
    }
}

extension String {
    /// One of libpq's messages, on one line.
    @unsafe init(message: UnsafePointer<CChar>) {
        self = unsafe String(cString: message).split { $0.isWhitespace }.joined(separator: " ")
    }
}
