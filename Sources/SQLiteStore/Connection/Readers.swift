import Catalogue
import Synchronization

/// The reading connections. A read takes a free one.
///
/// A read takes microseconds and never suspends. With one connection per reading thread, no read waits.
struct Readers: Sendable {
    private let connections: [Reader]

    /// - Parameter count: At least one.
    init(_ file: StoreFile, count: Int) throws(StoreError) {
        connections = try (0..<max(1, count)).map { (_) throws(StoreError) in Reader(try file.connect()) }
    }

    /// Runs `body` on one state of the database.
    func read<Value: Sendable>(
        _ body: (Connection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        for reader in connections {
            let value = try reader.lock.withLockIfAvailable { (_) throws(StoreError) in
                try unsafe reader.connection.snapshot(body)
            }
            if let value { return value }
        }
        return try connections[0].lock.withLock { (_) throws(StoreError) in
            try unsafe connections[0].connection.snapshot(body)
        }
    }
}

private final class Reader: Sendable {
    let lock = Mutex(())
    // Sound: used only by the holder of `lock`. `Mutex<Connection>` would accept only sendable closures.
    nonisolated(unsafe) let connection: Connection

    init(_ connection: sending Connection) {
        unsafe self.connection = connection
    }
}
