import EventLoops
import PostgreSQL
import Synchronization

/// One of the servers of a store: what is known of it, and the connections to it.
final class Server: Sendable {
    /// The role of a server.
    enum Role: Sendable {
        /// It was not looked at yet.
        case unknown
        /// It takes changes.
        case primary
        /// It follows the primary.
        case replica
        /// It does not answer.
        case gone
    }

    /// The result of the last look.
    struct State: Sendable {
        var role = Role.unknown
        var versions = StoredVersions()
        /// How many bytes of the primary's log it has.
        var position: Int64 = 0
        /// For how many seconds it has had less than it was sent.
        var lag: Double = 0
        /// Which of the histories a primary writes, each of which begins with a promotion; 0 of what has never been one.
        var timeline: Int64 = 0
        /// The timeline on which the versions have last begun anew.
        var begunTimeline: Int64 = 0
    }

    let address: ServerAddress
    private let connections: Connections
    private let known = Mutex(State())
    private let readPools = Mutex<[ObjectIdentifier: Pool]>([:])
    /// How often it has answered what was asked to read.
    let reads = Atomic(0)
    /// How many transactions it has committed for this store.
    let writes = Atomic(0)

    /// How connections to each of the servers are made.
    struct Connections: Sendable {
        /// For the reads of one loop.
        var reading: PoolLimits
        /// For all writes.
        var writing: PoolLimits
        /// For the looks.
        var watching: PoolLimits
    }

    init(_ address: ServerAddress, connections: Connections) {
        self.address = address
        self.connections = connections
    }

    var state: State {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// Takes note that another one has become the primary, on this timeline.
    func give(wayTo timeline: Int64) {
        known.withLock { if $0.role == .primary, $0.timeline < timeline { $0.role = .gone } }
    }

    /// Takes note that it does not answer.
    func lose() { known.withLock { $0.role = .gone } }

    /// The connections that those who are on the loop read by: each exchange sees one state of the store.
    func readers(on loop: EventLoop) -> Pool {
        readPools.withLock { pools in
            if let pool = pools[ObjectIdentifier(loop)] { return pool }
            let pool = Pool(address, on: loop, limits: connections.reading, options: Session.readOptions)
            pools[ObjectIdentifier(loop)] = pool
            return pool
        }
    }

    /// A connection that writes.
    func makeWriter(on loop: EventLoop, options: String) -> Pool {
        Pool(address, on: loop, limits: connections.writing, options: options)
    }

    /// A connection that looks and listens.
    func makeWatcher(on loop: EventLoop, heard: @escaping @Sendable (Notification) -> Void) -> Pool {
        Pool(address, on: loop, limits: connections.watching, options: Session.options, heard: heard)
    }

    /// Closes what was opened to read.
    func closeReaders() async {
        let pools = readPools.withLock { pools in
            defer { pools = [:] }
            return Array(pools.values)
        }
        for pool in pools { await pool.close() }
    }
}

extension Server.State {
    /// The state that a row of ``SQL/stateText`` tells.
    init(_ row: Row) {
        self.init(
            role: row.bool(1) == true ? .replica : .primary,
            versions: StoredVersions(
                items: UInt64(bitPattern: row.int(2) ?? 0),
                users: UInt64(bitPattern: row.int(3) ?? 0),
                itemHistory: UInt64(bitPattern: row.int(8) ?? 0)
            ),
            position: row.int(4) ?? 0,
            lag: row.double(5) ?? 0,
            timeline: row.int(6) ?? 0,
            begunTimeline: row.int(7) ?? 0
        )
    }
}

extension Server.Connections {
    /// Connections within a store's limits.
    init(_ limits: PostgreSQLStore.Limits) {
        var reading = PoolLimits()
        reading.connections = limits.connections
        reading.connectTimeout = limits.timeout
        reading.statementTimeout = limits.timeout
        reading.deadline = limits.timeout + .seconds(1)
        reading.pauses = .milliseconds(100)...(.seconds(2))
        var writing = reading
        writing.connections = 1
        var watching = writing
        watching.deadline = .seconds(2)
        watching.statementTimeout = .seconds(2)
        self.init(reading: reading, writing: writing, watching: watching)
    }
}
