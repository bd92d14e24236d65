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

    package func bind<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
        var index: Int32 = 1
        for value in repeat each values {
            let code = ResultCode(rawValue: unsafe value.bind(to: handle, at: index))
            if code != .ok { throw connection.failure(code, text) }
            index += 1
        }
    }

    /// Runs the statement for each row.
    func run(_ rows: [[StoredValue]]) throws(StoreError) {
        for row in rows {
            for (index, value) in row.enumerated() {
                let code = ResultCode(rawValue: unsafe value.bind(to: handle, at: Int32(index + 1)))
                if code != .ok { throw connection.failure(code, text) }
            }
            try run()
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

    func all<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> [Value] {
        var values: [Value] = []
        try forEach { (row) throws(StoreError) in values.append(try read(row)) }
        return values
    }

    package func first<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> Value? {
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    /// Returns the result of `read` for the store row.
    package func only<Value>(_ read: (Statement) throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard let value = try first(read) else { throw .defect("the store is empty, found by \(text)") }
        return value
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

package protocol Bindable {
    /// Returns SQLite's result code.
    /// - Parameter index: From 1 on.
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe Int64(self).bind(to: statement, at: index)
    }
}

extension String: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // `withUTF8` avoids the copy that a `String` argument makes.
        var text = self
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe sqlite3_bind_text(statement, index, bytes.baseAddress, Int32(bytes.count), copied)
            }
        }
    }
}

extension Double: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_double(statement, index, self)
    }
}

extension [UInt8]: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_blob(statement, index, self, Int32(count), copied)
    }
}

extension StoredValue: Bindable {
    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): unsafe number.bind(to: statement, at: index)
        case .text(let text): unsafe text.bind(to: statement, at: index)
        case .bytes(let bytes): unsafe bytes.bind(to: statement, at: index)
        }
    }
}

/// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`, a macro that Swift does not import).
private var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
