import ListingShelves
public import Catalogue

/// The property store in a file of its own, by SQLite.
///
/// Reads run where they are called, on a connection of the store's, and never suspend: each takes microseconds, and
/// sees what was committed when it began. Writes are gathered and committed together by one writer on a thread of its
/// own; each returns when it is on the disk. Several processes can have the same file open, one that serves and one
/// that imports: they take turns at writing.
public final class SQLiteStore: Sendable {
    let readers: Readers
    let shelves = Shelves(reads: 32...16_384)
    let versionWatch: VersionWatch
    let feedbackClock: (@Sendable () -> Int64?)?
    /// Goes last: whoever closes the file last puts its log into it, which only one that writes can.
    let writer: Writer

    /// Opens the store in the file at `path`, creates it if need be, and brings a file of an earlier version up to date.
    ///
    /// SQLite keeps two more files beside it, `-wal` and `-shm`, which belong to it.
    /// - Parameters:
    ///   - path: The file's path. Its directory has to exist, on a file system of this machine.
    ///   - readers: How many threads read at the same time without waiting for each other, 1 or more.
    ///   - feedbackClock: Tells the Unix seconds at which feedback is dated, or `nil` while no service
    ///     fetches it and none is kept. Without a clock none is kept at all.
    /// - Throws: `StoreError.newerSchema` where a newer Hearth wrote the file, `StoreError.unavailable` where it cannot
    ///   be opened, `StoreError.busy` where another process keeps it to itself.
    public init(
        path: String,
        readers: Int,
        feedbackClock: (@Sendable () -> Int64?)? = nil
    ) throws(StoreError) {
        // The writer first: it makes what the readers expect to find.
        writer = try Writer(path: path)
        self.feedbackClock = feedbackClock
        self.readers = try Readers(writer.file, count: readers)
        versionWatch = try VersionWatch(writer.file, known: writer.knownVersion)
    }

    /// How many file descriptors a store has open at most: each connection has the file and its log, and one of them what
    /// all share of the log (`-shm`). Beside those that read there are the writer's, the version watch's, and one for what
    /// is seldom done.
    public static func descriptors(readers: Int) -> Int { 2 * (readers + 3) + 1 }

    deinit { writer.drain() }
}

extension SQLiteStore: PropertyStore {}
