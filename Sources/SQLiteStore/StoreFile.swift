import Glibc
import Catalogue
import Synchronization

/// The file that a store has open: whether the store's path still leads to it, and whether reads have found it damaged.
final class StoreFile: Sendable {
    let path: String
    private let identity: FileIdentity
    /// SQLite's own files beside it, the log and its index, by their paths.
    private let companions: [String: FileIdentity]
    private let found = Mutex(Check())

    private struct Check {
        /// Why the path does not lead to the file.
        var displacement: StoreFailure?
        /// Stays until the process ends: a damaged file does not mend itself.
        var damage: StoreFailure?

        var failure: StoreFailure? { displacement ?? damage }
    }

    /// Remembers the file that `connection` has open, which has read from it.
    /// - Throws: `StoreError.unavailable` where `path` does not lead to that file any more.
    init(path: String, openBy connection: Connection) throws(StoreError) {
        self.path = path
        guard let identity = FileIdentity(at: path) else {
            throw .unavailable(StoreFailure(.missing, "\(path) was removed while it was opened"))
        }
        self.identity = identity
        let paths = ["-wal", "-shm"].map { connection.fileName + $0 }
        companions = paths.reduce(into: [:]) { $0[$1] = FileIdentity(at: $1) }
        try confirm(connection)
    }

    /// Opens the file once more, to read.
    /// - Parameter patience: how many milliseconds each read waits for another process that has the file to itself.
    func connect(patience: Int = Connection.patience) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, access: .read)
        // By reading, it opens the log, whose name may be that of another file's later.
        _ = try connection.version()
        try confirm(connection)
        try connection.wait(atMost: patience)
        return connection
    }

    /// Makes sure that `connection` has this file open.
    private func confirm(_ connection: Connection) throws(StoreError) {
        // SQLite compares the path's inode with that of its own descriptor, which only it knows; the rest compares the path's
        // inode and device with those that were remembered.
        if connection.hasMoved {
            throw .unavailable(StoreFailure(.replaced, "\(path) was replaced while it was opened"))
        }
        if let failure = look() { throw .unavailable(failure) }
        connection.file = self
    }

    /// Why the file takes no writes, as of the last look; `nil` where nothing stands in the way.
    var failure: StoreFailure? { found.withLock(\.failure) }

    /// Looks where the path leads, which takes about a microsecond.
    /// - Returns: why the file takes no writes; `nil` where nothing stands in the way.
    @discardableResult func look() -> StoreFailure? {
        found.withLock { found in
            // Another file may have taken over the log's name since, so that there is no way back.
            if found.displacement?.cause != .replaced {
                switch FileIdentity(at: path) {
                case identity?: found.displacement = nil
                case _?:
                    found.displacement = StoreFailure(
                        .replaced,
                        "\(path) is another file than the one that is open"
                    )
                case nil where [ENOENT, ENOTDIR].contains(errno):
                    found.displacement = StoreFailure(.missing, "\(path) was removed or renamed while it is open")
                case nil: break
                }
            }
            return found.failure
        }
    }

    /// Looks, and throws where the file takes no writes.
    func checkTakesWrites() throws(StoreError) {
        if let failure = look() { throw .unavailable(failure) }
    }

    /// Takes note that a read has found the file damaged.
    func note(damage: StoreFailure) {
        found.withLock { $0.damage = $0.damage ?? damage }
    }

    /// Removes the log and its index from their paths, where they are still those of this file, so that SQLite does not take
    /// them for those of the file that is at the path now.
    func removeCompanions() {
        for (path, identity) in companions where FileIdentity(at: path) == identity {
            // Sound: the system is given a terminated copy that outlives the call.
            unsafe _ = unlink(path)
        }
    }
}

/// What tells a file from all others, for as long as it is open.
private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    /// The identity of the file that `path` leads to, links followed; `nil` where none can be seen: `errno` tells why.
    init?(at path: String) {
        var status = stat()
        // Sound: the path is a terminated text, and the system writes one status into the variable.
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
