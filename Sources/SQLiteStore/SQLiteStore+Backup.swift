import CSQLite
import Glibc
public import Catalogue

extension SQLiteStore {
    /// How many pages are copied between two reports: 4 MiB.
    private static let pagesPerStep: Int32 = 1_024

    /// Copies the store in the file at `path` into a file of its own, as it was when the copying began, whoever reads and
    /// writes it meanwhile. The copy has its name only once it is whole and checked.
    /// - Parameters:
    ///   - path: The store's file, which has to be there.
    ///   - copy: The copy's path, where nothing may be yet. While it is made, it is called `copy.partial`.
    ///   - progress: Is told what share is copied, 0…1, after every 4 MiB.
    /// - Throws: `StoreError.unavailable` where the store cannot be read, the copy not be written, or something is there.
    public static func backUp(
        _ path: String,
        to copy: String,
        progress: (_ share: Double) -> Void
    ) throws(StoreError) {
        try backUp(path, to: copy, progress: progress) { (_) throws(StoreError) in }
    }

    /// Copies a store's file, and lets `finish` change the copy before it is whole.
    static func backUp(
        _ path: String,
        to copy: String,
        progress: (_ share: Double) -> Void,
        finish: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        let partial = copy + ".partial"
        remove(partial)
        defer { remove(partial) }
        try self.copy(Connection(path: path, access: .read), into: partial, progress, finish)
        // Unlike rename(2), it takes nothing's place. Sound: the system is given terminated copies that outlive the call.
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

    /// Copies what `source` sees into a new file at `path`, which nobody has open any more when this returns.
    private static func copy(
        _ source: Connection,
        into path: String,
        _ progress: (Double) -> Void,
        _ finish: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        let target = try Connection(path: path, access: .write)
        // One transaction from the first page to the last, so that what is written meanwhile begins nothing anew; reading
        // opens it.
        try source.snapshot { (source) throws(StoreError) in
            _ = try source.statement("SELECT count(*) FROM sqlite_schema").first { $0.int(0) }
            try source.copyPages(to: target, step: pagesPerStep, progress)
        }
        let verdict = try target.statement("PRAGMA quick_check(1)").first { $0.text(0) }
        guard verdict == "ok" else {
            throw .unavailable(StoreFailure(.corrupt, "\(path) is damaged: \(verdict ?? "no verdict")"))
        }
        try finish(target)
    }

    /// Removes an unfinished copy, and what SQLite has left beside it if it was ended.
    private static func remove(_ path: String) {
        // Sound: the system is given a terminated copy that outlives the call.
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
}
