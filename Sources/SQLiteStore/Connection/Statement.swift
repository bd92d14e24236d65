import CSQLite
import Catalogue

/// A prepared statement and its current row. Used by one thread at a time, as its ``Connection``.
@safe package final class Statement {
    // Sound: prepared in `init`, finalized in `deinit`, and never handed out in between.
    private let handle: OpaquePointer
    private unowned let connection: Connection

    /// Takes the ownership of the prepared statement.
    @unsafe init(owning handle: OpaquePointer, connection: Connection) {
        unsafe self.handle = handle
        self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    // MARK: Running

    package func bind(_ values: [StoredValue]) throws(StoreError) {
        for (index, value) in zip((1 as Int32)..., values) {
            let code = ResultCode(rawValue: unsafe value.bind(to: handle, at: index))
            if code != .ok { throw connection.failure(code, text) }
        }
    }

    package func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    package func forEach(_ visit: (Statement) throws(StoreError) -> Void) throws(StoreError) {
        defer { reset() }
        while try step() { try visit(self) }
    }

    package func first<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> Value? {
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    /// Returns `false` after the last row.
    package func step() throws(StoreError) -> Bool {
        let code = ResultCode(rawValue: unsafe sqlite3_step(handle))
        switch code {
        case .row: return true
        case .done: return false
        default: throw connection.failure(code, text)
        }
    }

    /// Allows the statement to run again. It repeats the error that `step` has thrown.
    private func reset() { unsafe _ = sqlite3_reset(handle) }

    private var text: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

    // MARK: Columns of the current row, from 0 on

    package func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    package func int(_ column: Int32) -> Int { Int(int64(column)) }

    package func text(_ column: Int32) -> String {
        // Sound: the bytes are valid until the next step, and copied here. SQLite needs the text before its length.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func withBytes<Value>(
        _ column: Int32,
        _ read: (Span<UInt8>) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        // Sound: the bytes are valid until the next step, and the span cannot outlive the call. An empty value has no
        // address.
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        return try unsafe read(bytes.assumingMemoryBound(to: UInt8.self).span)
    }
}

extension Statement: StoredRow {}

extension StoredValue {
    /// Returns SQLite's result code.
    /// - Parameter index: From 1 on.
    @unsafe fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
        case .real(let number): return unsafe sqlite3_bind_double(statement, index, number)
        case .text(var text):
            // `withUTF8` avoids the copy that a `String` argument makes.
            return text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                    unsafe sqlite3_bind_text(statement, index, bytes.baseAddress, Int32(bytes.count), copied)
                }
            }
        case .bytes(let bytes): return unsafe sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
        }
    }
}

/// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`, a macro that Swift does not import).
private var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
