import CSQLite
import Catalogue

/// A prepared statement and, while it is being stepped, its current row.
///
/// It lives in the cache of its ``Connection``, and one thread at a time uses it, as that connection.
@safe package final class Statement {
    // Sound: prepared in `init`, finalized in `deinit`, and never handed out in between.
    private let handle: OpaquePointer
    private unowned let connection: Connection

    /// Takes the ownership of a prepared statement of `connection`.
    @unsafe init(owning handle: OpaquePointer, connection: Connection) {
        unsafe self.handle = handle
        self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    // MARK: Running

    /// Binds the values to the parameters, from the first on.
    package func bind<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
        var index: Int32 = 1
        for value in repeat each values {
            let code = ResultCode(rawValue: unsafe value.bind(to: handle, at: index))
            if code != .ok { throw connection.failure(code, text) }
            index += 1
        }
    }

    /// Runs the statement to its end.
    package func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    /// Calls `visit` with each row.
    package func forEach(_ visit: (Statement) throws(StoreError) -> Void) throws(StoreError) {
        defer { reset() }
        while try step() { try visit(self) }
    }

    /// What `read` makes of the first row; `nil` where there is none.
    package func first<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> Value? {
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    /// What `read` makes of the only row, which is the store's.
    func only<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard let value = try first(read) else { throw .defect("the store is empty, found by \(text)") }
        return value
    }

    /// Goes on to the next row, if there is one.
    func step() throws(StoreError) -> Bool {
        let code = ResultCode(rawValue: unsafe sqlite3_step(handle))
        switch code {
        case .row: return true
        case .done: return false
        default: throw connection.failure(code, text)
        }
    }

    /// Makes the statement ready to run again; an error that it reports is the one that `step` has thrown.
    private func reset() { unsafe _ = sqlite3_reset(handle) }

    private var text: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

    // MARK: Columns of the current row, which count from 0

    /// How many there are.
    var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

    /// The value of a column, as it is stored.
    func value(_ column: Int32) -> StoredValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    package func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    package func int(_ column: Int32) -> Int { Int(int64(column)) }

    package func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    package func text(_ column: Int32) -> String {
        // Sound: the bytes live until the statement moves on, and are copied here. The text is asked for before its
        // length, as SQLite wants it.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        // Sound: as with a text.
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// What `read` makes of a column's bytes, which are valid during the call.
    package func withBytes<Value>(
        _ column: Int32,
        _ read: (Span<UInt8>) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        // Sound: SQLite keeps the bytes where they are until the statement moves on, which it does not do during the call, and
        // a span cannot outlive it. A value of length 0 has no address.
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        return try unsafe read(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    /// What `read` makes of a column; `nil` where it is null.
    func known<Value>(_ column: Int32, _ read: (Statement) -> (Int32) -> Value) -> Value? {
        isNull(column) ? nil : read(self)(column)
    }
}
