import CSQLite
import Catalogue
import EventLoop
import Glibc

extension SQLiteStore {
    /// 4 MiB.
    private static let pagesPerStep: Int32 = 1_024

    /// Copies the store in the file at `path`, as it is at the beginning, while others read and write it. The copy gets
    /// its name when it is complete and checked. It has a history of its own.
    /// - Parameters:
    ///   - copy: The path of the copy, where no file may exist. Until it is complete, it is called `copy.partial`.
    ///   - progress: Receives the copied share, 0…1, after every 4 MiB.
    /// - Throws: `StoreError.unavailable` if the store cannot be read or has another schema, the copy cannot be
    ///   written, or a file exists at its path.
    public static func backUp(
        _ path: String,
        to copy: String,
        progress: (_ share: Double) -> Void
    ) throws(StoreError) {
        let partial = copy + ".partial"
        remove(partial)
        defer { remove(partial) }
        try self.copy(snapshot(of: path), into: partial, progress)
        // Unlike rename(2), link(2) replaces no file. Sound: both paths are terminated copies that outlive the call.
        guard unsafe link(partial, copy) == 0 else {
            let code = errno
            let cause = ResultCode.cause(ofSystemError: code) ?? .ioError
            throw .unavailable(StoreFailure(cause, "making \(copy): \(systemMessage(code))"))
        }
    }

    /// Opens a connection that reads one state of the store, whatever other processes write.
    package static func snapshot(of path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, access: .read)
        try connection.execute("BEGIN")
        // Reading opens the transaction.
        try Schema.check(connection)
        return connection
    }

    private static func copy(
        _ source: Connection,
        into path: String,
        _ progress: (Double) -> Void
    ) throws(StoreError) {
        let target = try Connection(path: path, access: .write)
        // One transaction, so that concurrent writes do not restart the copy.
        try source.copyPages(to: target, step: pagesPerStep, progress)
        let verdict = try target.statement("PRAGMA quick_check(1)").first { $0.text(0) }
        guard verdict == "ok" else {
            throw .unavailable(StoreFailure(.corrupt, "\(path) is damaged: \(verdict ?? "no verdict")"))
        }
        try target.execute("UPDATE store SET history = random() WHERE key = 1")
    }

    /// Includes the sidecar files.
    private static func remove(_ path: String) {
        // Sound: the path is a terminated copy that outlives the call.
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
}
