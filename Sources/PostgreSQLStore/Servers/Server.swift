import Catalogue
import EventLoop
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
    private let limits: PostgreSQLStore.Limits
    private let known = Mutex(State())
    private let pools = Mutex<[PoolKey: Pool]>([:])
    /// How often it has answered what was asked to read.
    let reads = Atomic(0)
    /// How many transactions it has committed for this store.
    let writes = Atomic(0)

    private struct PoolKey: Hashable {
        let use: Use
        let loop: ObjectIdentifier
    }

    init(_ address: ServerAddress, _ limits: PostgreSQLStore.Limits) {
        self.address = address
        self.limits = limits
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
}

// MARK: Connections

extension Server {
    /// The uses of connections that are kept.
    enum Use {
        /// Reads of one state of the store by each exchange.
        case read
        /// Small changes, on one connection.
        case write
        /// Large changes, on one connection.
        case bulkWrite
    }

    /// How long a server may take over each statement of a large change, the wait for the writer's turn included.
    private static let bulkTimeout = Duration.seconds(60)

    /// The connections for a use that belong to a loop.
    func pool(for use: Use, on loop: EventLoop) -> Pool {
        pools.withLock { pools in
            let key = PoolKey(use: use, loop: ObjectIdentifier(loop))
            if let pool = pools[key] { return pool }
            let timeout = use == .bulkWrite ? Self.bulkTimeout : limits.timeout
            let pool =
                switch use {
                case .read: makePool(on: loop, connections: limits.connections, options: SessionSettings.readOptions)
                case .write, .bulkWrite:
                    makePool(on: loop, timeout: timeout, options: SessionSettings.writeOptions(timeout: timeout))
                }
            pools[key] = pool
            return pool
        }
    }

    /// Makes connections to the server.
    /// - Parameters:
    ///   - timeout: how long the server may work on a statement; `nil` for the store's limit.
    ///   - grace: for how long an answer is waited for beyond that.
    ///   - options: what is set on each connection.
    ///   - heard: is told what was said on the channels that the connections listen to.
    func makePool(
        on loop: EventLoop,
        connections: Int = 1,
        timeout: Duration? = nil,
        grace: Duration = .seconds(1),
        options: String,
        heard: @escaping @Sendable (_ channel: String, _ payload: String) -> Void = { _, _ in }
    ) -> Pool {
        var poolLimits = PoolLimits()
        poolLimits.connections = connections
        poolLimits.connectTimeout = limits.timeout
        poolLimits.statementTimeout = timeout ?? limits.timeout
        poolLimits.deadline = poolLimits.statementTimeout + grace
        return Pool(address, on: loop, limits: poolLimits, options: options, heard: heard)
    }

    /// Closes the connections that are kept, and waits for those of `loop`. Other loops may have ended.
    func closePools(on loop: EventLoop) async {
        let pools = pools.withLock { pools in
            defer { pools = [:] }
            return pools
        }
        for (key, pool) in pools {
            let closing = Task { await pool.close() }
            if key.loop == ObjectIdentifier(loop) { await closing.value }
        }
    }
}

extension Server.State {
    /// The state that a row of ``SQL/state`` tells.
    init(_ row: Row) throws(StoreError) {
        self.init(
            role: row.bool(1) == true ? .replica : .primary,
            versions: try StoredVersions(row, from: 2),
            position: row.int(5) ?? 0,
            lag: row.double(6) ?? 0,
            timeline: row.int(7) ?? 0,
            begunTimeline: row.int(8) ?? 0
        )
    }
}
