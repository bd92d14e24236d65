import Catalogue
import EventLoop

/// A store in an SQLite file.
///
/// Reads run on the calling thread, never suspend, and see what was committed when they began; a read of one user takes
/// microseconds. One writer on a thread of its own commits waiting writes together; each returns when it is on the
/// disk. Several processes can open the same file.
public final class SQLiteStore: StoreEngine {
    let readers: Readers
    /// For reads that may take a second, so that reads of users need not wait.
    let longReader: Readers
    let versionMonitor: VersionMonitor
    private let history: UInt64
    package let groupCommit: GroupCommit
    /// Declared last, so that it closes last: only a writing connection can move the WAL into the file.
    let writer: Writer

    /// Opens the store in the file at `path`, and creates a missing file. SQLite adds two files, `-wal` and `-shm`.
    /// - Parameters:
    ///   - path: In an existing directory of a local file system.
    ///   - readers: Concurrent reads, 1 or more.
    ///   - clock: Returns the time of removals.
    /// - Throws: `StoreError.unavailable` if the file cannot be opened or has another schema, `StoreError.busy` if
    ///   another process keeps it locked.
    public init(
        path: String,
        readers: Int,
        clock: @escaping @Sendable () -> Instant = { .now() }
    ) throws(StoreError) {
        // The writer first: it creates the tables.
        let writer = try Writer(path: path, clock: clock)
        self.readers = try Readers(writer.file, count: readers)
        longReader = try Readers(writer.file, count: 1)
        versionMonitor = try VersionMonitor(writer.file, known: writer.knownVersion)
        history = try longReader.read { (connection) throws(StoreError) in try connection.storeRow().versions.history }
        groupCommit = GroupCommit(on: writer.loop) { (selection, changes) throws(StoreError) in
            try await writer.write { (connection, now) throws(StoreError) in
                try Transaction.run(on: connection, at: now, reading: selection, changes)
            }
        }
        self.writer = writer
    }

    deinit { writer.drain() }

    /// Each connection has the file and its WAL; all share the WAL index (`-shm`). The connections are the readers, the
    /// writer, the version monitor, the long reader, and one for backups. The writer has an event loop.
    public static func maximumDescriptors(readers: Int) -> Int {
        2 * (readers + 4) + 1 + DedicatedEventLoop.descriptorCount
    }

    // MARK: The file

    /// Whether the path led to the open file at the last check, no read found it damaged, and the last write did not
    /// find it read-only.
    public var acceptsWrites: Bool { writer.file.failure == nil && !writer.file.isReadOnly }

    /// Reads are tried each time.
    public var acceptsReads: Bool { true }

    /// Returns why the file accepts no writes: `missing`, `replaced` or `corrupt`. The latter two are permanent.
    public func checkFile() -> StoreFailure? { writer.file.check() }

    /// Moves the WAL into the open file, and leaves the path to a file that replaced this one. Reads go on.
    public func detachFromPath() async { await writer.detachFromPath() }

    // MARK: Versions

    /// The version of the writer's last commit, or of the last check of the file, some milliseconds ago.
    public var itemVersion: ItemVersion {
        ItemVersion(history: history, number: Int64(bitPattern: versionMonitor.current.items))
    }

    /// A number shared by all users, which grows with each check that finds another writer's changes.
    public func userVersion(of user: UserID) -> UInt64 { versionMonitor.current.users }
}

// MARK: Reading and writing

extension SQLiteStore {
    package static let maximumChanges = Int64.max

    package func read(
        _ statements: [StoreStatement],
        _ consistency: ReadConsistency,
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let readers = if case .any = consistency { longReader } else { readers }
        try readers.read { (connection) throws(StoreError) in try connection.run(statements, receive) }
    }

    package func scan(
        _ query: String,
        _ consistency: ReadConsistency,
        fetchSize: Int,
        _ receive: (_ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError) -> ItemVersion {
        try longReader.read { (connection) throws(StoreError) in
            let version = try connection.storeRow().versions.itemVersion
            try connection.prepare(query).forEach { (row) throws(StoreError) in try receive(row) }
            return version
        }
    }

    package func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any StoreConnection, Instant) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await writer.write(body)
    }
}
