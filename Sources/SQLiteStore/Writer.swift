import Catalogue
import Dispatch
import EventLoop
import Glibc

/// Writes to the file, one transaction after the other.
actor Writer {
    /// Sound: the writer keeps the loop.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.loop.asUnownedSerialExecutor() }

    /// In milliseconds.
    private static let openingTimeout = 30_000

    private(set) var commits = 0

    nonisolated let knownVersion: KnownVersion
    nonisolated let file: StoreFile
    /// Waits for the disk without blocking another event loop, and leaves the processor to those that serve homes.
    private nonisolated let thread: DedicatedEventLoop
    private(set) var connection: Connection
    private let clock: @Sendable () -> Instant

    nonisolated var loop: EventLoop { thread.loop }

    /// Creates a missing file.
    /// - Parameter clock: Returns the time of removals.
    init(path: String, clock: @escaping @Sendable () -> Instant) throws(StoreError) {
        do {
            thread = try DedicatedEventLoop(inBackground: true)
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
        let connection = try Self.connect(to: path)
        try Schema.prepare(connection)
        try connection.setBusyTimeout(Connection.busyTimeout)
        knownVersion = KnownVersion(try connection.storeRow().versions)
        file = try StoreFile(path: path, openBy: connection)
        (self.connection, self.clock) = (connection, clock)
    }

    private static func connect(to path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, access: .write)
        if connection.isReadOnly {
            // Sound: the path is a terminated copy.
            let reason = unsafe access(path, W_OK) == 0 ? "" : ": \(systemMessage())"
            throw .unavailable(StoreFailure(.readOnly, "\(path) is not writable\(reason)"))
        }
        // Another process may be creating the same file, under an exclusive lock.
        try connection.setBusyTimeout(openingTimeout)
        let journal = try enableWAL(connection)
        guard journal == "wal" else {
            let reason = "expected a file that can have a write-ahead log, found journal mode \(journal ?? "none")"
            throw .unavailable(StoreFailure(.misconfigured, "\(path): \(reason)"))
        }
        // A long WAL saves an import from writing the same pages repeatedly.
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = -65536;
            PRAGMA temp_store = MEMORY;
            PRAGMA wal_autocheckpoint = 16384;
            PRAGMA journal_size_limit = 67108864;
            """
        )
        return connection
    }

    /// Enables the WAL. If two processes do so at once, SQLite refuses one without waiting; it tries again.
    /// - Returns: the file's journal mode.
    private static func enableWAL(_ connection: Connection) throws(StoreError) -> String? {
        let deadline = ContinuousClock.now + .milliseconds(openingTimeout)
        while true {
            do throws(StoreError) {
                return try connection.statement("PRAGMA journal_mode = WAL").first { $0.text(0) }
            } catch {
                guard case .busy = error, ContinuousClock.now < deadline else { throw error }
                usleep(1_000)
            }
        }
    }

    /// Calls `body` with the time of removals. Returns when its transactions are on the disk.
    func write<Outcome: Sendable>(
        _ body: @Sendable (any StoreConnection, Instant) throws(StoreError) -> Outcome
    ) throws(StoreError) -> Outcome {
        do throws(StoreError) {
            if file.isReadOnly { try reconnect() }
            try file.requireWritable()
            let outcome = try body(WritingConnection(connection: connection, known: knownVersion), clock())
            // A commit to a file that the path no longer leads to is lost.
            try file.requireWritable()
            commits += 1
            file.isReadOnly = false
            return outcome
        } catch {
            if error.isReadOnly { file.isReadOnly = true }
            throw error
        }
    }

    /// Opens the file anew: a descriptor that was opened for reading stays so when the file becomes writable.
    private func reconnect() throws(StoreError) {
        let next = try Self.connect(to: file.path)
        _ = try next.storeRow()
        try file.confirm(next)
        try next.setBusyTimeout(Connection.busyTimeout)
        connection = next
    }

    /// Waits for the running job, which may hold the last reference to this writer: otherwise the process could end
    /// before its thread closes the file.
    nonisolated func drain() {
        if thread.loop.isIsolatingCurrentContext() == true { return }
        let end = DispatchSemaphore(value: 0)
        Task(executorPreference: thread.loop) { end.signal() }
        end.wait()
    }

    /// Leaves the path to the file that replaced this one.
    func detachFromPath() {
        guard connection.hasMoved else { return }
        // This fails if another process has the file open; then the content of the WAL is lost.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.removeSidecars()
    }
}

private struct WritingConnection: StoreConnection {
    let connection: Connection
    let known: KnownVersion

    var begin: StoreStatement { .sql("BEGIN IMMEDIATE") }

    var lockStore: StoreStatement { .store }

    func run(
        _ statements: [StoreStatement],
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        try connection.run(statements, receive)
        return connection.changes
    }

    func commit(_ statements: [StoreStatement], _ change: VersionChange) throws(StoreError) {
        try connection.run(statements) { _, _ in }
        try known.adopt(change) { () throws(StoreError) in try connection.prepare("COMMIT").run() }
    }

    func rollback() { connection.rollback() }
}
