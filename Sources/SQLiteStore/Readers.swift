import Catalogue
import Synchronization

/// The connections that read. A read takes one that is free.
///
/// A read takes microseconds and never suspends, so that its caller stays on its thread. With a connection for each
/// thread that reads, one is always free, and no read waits.
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

    /// Lets `body` read one state of the database, with however many statements.
    func snapshot<Value: Sendable>(
        _ body: (Connection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try read { (connection) throws(StoreError) in try connection.snapshot(body) }
    }

    /// Lets `body` read. Each statement sees a state of its own.
    func read<Value: Sendable>(
        _ body: (Connection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        for reader in connections {
            let value = try reader.turn.withLockIfAvailable { (_) throws(StoreError) in
                try unsafe body(reader.connection)
            }
            if let value { return value }
        }
        return try connections[0].turn.withLock { (_) throws(StoreError) in
            try unsafe body(connections[0].connection)
        }
    }
}

private final class Reader: Sendable {
    let turn = Mutex(())
    // Sound: used only by the holder of `turn`. A mutex around the connection would take no body that is not sendable.
    nonisolated(unsafe) let connection: Connection

    init(_ connection: sending Connection) {
        unsafe self.connection = connection
    }
}
