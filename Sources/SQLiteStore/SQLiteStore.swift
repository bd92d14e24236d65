import Catalogue
import Glibc

/// A store in a file of its own, by SQLite.
///
/// Reads run where they are called and never suspend. A read of one user takes microseconds; each sees what was committed when
/// it began. Writes are gathered and committed together by one writer on a thread of its own, and each returns when it is on
/// the disk. Several processes can have the same file open.
public final class SQLiteStore: CatalogueStore {
    let readers: Readers
    /// Reads the items, all of which may take a second: reads of users do not wait for it.
    let itemReader: Readers
    let versionMonitor: VersionMonitor
    let clock: @Sendable () -> Int64
    private let history: UInt64
    /// Declared last, so that it is closed last: the last connection to close moves the log into the file, which only one that
    /// writes can do.
    let writer: Writer

    /// Opens the store in the file at `path`, creates it if need be, and migrates a file of an earlier version.
    ///
    /// SQLite keeps two more files beside it, `-wal` and `-shm`, which belong to it.
    /// - Parameters:
    ///   - path: The file's path. Its directory has to exist, on a local file system.
    ///   - readers: How many threads read at the same time without waiting for each other, 1 or more.
    ///   - clock: Returns the time at which items are removed, in Unix seconds (UTC).
    /// - Throws: `StoreError.newerSchema` where a newer Hearth wrote the file, `StoreError.unavailable` where it cannot
    ///   be opened, `StoreError.busy` where another process keeps it to itself.
    public init(
        path: String,
        readers: Int,
        clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
    ) throws(StoreError) {
        // The writer first: it creates the tables that the readers expect.
        writer = try Writer(path: path)
        self.readers = try Readers(writer.file, count: readers)
        itemReader = try Readers(writer.file, count: 1)
        versionMonitor = try VersionMonitor(writer.file, known: writer.knownVersion)
        self.clock = clock
        history = try itemReader.read { (connection) throws(StoreError) in
            try connection.feedState().version.history
        }
    }

    deinit { writer.drain() }

    /// How many file descriptors a store has open at most: each connection has the file and its log, and all share the log's
    /// index (`-shm`). Beside the readers there are the writer's connection, the version monitor's, the one that reads items,
    /// and one for backups.
    public static func maximumDescriptors(readers: Int) -> Int { 2 * (readers + 4) + 1 }

    /// The version of the writer's last commit, or of the last look at the file, which is at most some milliseconds old.
    public var itemVersion: ItemVersion {
        ItemVersion(history: history, number: Int64(bitPattern: versionMonitor.current.items))
    }

    /// One number for all users, counted up with each look that finds another writer's changes.
    public func userVersion(of user: UserID) -> UInt64 { versionMonitor.current.users }

    /// Reads the key, which was made with the store's tables.
    public func signingKey() async throws(StoreError) -> [UInt8] {
        try StoreLimits.checkedSigningKey(
            readers.read { (connection) throws(StoreError) in try connection.prepare(.signingKey).first { $0.blob(0) } }
        )
    }
}
