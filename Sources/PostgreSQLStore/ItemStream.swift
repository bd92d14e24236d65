import Catalogue
import EventLoops
import PostgreSQL
import Synchronization

/// Reads many items of one state of a server, some at a time, on a connection of its own.
///
/// `COPY` has each row as it is stored, and no connection in pipeline mode can do it. A thread reads the next chunk while the
/// caller takes the one before apart.
final class ItemStream: Sendable {
    /// How many bytes are read at a time.
    private static let chunk = 1_048_576

    /// The state of the server that is read.
    let state: FeedState
    /// Used by one thread at a time.
    private let connection: Mutex<BlockingConnection>
    /// How long the server may be silent.
    private let patience: Duration

    private init(_ connection: sending BlockingConnection, patience: Duration) throws(StoreError) {
        state = try FeedState(
            try StoreError.translating { () throws(PostgreSQLError) in
                try connection.run(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                return try connection.run(SQL.feedState())
            }
        )
        self.connection = Mutex(connection)
        self.patience = patience
    }

    /// Connects to a server, and begins to read its state.
    /// - Parameters:
    ///   - timeout: how long it may take to connect.
    ///   - patience: how long the server may be silent.
    static func open(
        _ server: Server,
        timeout: Duration,
        patience: Duration
    ) async throws(StoreError) -> ItemStream {
        let connector = Connector(
            server.address,
            timeout: timeout,
            options: "-c statement_timeout=0 -c default_transaction_read_only=on"
        )
        return try await LoopThread.run {
            Result { () throws(StoreError) in
                let connection = try StoreError.translating { () throws(PostgreSQLError) in
                    try BlockingConnection(connector)
                }
                return try ItemStream(connection, patience: patience)
            }
        }.get()
    }

    /// Reads rows of two columns.
    /// - Parameters:
    ///   - source: a table and its columns or a query in parentheses, as `COPY` takes them.
    ///   - receive: given the two values of each row.
    func read(
        _ source: String,
        _ receive: (Span<UInt8>, Span<UInt8>) -> Void
    ) async throws(StoreError) {
        var rows = CopiedOutRows()
        var next = await chunk(beginning: "COPY \(source) TO STDOUT (FORMAT binary)")
        while true {
            let (chunk, isLast) = try next.get()
            if Task.isCancelled { throw StoreError(.cancelled) }
            async let following = isLast ? nil : self.chunk()
            do throws(PostgreSQLError) {
                try rows.forEach(in: chunk.span) { (one, other) throws(PostgreSQLError) in receive(one, other) }
            } catch {
                throw StoreError(error)
            }
            guard let read = await following else { return }
            next = read
        }
    }

    /// The next rows, and whether they are the last ones.
    /// - Parameter command: what is run before them.
    private func chunk(
        beginning command: String? = nil
    ) async -> Result<(chunk: [UInt8], isLast: Bool), StoreError> {
        await LoopThread.run {
            Result { () throws(StoreError) in
                try StoreError.translating { () throws(PostgreSQLError) in
                    try self.connection.withLock { (connection) throws(PostgreSQLError) in
                        if let command { try connection.beginCopyingOut(command, patience: self.patience) }
                        return try connection.readCopied(Self.chunk, patience: self.patience)
                    }
                }
            }
        }
    }
}
