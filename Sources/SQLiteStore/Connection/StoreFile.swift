import Catalogue
import Glibc
import Synchronization

/// A store's open file: whether the path still leads to it, and whether reads found it damaged.
final class StoreFile: Sendable {
    let path: String
    private let identity: FileIdentity
    /// The `-wal` and `-shm` files.
    private let sidecars: [String: FileIdentity]
    private let status = Mutex(Status())

    private struct Status {
        /// Why the path does not lead to the file.
        var displacement: StoreFailure?
        /// Permanent.
        var damage: StoreFailure?
        var isReadOnly = false

        var failure: StoreFailure? { displacement ?? damage }
    }

    /// - Throws: `StoreError.unavailable` if `path` no longer leads to the file that `connection` has open.
    init(path: String, openBy connection: Connection) throws(StoreError) {
        self.path = path
        guard let identity = FileIdentity(at: path) else {
            throw .unavailable(StoreFailure(.missing, "\(path) was removed while it was opened"))
        }
        self.identity = identity
        let paths = ["-wal", "-shm"].map { connection.fileName + $0 }
        sidecars = paths.reduce(into: [:]) { $0[$1] = FileIdentity(at: $1) }
        try confirm(connection)
    }

    /// Opens another connection, for reading.
    /// - Parameter busyTimeout: How long each read waits for another process's lock, in milliseconds.
    func connect(busyTimeout: Int = Connection.busyTimeout) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, access: .read)
        // Reading opens the WAL, before its name may belong to another file.
        _ = try connection.storeRow()
        try confirm(connection)
        try connection.setBusyTimeout(busyTimeout)
        return connection
    }

    func confirm(_ connection: Connection) throws(StoreError) {
        // SQLite compares the path with its own descriptor; `check` compares it with the first connection's.
        if connection.hasMoved {
            throw .unavailable(StoreFailure(.replaced, "\(path) was replaced while it was opened"))
        }
        if let failure = check() { throw .unavailable(failure) }
        connection.file = self
    }

    /// Why the file accepts no writes, as of the last check; `nil` if it does.
    var failure: StoreFailure? { status.withLock(\.failure) }

    var isReadOnly: Bool {
        get { status.withLock(\.isReadOnly) }
        set { status.withLock { $0.isReadOnly = newValue } }
    }

    /// Takes about a microsecond.
    @discardableResult func check() -> StoreFailure? {
        status.withLock { status in
            // Once replaced, always replaced: the WAL's name may belong to the other file.
            if status.displacement?.cause != .replaced {
                switch FileIdentity(at: path) {
                case identity?: status.displacement = nil
                case _?:
                    status.displacement = StoreFailure(
                        .replaced,
                        "\(path) is another file than the one that is open"
                    )
                case nil where [ENOENT, ENOTDIR].contains(errno):
                    status.displacement = StoreFailure(.missing, "\(path) was removed or renamed while it is open")
                case nil: break
                }
            }
            return status.failure
        }
    }

    /// Checks the path, too.
    func requireWritable() throws(StoreError) {
        if let failure = check() { throw .unavailable(failure) }
    }

    func setDamage(_ damage: StoreFailure) {
        status.withLock { $0.damage = $0.damage ?? damage }
    }

    /// SQLite would apply the `-wal` and `-shm` files of this file to the file that replaced it.
    func removeSidecars() {
        for (path, identity) in sidecars where FileIdentity(at: path) == identity {
            // Sound: the path is a terminated copy that outlives the call.
            unsafe _ = unlink(path)
        }
    }
}

/// Identifies a file as long as it is open.
private struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    /// Follows links. `nil` with `errno` on failure.
    init?(at path: String) {
        var status = stat()
        // Sound: the path is terminated, and the system writes one status into the variable.
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
