import Catalogue
import Dispatch
import EventLoop
import Glibc
import Synchronization

/// Commits waiting changes together.
///
/// A commit waits for the disk, however much it holds. Changes that arrive meanwhile queue up on the actor's executor
/// and share the next transaction, each in a savepoint of its own, so that one that fails does not affect the others.
/// All return once the transaction is on the disk.
actor Writer {
    static let maximumWaiting = 1_024

    /// Sound: the writer keeps the loop.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.loop.asUnownedSerialExecutor() }

    /// In milliseconds.
    private static let openingTimeout = 30_000

    private(set) var commits = 0

    nonisolated let knownVersion: KnownVersion
    nonisolated let file: StoreFile
    /// Waits for the disk without blocking another event loop, and leaves the processor to those that serve homes.
    private nonisolated let thread: DedicatedEventLoop
    private nonisolated let waiting = Atomic(0)
    private(set) var connection: Connection
    private var gathered: [PendingChange<Connection>] = []

    /// Creates a missing file.
    init(path: String) throws(StoreError) {
        do {
            thread = try DedicatedEventLoop(inBackground: true)
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
        let connection = try Self.connect(to: path)
        try Schema.prepare(connection)
        try connection.setBusyTimeout(Connection.busyTimeout)
        knownVersion = KnownVersion(try connection.version())
        file = try StoreFile(path: path, openBy: connection)
        self.connection = connection
    }

    private static func connect(to path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, access: .write)
        if connection.isReadOnly {
            // Sound: the path is a terminated copy, and the message is copied before the next call.
            let reason = unsafe access(path, W_OK) == 0 ? "" : ": \(unsafe String(cString: strerror(errno)))"
            throw .unavailable(StoreFailure(.readOnly, "\(path) is not writable\(reason)"))
        }
        // Another process may be creating the same file, under an exclusive lock.
        try connection.setBusyTimeout(openingTimeout)
        let journal = try enableWAL(connection)
        guard journal == "wal" else {
            let reason = "expected a file that can have a write-ahead log, found journal mode \(journal ?? "none")"
            throw .unavailable(StoreFailure(.misconfigured, "\(path): \(reason)"))
        }
        // A long WAL saves an import from writing the same pages repeatedly; savepoints stay in memory.
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

    /// Returns when the change is on the disk.
    /// - Throws: the errors of the change; `StoreError.busy` if too many changes are waiting.
    nonisolated func write<Value: Sendable>(
        _ change: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maximumWaiting else { throw .busy }
        return try await gather(change).get()
    }

    private func gather<Value: Sendable>(
        _ change: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            // The commit joins the end of the executor's queue, after the changes that arrived meanwhile.
            if gathered.isEmpty { Task { commit() } }
            gathered.append(PendingChange(continuation) { $0.savepoint(change) })
        }
    }

    private func commit() {
        let changes = gathered
        gathered = []
        do throws(StoreError) {
            if file.isReadOnly { try reconnect() }
            connection.raise = StoredVersion()
            connection.totals = EventTotals()
            try file.requireWritable()
            try connection.run(.beginWriting)
            var answers: [PendingChange<Connection>.Answer] = []
            for change in changes {
                let applied = change.apply(&connection)
                answers.append(applied.answer)
                // A failed change undoes itself, unless the file failed: then SQLite has rolled everything back, or
                // the others fail, too.
                if let error = applied.failure, !connection.isInTransaction || error.isReadOnly { throw error }
            }
            try connection.writeTotals()
            try commitVersion()
            commits += 1
            // A commit to a file that the path no longer leads to is lost.
            try file.requireWritable()
            file.isReadOnly = false
            for answer in answers { answer(nil) }
        } catch {
            connection.rollback()
            if error.isReadOnly { file.isReadOnly = true }
            for change in changes { change.fail(error) }
        }
    }

    /// Opens the file anew: a descriptor that was opened for reading stays so when the file becomes writable.
    private func reconnect() throws(StoreError) {
        let next = try Self.connect(to: file.path)
        _ = try next.version()
        try file.confirm(next)
        try next.setBusyTimeout(Connection.busyTimeout)
        connection = next
    }

    private func commitVersion() throws(StoreError) {
        let raise = connection.raise
        if raise == StoredVersion() { return try connection.run(.commit) }
        let version = try connection.raiseVersion()
        knownVersion.expect(version, raisedBy: raise)
        do throws(StoreError) {
            try connection.run(.commit)
        } catch {
            connection.rollback()
            knownVersion.cancelExpected(version, raisedBy: raise)
            throw error
        }
        knownVersion.adopt(version)
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
