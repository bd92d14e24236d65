import EventLoops
import PostgreSQL
import Synchronization

/// One of the servers of a store: what is known of it, and the connections to it.
final class Server: Sendable {
    /// What a server is to a store.
    enum Role: Sendable {
        /// Nobody has looked yet.
        case unknown
        /// It takes changes.
        case primary
        /// It follows the primary.
        case replica
        /// It does not answer.
        case gone
    }

    /// What the last look has found.
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
    func makeWriter(on loop: EventLoop, options: String = Session.options) -> Pool {
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
    /// What a row of ``Schema/Tables/state`` says.
    init(_ row: Row) {
        self.init(
            role: row.bool(1) == true ? .replica : .primary,
            versions: StoredVersions(row, from: 2),
            position: row.int(5) ?? 0,
            lag: row.double(6) ?? 0,
            timeline: row.int(7) ?? 0,
            begunTimeline: row.int(8) ?? 0
        )
        versions.itemHistory = UInt64(bitPattern: row.int(9) ?? 0)
    }
}
