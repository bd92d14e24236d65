import CSQLite
import Glibc
import Catalogue

/// One connection to the database's file, with its prepared statements.
///
/// One thread uses it at a time: the writer's actor has one, and so has each reader's mutex.
@safe package final class Connection {
    /// What a connection may do.
    package enum Access {
        /// Read, and nothing else.
        case read
        /// Read and write, and create the file.
        case write
    }

    /// How long a connection waits for another process that has the file to itself, in milliseconds.
    static let patience = 5_000

    // Sound: opened in `init`, closed in `deinit` after the last statement, and never handed out in between.
    private let handle: OpaquePointer
    private let path: String
    /// By how much the open transaction raises the versions.
    var raise = StoredVersion()
    /// Told where this connection finds the file damaged; `nil` while it is opened.
    var file: StoreFile?
    private var statements: [Statement?] = Array(repeating: nil, count: SQL.allCases.count)

    /// How much of the file a reading connection caches, in KiB. Were the file mapped instead, memory would grow with it.
    static let readerCache = 4_096

    /// Opens the file at `path`.
    package init(path: String, access: Access) throws(StoreError) {
        self.path = path
        let mode =
            switch access {
            case .read: SQLITE_OPEN_READONLY
            case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        // No mutex inside SQLite: the owner's actor or mutex is the one.
        let code = unsafe sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle = unsafe handle else {
            throw .unavailable(StoreFailure(.outOfResources, "opening \(path): out of memory"))
        }
        unsafe self.handle = handle
        guard code == SQLITE_OK else {
            let reason = systemError == 0 ? "" : ": \(unsafe String(cString: strerror(systemError)))"
            let cause = ResultCode(rawValue: code).cause(systemError: systemError)
            throw .unavailable(StoreFailure(cause, "opening \(path): \(message)\(reason)"))
        }
        try wait(atMost: Self.patience)
        if access == .read { try execute("PRAGMA cache_size = -\(Self.readerCache)") }
    }

    deinit {
        statements.removeAll()
        unsafe _ = sqlite3_close_v2(handle)
    }

    /// Sets how many milliseconds each statement waits for another process that has the file to itself.
    func wait(atMost patience: Int) throws(StoreError) {
        try execute("PRAGMA busy_timeout = \(patience)")
    }

    // MARK: Statements

    /// The statement, prepared once, with the values bound from its first parameter on.
    func prepare<each Value: Bindable>(_ sql: SQL, _ values: repeat each Value) throws(StoreError) -> Statement {
        let statement: Statement
        if let known = statements[sql.rawValue] {
            statement = known
        } else {
            statement = try self.statement(sql.text)
            statements[sql.rawValue] = statement
        }
        try statement.bind(repeat each values)
        return statement
    }

    /// Runs a statement that gives no rows.
    func run<each Value: Bindable>(_ sql: SQL, _ values: repeat each Value) throws(StoreError) {
        try prepare(sql, repeat each values).run()
    }

    /// Runs a script of statements without parameters.
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

    /// How many rows the statement that ran last has changed.
    var changes: Int64 { unsafe sqlite3_changes64(handle) }

    /// How much memory its page cache takes, in bytes.
    package var cachedBytes: Int {
        var (current, highest) = (Int32(0), Int32(0))
        // Sound: SQLite writes two numbers into the variables.
        unsafe _ = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
        return Int(current)
    }

    // MARK: Transactions

    /// Whether a transaction is open. SQLite ends one by itself on errors such as a full disk.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Lets `body` see one state of the database from its first statement to its last.
    func snapshot<Value>(_ body: (Connection) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try run(.begin)
        defer { rollback() }
        return try body(self)
    }

    /// Does all of `body`, or nothing where it throws. Inside a transaction only.
    func savepoint<Value>(_ body: (Connection) throws(StoreError) -> Value) -> Result<Value, StoreError> {
        let raiseBefore = raise
        do throws(StoreError) {
            try run(.savepoint)
            let value = try body(self)
            try run(.release)
            return .success(value)
        } catch {
            // What fails here fails because SQLite has ended the transaction already, and the savepoint with it.
            try? run(.rollbackToSavepoint)
            try? run(.release)
            raise = raiseBefore
            return .failure(error)
        }
    }

    /// Ends the transaction, if one is open, without its changes.
    func rollback() {
        // It can only fail where SQLite has rolled back already.
        if isInTransaction { try? run(.rollback) }
    }

    // MARK: Copies

    /// Copies all that this connection's transaction sees, which has to be open and to have read something, into the empty
    /// file of `target`, `step` pages at a time, and tells after each what share is copied, 0…1.
    func copyPages(to target: Connection, step: Int32, _ progress: (Double) -> Void) throws(StoreError) {
        // Sound: it is finished before either connection can be closed, and never handed out.
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

    /// The file's absolute path, links followed, by which SQLite names its log.
    var fileName: String { unsafe sqlite3_db_filename(handle, "main").map { unsafe String(cString: $0) } ?? path }

    /// Whether another file is at that path than the one that is open, or none.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        // Sound: SQLite writes one number into the variable.
        unsafe _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    // MARK: Errors

    /// What a statement's failure means to the store's callers.
    func failure(_ code: ResultCode, _ statement: String) -> StoreError {
        // Another process kept the file to itself for longer than our patience: nothing was done.
        if code.primary == .busy { return .busy }
        let systemError = code.isOfWrite ? writeError : code.isOfSystem ? systemError : 0
        let system = systemError == 0 ? "" : ": \(unsafe String(cString: strerror(systemError)))"
        let reason = "\(path): \(message)\(system) (SQLite code \(code.rawValue), running \(statement))"
        if code.isDefect { return .defect(reason) }
        let failure = StoreFailure(code.cause(systemError: systemError), reason)
        if failure.cause == .corrupt { file?.note(damage: failure) }
        return .unavailable(failure)
    }

    /// The system's error number behind the last `SQLITE_CANTOPEN` or `SQLITE_IOERR`; 0 where there was none.
    private var systemError: Int32 { unsafe sqlite3_system_errno(handle) }

    /// The system's error number of the last write to the log that failed, which a failed commit leaves nowhere else; 0 where
    /// there was none.
    private var writeError: Int32 {
        var log: UnsafeMutablePointer<sqlite3_file>?
        var code: Int32 = 0
        // Sound: SQLite writes the address of its own file, which lives as long as the connection, and one number.
        unsafe _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        if let log = unsafe log, let methods = unsafe log.pointee.pMethods {
            unsafe _ = methods.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code)
        }
        return code
    }

    private var message: String { unsafe String(cString: sqlite3_errmsg(handle)) }
}
