import CSQLite
import Glibc
import Catalogue

extension SQLiteStore {
    /// How many pages are copied between two reports: 4 MiB.
    private static let pagesPerStep: Int32 = 1_024

    /// Copies the store in the file at `path` into a file of its own, as it was when the copying began, while others read and
    /// write it. The copy gets its name once it is complete and checked. It has a history of its own, since the store goes on
    /// without it.
    /// - Parameters:
    ///   - path: The store's file, which has to exist.
    ///   - copy: The copy's path, where no file may be yet. While it is made, it is called `copy.partial`.
    ///   - progress: Receives the share that is copied, 0…1, after every 4 MiB.
    /// - Throws: `StoreError.unavailable` where the store cannot be read, the copy not be written, or a file is there.
    public static func backUp(
        _ path: String,
        to copy: String,
        progress: (_ share: Double) -> Void
    ) throws(StoreError) {
        let partial = copy + ".partial"
        remove(partial)
        defer { remove(partial) }
        try self.copy(Connection(path: path, access: .read), into: partial, progress)
        // Unlike rename(2), it replaces no file. Sound: the system is given terminated copies that outlive the call.
        guard unsafe link(partial, copy) == 0 else {
            let code = errno
            throw .unavailable(
                StoreFailure(
                    ResultCode.cause(ofSystemError: code) ?? .ioError,
                    "making \(copy): \(unsafe String(cString: strerror(code)))"
                )
            )
        }
    }

    /// Copies the state that `source` sees into a new file at `path`, which is closed when this returns.
    private static func copy(
        _ source: Connection,
        into path: String,
        _ progress: (Double) -> Void
    ) throws(StoreError) {
        let target = try Connection(path: path, access: .write)
        // One transaction from the first page to the last, so that writes in between do not begin the copy anew. Reading opens
        // it.
        try source.snapshot { (source) throws(StoreError) in
            _ = try source.statement("SELECT count(*) FROM sqlite_schema").first { $0.int(0) }
            try source.copyPages(to: target, step: pagesPerStep, progress)
        }
        let verdict = try target.statement("PRAGMA quick_check(1)").first { $0.text(0) }
        guard verdict == "ok" else {
            throw .unavailable(StoreFailure(.corrupt, "\(path) is damaged: \(verdict ?? "no verdict")"))
        }
        let version = try target.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
        // A file of an earlier version gets its history when it is migrated.
        if version == Schema.version { try target.run(.changeHistory) }
    }

    /// Removes an unfinished copy, and the files that SQLite may have left beside it.
    private static func remove(_ path: String) {
        // Sound: the system is given a terminated copy that outlives the call.
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
}
