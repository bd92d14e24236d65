import CSQLite
import Catalogue
import EventLoop
import Glibc

/// A connection to a file, with its prepared statements. Used by one thread at a time: the writer's, or a reader's.
@safe package final class Connection {
    package enum Access {
        case read
        /// Reads and writes, and creates the file.
        case write
    }

    /// In milliseconds.
    static let busyTimeout = 5_000

    // Sound: opened in `init`, closed in `deinit` after the last statement, and never handed out in between.
    private let handle: OpaquePointer
    private let path: String
    /// Receives damage that this connection finds; `nil` while the file is opened.
    var file: StoreFile?
    private var statements: [String: Statement] = [:]

    /// In KiB. With `mmap_size` instead, memory would grow with the file.
    static let readerCache = 4_096

    package init(path: String, access: Access) throws(StoreError) {
        self.path = path
        let mode = access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // SQLite gives its other files the permissions of this one. An existing file is not opened here: closing a second
        // descriptor would end the locks of the first. Sound: the path is a terminated copy that outlives the call.
        if access == .write, path != ":memory:" {
            unsafe _ = close(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        }
        var handle: OpaquePointer?
        // SQLite needs no mutex: the owner serializes access.
        let code = unsafe sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle = unsafe handle else {
            throw .unavailable(StoreFailure(.outOfResources, "opening \(path): out of memory"))
        }
        unsafe self.handle = handle
        guard code == SQLITE_OK else {
            let reason = systemError == 0 ? "" : ": \(systemMessage(systemError))"
            let cause = ResultCode(rawValue: code).cause(systemError: systemError)
            throw .unavailable(StoreFailure(cause, "opening \(path): \(message)\(reason)"))
        }
        try setBusyTimeout(Self.busyTimeout)
        if access == .read { try execute("PRAGMA cache_size = -\(Self.readerCache)") }
    }

    deinit {
        statements.removeAll()
        unsafe _ = sqlite3_close_v2(handle)
    }

    /// The timeout counts for each statement.
    func setBusyTimeout(_ milliseconds: Int) throws(StoreError) {
        try execute("PRAGMA busy_timeout = \(milliseconds)")
    }

    // MARK: Statements

    /// Runs each statement for each of its rows.
    func run(
        _ statements: [StoreStatement],
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        for (index, statement) in statements.enumerated() where !statement.isEmpty {
            let (text, rows) = statement.sqlite
            let prepared = try prepare(text)
            for values in rows {
                try prepared.bind(values)
                try prepared.forEach { (row) throws(StoreError) in try receive(index, row) }
            }
        }
    }

    func storeRow() throws(StoreError) -> StoreRow {
        let row = try prepare(StoreStatement.storeQuery).first { (row) throws(StoreError) in try StoreRow(row) }
        guard let row else { throw .emptyStore }
        return row
    }

    /// Returns a statement, prepared once.
    func prepare(_ text: String) throws(StoreError) -> Statement {
        if let known = statements[text] { return known }
        let statement = try statement(text)
        statements[text] = statement
        return statement
    }

    package func execute(_ script: String) throws(StoreError) {
        let code = ResultCode(rawValue: unsafe sqlite3_exec(handle, script, nil, nil, nil))
        if code != .ok { throw failure(code, script) }
    }

    /// Prepares a statement that is used once.
    package func statement(_ text: String) throws(StoreError) -> Statement {
        var prepared: OpaquePointer?
        let code = ResultCode(rawValue: unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, nil))
        guard code == .ok, let prepared = unsafe prepared else { throw failure(code, text) }
        return unsafe Statement(owning: prepared, connection: self)
    }

    /// Rows that the last statement changed.
    var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    package var cachedBytes: Int {
        var (current, highest) = (Int32(0), Int32(0))
        // Sound: SQLite writes two numbers into the variables.
        unsafe _ = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
        return Int(current)
    }

    // MARK: Transactions

    /// Errors such as a full disk end a transaction.
    private var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` on one state of the database.
    func snapshot<Value>(_ body: (Connection) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try prepare("BEGIN").run()
        defer { rollback() }
        return try body(self)
    }

    /// Rolls the transaction back, if one is open.
    func rollback() {
        // It only fails if SQLite has already rolled back.
        if isInTransaction { try? prepare("ROLLBACK").run() }
    }

    // MARK: Copies

    /// This connection's transaction must have read something. The file of `target` must be empty.
    /// - Parameters:
    ///   - step: Pages between two calls of `progress`.
    ///   - progress: Receives the copied share, 0…1.
    func copyPages(to target: Connection, step: Int32, _ progress: (Double) -> Void) throws(StoreError) {
        // Sound: finished before either connection closes, and never handed out.
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.failure(ResultCode(rawValue: unsafe sqlite3_errcode(target.handle)), "a backup")
        }
        var code: ResultCode
        repeat {
            code = ResultCode(rawValue: unsafe sqlite3_backup_step(backup, step))
            let (rest, all) = unsafe (sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup))
            if all > 0 { progress(Double(all - rest) / Double(all)) }
        } while code == .ok
        unsafe _ = sqlite3_backup_finish(backup)
        if code != .done { throw target.failure(code, "a backup") }
    }

    // MARK: The file

    /// Whether SQLite could open the file for reading only.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// The file's absolute path without links, from which SQLite derives the name of the WAL.
    var fileName: String { unsafe sqlite3_db_filename(handle, "main").map { unsafe String(cString: $0) } ?? path }

    /// Whether the file at that path is not the open one.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        // Sound: SQLite writes one number into the variable.
        unsafe _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    // MARK: Errors

    func failure(_ code: ResultCode, _ statement: String) -> StoreError {
        // Another process held its lock for longer than the timeout; nothing was done.
        if code.primary == .busy { return .busy }
        let systemError = code.isOfWrite ? writeError : code.isOfSystem ? systemError : 0
        let system = systemError == 0 ? "" : ": \(systemMessage(systemError))"
        let line = statement.split { $0.isWhitespace }.joined(separator: " ")
        let reason = "\(path): \(message)\(system) (SQLite code \(code.rawValue), running \(line))"
        if code.isDefect { return .defect(reason) }
        let failure = StoreFailure(code.cause(systemError: systemError), reason)
        if failure.cause == .corrupt { file?.setDamage(failure) }
        return .unavailable(failure)
    }

    /// The `errno` of the last `SQLITE_CANTOPEN` or `SQLITE_IOERR`; 0 if there was none.
    private var systemError: Int32 { unsafe sqlite3_system_errno(handle) }

    /// The `errno` of the last failed write to the WAL, which a failed commit reports nowhere else; 0 for none.
    private var writeError: Int32 {
        var log: UnsafeMutablePointer<sqlite3_file>?
        var code: Int32 = 0
        // Sound: SQLite writes the address of its file, which lives as long as the connection, and one number.
        unsafe _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        if let log = unsafe log, let methods = unsafe log.pointee.pMethods {
            unsafe _ = methods.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code)
        }
        return code
    }

    private var message: String { unsafe String(cString: sqlite3_errmsg(handle)) }
}
