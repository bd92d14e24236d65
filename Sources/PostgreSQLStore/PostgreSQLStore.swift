import Catalogue
import EventLoop
import Glibc
import Synchronization

/// A store in a PostgreSQL database, shared by any number of processes.
///
/// Reads run on connections of the calling event loop, spread over the replicas that have the changes that the read
/// must see, else on the primary. Each process commits its waiting writes together, in turn with other processes; a
/// write returns when it is committed, as durably as the servers are configured (`synchronous_commit`,
/// `synchronous_standby_names`).
public final class PostgreSQLStore: Sendable {
    let servers: ServerList
    let known: KnownVersions
    let writer: GroupCommitWriter
    let bulkWriter: BulkWriter
    /// Runs the writer, the monitors, and reads of callers without a loop.
    let ownLoop: DedicatedEventLoop
    private let monitors: [Task<Void, Never>]
    /// For one reader; the last 64 changes are buffered.
    public let serverEvents: AsyncStream<ServerEvent>
    private static let bufferedEvents = 64

    public struct Limits: Hashable, Sendable {
        /// Connections of each event loop to each server, for reading.
        public var connections = 4
        /// The timeout to connect to a server (2 s or more), and of its answers.
        public var timeout = Duration.seconds(3)

        public init() {}
    }

    /// Between the checks of each server.
    private static let monitorInterval = Duration.milliseconds(100)

    /// Creates missing tables, and blocks until that is done.
    /// - Parameters:
    ///   - url: A libpq URL: `postgresql://user@host1,host2/hearth`. With `target_session_attrs=primary`, replicas
    ///     serve no reads.
    ///   - clock: Returns the time of removals, in Unix seconds (UTC).
    /// - Throws: `StoreError.unavailable` if no server answers, none accepts writes to create the tables, or the
    ///   database has another schema.
    public init(
        _ url: String,
        limits: Limits = Limits(),
        clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
    ) throws(StoreError) {
        let (addresses, readsReplicas) = try Self.parse(url)
        servers = ServerList(addresses.map { Server($0, limits) }, readsReplicas: readsReplicas)
        known = KnownVersions(try Schema.prepare(servers, timeout: limits.timeout).server.state.versions)
        do {
            ownLoop = try DedicatedEventLoop()
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
        let (servers, known, loop) = (servers, known, ownLoop.loop)
        let events: AsyncStream<ServerEvent>.Continuation
        (serverEvents, events) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.bufferedEvents))
        writer = GroupCommitWriter(servers, known, on: loop, clock: clock)
        bulkWriter = BulkWriter(servers, known, on: loop, timeout: limits.timeout, clock: clock)
        monitors = servers.all.map { server in
            let monitor = ServerMonitor(
                server: server,
                servers: servers,
                known: known,
                loop: loop,
                interval: Self.monitorInterval,
                events: events
            )
            return Task(executorPreference: loop) { await monitor.run() }
        }
    }

    deinit {
        // The task keeps the loop until everything on it is closed.
        let (ownLoop, monitors, servers) = (ownLoop, monitors, servers)
        Task {
            for monitor in monitors { monitor.cancel() }
            for monitor in monitors { await monitor.value }
            for server in servers.all { await server.closePools(on: ownLoop.loop) }
            withExtendedLifetime(ownLoop) {}
        }
    }

    /// Returns the maximum number of file descriptors of a store that is read from `loops` event loops. Each concurrent
    /// ``readAll(_:)`` needs one more.
    /// - Parameter url: The URL of ``init(_:limits:clock:)``; a malformed one counts as one server.
    public static func maximumDescriptors(
        _ url: String,
        loops: Int,
        limits: Limits = Limits()
    ) -> Int {
        let servers = (try? parse(url).servers.count) ?? 1
        return servers * ((loops + 1) * limits.connections + 3) + 2
    }

    /// Connects to the primary, after creating missing tables, to fill them directly. Statements have no timeout.
    /// - Throws: the errors of ``init(_:limits:clock:)``.
    package static func connectToPrimary(of url: String) throws(StoreError) -> BlockingConnection {
        let limits = Limits()
        let servers = ServerList(try parse(url).servers.map { Server($0, limits) }, readsReplicas: false)
        let (server, connection) = try Schema.prepare(servers, timeout: limits.timeout)
        guard server.state.role == .primary else {
            throw .unavailable(StoreFailure(.unreachable, "\(server.address.name) accepts no writes"))
        }
        return connection
    }

    static func parse(_ url: String) throws(StoreError) -> (servers: [ServerAddress], readsReplicas: Bool) {
        let address: (servers: [ServerAddress], target: String?)
        do throws(ServerAddress.Malformed) {
            address = try ServerAddress.all(in: url)
        } catch {
            throw .unavailable(StoreFailure(.misconfigured, error.reason))
        }
        switch address.target {
        case nil, "any", "prefer-standby": return (address.servers, true)
        case "primary", "read-write": return (address.servers, false)
        case let other?:
            let reason = "expected target_session_attrs any, prefer-standby or primary, found \(other)"
            throw .unavailable(StoreFailure(.misconfigured, reason))
        }
    }
}

// MARK: Reading

extension PostgreSQLStore {
    /// All statements see one state of the store.
    func read(_ consistency: ReadConsistency, _ statements: Statement...) async throws(StoreError) -> [Rows] {
        let loop = EventLoop.current ?? ownLoop.loop
        return try await readFirst(consistency) { (server) throws(PostgreSQLError) in
            try await server.pool(for: .read, on: loop).run(statements)
        }
    }

    /// Calls `body` with servers until one answers. Servers that have the changes that the read must see come first.
    func readFirst<Value>(
        _ consistency: ReadConsistency,
        _ body: (Server) async throws(PostgreSQLError) -> Value
    ) async throws(StoreError) -> Value {
        var failure = PostgreSQLError.unreachable("there is no server")
        let primaryFirst = if case .latest = consistency { true } else { false }
        for (server, isBehind) in servers.forReading(known.versions(for: consistency), primaryFirst: primaryFirst) {
            do throws(PostgreSQLError) {
                let value = try await body(server)
                server.reads.add(1, ordering: .relaxed)
                if isBehind { known.noteStaleRead() }
                return value
            } catch {
                failure = error
                guard error.isWorthAnotherServer else { break }
            }
        }
        throw StoreError(failure)
    }
}

extension PostgreSQLError {
    /// This server is down or going down, or cancelled the read for replication (class 40).
    fileprivate var isWorthAnotherServer: Bool {
        switch self {
        case .unreachable, .lost, .full: true
        case .cancelled: false
        case .refused(let state, _):
            ["08", "40", "53", "58"].contains(String(state.prefix(2))) || state.hasPrefix("57P")
        }
    }
}
