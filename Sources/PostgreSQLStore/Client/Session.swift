import Catalogue
import EventLoop

/// A connection on a thread of its own, which may block. It is opened when it is needed, and again after a failure.
///
/// Tasks that prefer ``loop`` run on this thread, too, so that they do not change threads for each statement.
actor Session {
    private nonisolated let thread: DedicatedEventLoop
    nonisolated let servers: Servers
    private let role: ServerRole
    private let settings: [String: String]
    private let timeout: Duration
    private var connection: DatabaseConnection?
    private var backoff = Backoff()
    /// Of the last attempt to connect, if it failed.
    private var failure: StoreError?
    private var nextAttempt = ContinuousClock.now

    /// The thread's, and the socket.
    static let descriptorCount = DedicatedEventLoop.descriptorCount + 1

    nonisolated var loop: EventLoop { thread.loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the session retains its loop.
        unsafe thread.loop.asUnownedSerialExecutor()
    }

    /// - Parameter timeout: Of each statement.
    init(_ servers: Servers, as role: ServerRole, settings: [String: String], timeout: Duration) throws(StoreError) {
        do {
            thread = try DedicatedEventLoop()
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)", mayHaveWritten: false))
        }
        self.servers = servers
        self.role = role
        self.settings = settings
        self.timeout = timeout
    }

    /// Calls are served in order. After a failed attempt to connect, they fail at once for a while.
    /// - Parameter reconnecting: `false` to fail if the connection was lost since the last call.
    func perform<Value: Sendable>(
        reconnecting: Bool = true,
        _ body: @Sendable (DatabaseConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if let connection, !connection.isAlive || !servers.isCurrent(connection) { self.connection = nil }
        guard connection != nil || reconnecting else { throw .lost("the connection was lost") }
        let connection = try current()
        do throws(StoreError) {
            return try body(connection)
        } catch {
            // A new session may accept writes.
            if connection.isLost || error.isReadOnly { self.connection = nil }
            if error.isReadOnly { servers.isReadOnly = true }
            throw error
        }
    }

    func result<Value: Sendable>(
        reconnecting: Bool = true,
        _ body: @Sendable (DatabaseConnection) throws(StoreError) -> Value
    ) -> Result<Value, StoreError> {
        Result { () throws(StoreError) in try perform(reconnecting: reconnecting, body) }
    }

    /// Connects again when it is needed.
    func disconnect() { connection = nil }

    private func current() throws(StoreError) -> DatabaseConnection {
        if let connection { return connection }
        if let failure, .now < nextAttempt { throw failure }
        do throws(StoreError) {
            let connection = try servers.connect(as: role, settings: settings, timeout: timeout)
            self.connection = connection
            (failure, backoff) = (nil, Backoff())
            return connection
        } catch {
            failure = error
            nextAttempt = .now + backoff.nextDelay()
            throw error
        }
    }
}
