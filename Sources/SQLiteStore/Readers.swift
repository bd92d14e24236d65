import Catalogue
import Synchronization

/// The connections that read: whoever reads takes one that is free.
///
/// A read takes microseconds and never suspends, so that its caller stays on its thread. With a connection for each
/// thread that reads, one is always free, and nobody waits.
struct Readers: Sendable {
    private let connections: [Reader]

    /// Opens `count` connections, at least one, to the file.
    init(_ file: StoreFile, count: Int) throws(StoreError) {
        var connections: [Reader] = []
        for _ in 0..<max(1, count) {
            connections.append(Reader(try file.connect()))
        }
        self.connections = connections
    }

    /// Lets `body` read one state of the database.
    func read<Value: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        for reader in connections {
            let value = try reader.connection.withLockIfAvailable { (connection) throws(StoreError) in
                try connection.snapshot(body)
            }
            if let value { return value }
        }
        return try connections[0].connection.withLock { (connection) throws(StoreError) in
            try connection.snapshot(body)
        }
    }
}

private final class Reader: Sendable {
    let connection: Mutex<Connection>

    init(_ connection: sending Connection) {
        self.connection = Mutex(connection)
    }
}
