import CSQLite

/// Blocks a store's writers, like another program that is writing to it.
@safe final class StoreLock {
    struct Failure: Error {
        let code: Int32
    }

    // Sound: opened in `init`, closed once, and never handed out.
    private var handle: OpaquePointer?

    /// Locks the store at `path`.
    convenience init(_ path: String) throws {
        try self.init(path, executing: "BEGIN IMMEDIATE")
    }

    /// Executes a statement that Hearth itself would not, on the store at `path`.
    static func execute(_ statement: String, on path: String) throws {
        try StoreLock(path, executing: statement).release()
    }

    private init(_ path: String, executing statement: String) throws {
        // Sound: SQLite reads the path and the statement during the calls, and writes one pointer.
        var handle: OpaquePointer?
        var code = unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        if code == SQLITE_OK { code = unsafe sqlite3_busy_timeout(handle, 60_000) }
        if code == SQLITE_OK { code = unsafe sqlite3_exec(handle, statement, nil, nil, nil) }
        unsafe self.handle = handle
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    deinit {
        release()
    }

    func release() {
        unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
    }
}
