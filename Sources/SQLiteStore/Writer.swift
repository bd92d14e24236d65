import Glibc
import Catalogue
import Synchronization

/// Gathers the changes that are waiting, and commits them together.
///
/// A commit costs a wait for the disk, however much it holds. While one is under way, the next changes queue up behind it on
/// the actor's executor. Each is its own savepoint in the transaction that follows, so that one that fails takes none of the
/// others with it. All return once the transaction is on the disk.
actor Writer {
    /// How many changes may wait at a time.
    static let maximumWaiting = 1_024

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// How long it waits for others while it opens the file, in milliseconds.
    private static let openingPatience = 30_000

    /// How many transactions were committed so far.
    private(set) var commits = 0

    /// What is known of the version, by this writer's commits and by others' looks.
    nonisolated let knownVersion: KnownVersion

    /// The file that is written to.
    nonisolated let file: StoreFile

    private nonisolated let executor = SerialQueueExecutor(label: "store writer")
    private nonisolated let waiting = Atomic(0)
    private let connection: Connection
    private var gathered: [PendingChange<Connection>] = []

    /// Opens the file at `path`, creates it if need be, and migrates its schema to the newest version.
    init(path: String) throws(StoreError) {
        let connection = try Connection(path: path, access: .write)
        // Others may be making the same file: each has the whole of it to itself for as long as its migrations take.
        try connection.wait(atMost: Self.openingPatience)
        let journal = try Self.startLog(connection)
        guard journal == "wal" else {
            throw .unavailable(
                StoreFailure(
                    .misconfigured,
                    "\(path): expected a file that can have a write-ahead log, found journal mode \(journal ?? "none")"
                )
            )
        }
        // A long log saves an import from writing the same pages into the file again and again; savepoints are kept in
        // memory and not in a temporary file.
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = -65536;
            PRAGMA temp_store = MEMORY;
            PRAGMA wal_autocheckpoint = 16384;
            PRAGMA journal_size_limit = 67108864;
            """
        )
        try Schema.prepare(connection)
        try connection.wait(atMost: Connection.patience)
        knownVersion = KnownVersion(try connection.version())
        file = try StoreFile(path: path, openBy: connection)
        self.connection = connection
    }

    /// Turns the write-ahead log on. Of two that do so at once, SQLite refuses one without waiting, so that neither waits for
    /// ever for the other: it tries again.
    /// - Returns: the journal mode that the file has now.
    private static func startLog(_ connection: Connection) throws(StoreError) -> String? {
        let deadline = ContinuousClock.now + .milliseconds(openingPatience)
        while true {
            do throws(StoreError) {
                return try connection.statement("PRAGMA journal_mode = WAL").first { $0.text(0) }
            } catch {
                guard case .busy = error, ContinuousClock.now < deadline else { throw error }
                usleep(1_000)
            }
        }
    }

    /// Makes the change, and returns when it is on the disk.
    /// - Throws: what the change throws; `StoreError.busy` where too many are waiting.
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
            // The commit goes to the end of the executor's queue, behind the changes that have arrived meanwhile.
            if gathered.isEmpty { Task { commit() } }
            gathered.append(PendingChange(continuation) { $0.savepoint(change) })
        }
    }

    private func commit() {
        let changes = gathered
        gathered = []
        var connection = connection
        do throws(StoreError) {
            connection.raise = StoredVersion()
            try file.checkTakesWrites()
            try connection.run(.beginWriting)
            var answers: [PendingChange<Connection>.Answer] = []
            for change in changes {
                let made = change.apply(&connection)
                answers.append(made.answer)
                // A change that fails has undone itself, unless what failed is the file: then nothing is left to commit.
                if let error = made.failure, !connection.isInTransaction { throw error }
            }
            try commitVersion()
            commits += 1
            // What went into a file that the path leads to no more is lost with it.
            try file.checkTakesWrites()
            for answer in answers { answer(nil) }
        } catch {
            connection.rollback()
            for change in changes { change.fail(error) }
        }
    }

    /// Commits the open transaction under its version, which is known when this returns.
    private func commitVersion() throws(StoreError) {
        let raise = connection.raise
        if raise == StoredVersion() { return try connection.run(.commit) }
        let version = try connection.raiseVersion()
        knownVersion.expect(version, raisedBy: raise)
        do throws(StoreError) {
            try connection.run(.commit)
        } catch {
            connection.rollback()
            knownVersion.giveUp(version, raisedBy: raise)
            throw error
        }
        knownVersion.see(version)
    }

    /// Waits for the thread of whatever was committed last, which may still be the last to know this writer: then the file
    /// would be closed there, and who ends the process thinks that it is closed already.
    nonisolated func drain() { executor.drain() }

    /// Leaves the path to the file that has replaced this one.
    func detachFromPath() {
        guard connection.hasMoved else { return }
        // It may fail where another process has the file open, too: what the log alone has then goes with the log.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.removeCompanions()
    }

    /// Lets a test do to the writer's connection what only an administrator could.
    func withConnection(_ body: @Sendable (Connection) throws(StoreError) -> Void) throws(StoreError) {
        try body(connection)
    }
}
