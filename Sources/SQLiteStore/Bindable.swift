import CSQLite

/// A value that can stand for a `?` in a statement.
package protocol Bindable {
    /// Binds the value to the parameter at `index`, from 1 on, of a prepared statement.
    /// - Returns: SQLite's result code.
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
        // Other than an argument that is made of a string, this allocates nothing.
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

/// Has SQLite copy the bytes before it returns (`SQLITE_TRANSIENT`, a macro that Swift does not see).
private var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
