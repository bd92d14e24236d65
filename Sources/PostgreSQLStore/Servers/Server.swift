import Catalogue
import EventLoop
import Synchronization

/// One server of a store: its state, and the connections to it.
final class Server: Sendable {
    enum Role: Sendable {
        /// Not checked yet.
        case unknown
        case primary
        case replica
        case unreachable
    }

    /// The result of the last check.
    struct State: Sendable {
        var role = Role.unknown
        var versions = StoredVersions()
        /// The replayed (replica) or written (primary) WAL, in bytes.
        var position: Int64 = 0
        /// The replay delay of a replica, in seconds.
        var lag: Double = 0
        /// The timeline that a primary writes; each promotion begins one. 0 for a server that was never primary.
        var timeline: Int64 = 0
        /// The timeline on which the versions last began anew.
        var begunTimeline: Int64 = 0
        /// Whether transactions of new sessions are read-only (`default_transaction_read_only`), as on a replica.
        var isReadOnly = false
    }

    let address: ServerAddress
    private let limits: PostgreSQLStore.Limits
    private let lastState = Mutex(State())
    private let pools = Mutex<[PoolKey: ConnectionPool]>([:])
    let reads = Atomic(0)
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
        get { lastState.withLock { $0 } }
        set { lastState.withLock { $0 = newValue } }
    }

    func noteOtherPrimary(on timeline: Int64) {
        lastState.withLock { if $0.role == .primary, $0.timeline < timeline { $0.role = .unreachable } }
    }

    func noteUnreachable() { lastState.withLock { $0.role = .unreachable } }

    /// Holds until a new session accepts writes.
    func noteReadOnly() { lastState.withLock { $0.isReadOnly = true } }

    // MARK: Connections

    enum Use {
        case read
        /// Small transactions, on one connection.
        case write
        /// Large transactions, on one connection.
        case bulkWrite
    }

    /// The statement timeout of a large transaction, the wait for the store's lock included.
    private static let bulkTimeout = Duration.seconds(60)

    func pool(for use: Use, on loop: EventLoop) -> ConnectionPool {
        pools.withLock { pools in
            let key = PoolKey(use: use, loop: ObjectIdentifier(loop))
            if let pool = pools[key] { return pool }
            let timeout = use == .bulkWrite ? Self.bulkTimeout : limits.timeout
            let pool =
                switch use {
                case .read: makePool(on: loop, connections: limits.connections, settings: SessionSettings.reading)
                case .write, .bulkWrite:
                    makePool(on: loop, timeout: timeout, settings: SessionSettings.writing(timeout: timeout))
                }
            pools[key] = pool
            return pool
        }
    }

    /// - Parameters:
    ///   - timeout: The statement timeout; `nil` for the store's limit.
    ///   - grace: The time to wait for a result beyond that.
    func makePool(
        on loop: EventLoop,
        connections: Int = 1,
        timeout: Duration? = nil,
        grace: Duration = .seconds(1),
        settings: [String: String],
        onNotification: @escaping @Sendable (_ channel: String, _ payload: String) -> Void = { _, _ in }
    ) -> ConnectionPool {
        let timeout = timeout ?? limits.timeout
        let poolLimits = ConnectionPool.Limits(
            connections: connections,
            connectTimeout: limits.timeout,
            statementTimeout: timeout,
            deadline: timeout + grace
        )
        return ConnectionPool(address, on: loop, limits: poolLimits, settings: settings, onNotification: onNotification)
    }

    /// Waits only for the pools of `loop`: other loops may have ended.
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
    /// Reads a row of ``SQL/state``.
    init(_ row: Row) throws(StoreError) {
        self.init(
            role: row.bool(0) == true ? .replica : .primary,
            versions: try StoredVersions(row, from: 1),
            position: row.int(4) ?? 0,
            lag: row.double(5) ?? 0,
            timeline: row.int(6) ?? 0,
            begunTimeline: row.int(7) ?? 0,
            isReadOnly: row.bool(8) == true
        )
    }
}

/// Session settings that fix the plan of every statement, whatever the statistics say.
///
/// PostgreSQL has no `INDEXED BY`: only index scans are enabled, joins run in the order of the statement, and plans do
/// not depend on parameters.
enum SessionSettings {
    static let plans = [
        "plan_cache_mode": "force_generic_plan",
        "join_collapse_limit": "1",
        "from_collapse_limit": "1",
        "enable_seqscan": "off",
        "enable_bitmapscan": "off",
        "enable_hashjoin": "off",
        "enable_mergejoin": "off",
        // Order by index wherever possible.
        "enable_sort": "off",
        "enable_incremental_sort": "off",
        // Starting workers or compiling takes longer than reading a page of 24.
        "max_parallel_workers_per_gather": "0",
        "jit": "off",
    ]

    /// For reading: each batch of statements sees one state of the store.
    static let reading = plans.merging(
        ["default_transaction_isolation": "repeatable read", "default_transaction_read_only": "on"]
    ) { $1 }

    /// For writing: the server rolls a transaction back after `timeout` without a statement.
    static func writing(timeout: Duration) -> [String: String] {
        plans.merging(["idle_in_transaction_session_timeout": "\(timeout.milliseconds)"]) { $1 }
    }
}
