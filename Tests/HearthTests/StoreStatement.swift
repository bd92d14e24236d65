import CSQLite

/// Does to the store at `path` what no Hearth does.
func execute(_ statement: String, on path: String) throws {
    // Sound: SQLite reads the path and the statement during the calls, and writes one pointer.
    var handle: OpaquePointer?
    defer { unsafe sqlite3_close_v2(handle) }
    var code = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    if code == SQLITE_OK { code = unsafe sqlite3_busy_timeout(handle, 60_000) }
    if code == SQLITE_OK { code = unsafe sqlite3_exec(handle, statement, nil, nil, nil) }
    guard code == SQLITE_OK else { throw StoreLock.Failure(code: code) }
}
