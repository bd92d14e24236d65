import Catalogue
import EventLoop
import Glibc

/// A store in a PostgreSQL database, which any number of processes share.
///
/// Reads run on connections of the loop that they are called on, spread over the replicas that have what they need, else on the
/// primary. Writes are gathered and committed together by one writer of each process, and all of these take turns; each returns
/// when it is committed, as durably as the servers are set to be (`synchronous_commit`, `synchronous_standby_names`).
public final class PostgreSQLStore: Sendable {
    let servers: Servers
    let known: KnownVersions
    let writer: TransactionWriter
    let bulkWriter: BulkWriter
    let limits: Limits
    /// For callers that have no loop, for the writer and the monitors.
    let ownLoop: DedicatedEventLoop
    private let monitors: [Task<Void, Never>]
    /// Changes of the servers' states, for one reader; of those that were not read yet, the last 64.
    public let serverEvents: AsyncStream<ServerEvent>
    private static let keptEvents = 64

    /// The connections and times that a store takes at most.
    public struct Limits: Hashable, Sendable {
        /// Connections of each loop to each server, to read by.
        public var connections = 4
        /// How long a server may take to connect, 2 s or more, and to answer.
        public var timeout = Duration.seconds(3)

        /// The defaults.
        public init() {}
    }

    /// How often each server is looked at.
    private static let heartbeat = Duration.milliseconds(100)

    /// Opens the store, creates its tables if need be, and migrates those of an earlier version: waits until that is done.
    /// - Parameters:
    ///   - url: The servers, as libpq reads them: `postgresql://user@host1,host2/hearth`. With `target_session_attrs=primary`
    ///     replicas are not read.
    ///   - limits: The connections and times that it takes at most.
    ///   - clock: Returns the time at which items are removed, in Unix seconds (UTC).
    /// - Throws: `StoreError.newerSchema` where a newer Hearth made the tables, `StoreError.unavailable` where no server
    ///   answers, or none that could make them.
    public init(
        _ url: String,
        limits: Limits = Limits(),
        clock: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
    ) throws(StoreError) {
        let (addresses, readsReplicas) = try Self.read(url)
        self.limits = limits
        servers = Servers(
            addresses.map { Server($0, limits) },
            readsReplicas: readsReplicas
        )
        known = KnownVersions(try Schema.prepare(servers, timeout: limits.timeout).server.state.versions)
        do {
            ownLoop = try DedicatedEventLoop()
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
        let (servers, known, loop) = (servers, known, ownLoop.loop)
        let reporter: AsyncStream<ServerEvent>.Continuation
        (serverEvents, reporter) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.keptEvents))
        writer = TransactionWriter(servers, known, on: loop, clock: clock)
        bulkWriter = BulkWriter(servers, known, on: loop, timeout: limits.timeout, clock: clock)
        monitors = servers.all.map { server in
            let monitor = ServerMonitor(
                server: server,
                servers: servers,
                known: known,
                loop: loop,
                heartbeat: Self.heartbeat,
                events: reporter
            )
            return Task(executorPreference: loop) { await monitor.run() }
        }
    }

    deinit {
        // Kept until all is closed: the loop, on which that goes on.
        let (ownLoop, monitors, servers) = (ownLoop, monitors, servers)
        Task {
            for monitor in monitors { monitor.cancel() }
            for monitor in monitors { await monitor.value }
            for server in servers.all { await server.closePools(on: ownLoop.loop) }
            withExtendedLifetime(ownLoop) {}
        }
    }

    /// How many file descriptors a store has open at most, where it is read from so many event loops: the connections to
    /// each server, by which one more loop reads, too, and that loop's own. Each reading of all items has one more.
    /// - Parameter url: as ``init(_:limits:clock:)`` takes it; one that is malformed counts as one server.
    public static func maximumDescriptors(
        _ url: String,
        loops: Int,
        limits: Limits = Limits()
    ) -> Int {
        let servers = (try? read(url).servers.count) ?? 1
        return servers * ((loops + 1) * limits.connections + 3) + 2
    }

    /// Connects to the server of the store that takes changes, once the database has the tables of this version, to fill them
    /// otherwise than through a store. No statement has a deadline.
    /// - Parameter url: as ``init(_:limits:clock:)`` reads it.
    /// - Throws: as it does.
    package static func connectToPrimary(of url: String) throws(StoreError) -> BlockingConnection {
        let limits = Limits()
        let servers = Servers(try read(url).servers.map { Server($0, limits) }, readsReplicas: false)
        let (server, connection) = try Schema.prepare(servers, timeout: limits.timeout)
        guard server.state.role == .primary else {
            throw .unavailable(StoreFailure(.unreachable, "\(server.address.name) takes no changes"))
        }
        return connection
    }

    /// The servers of an address, and whether replicas are read.
    static func read(_ url: String) throws(StoreError) -> (servers: [ServerAddress], readsReplicas: Bool) {
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

    /// Makes the change with the next transaction.
    func write<Outcome: Sendable>(
        _ scope: ChangeScope,
        _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await writer.write(scope, body).get()
    }
}

extension PostgreSQLStore: CatalogueStore {
    /// Whether a server takes changes.
    public var acceptsWrites: Bool { servers.all.contains { $0.state.role == .primary } }

    /// The version of the last commit here, or of the last one that was announced or found.
    public var itemVersion: ItemVersion { known.itemVersion }

    /// One number for all users of one hash, of which there are 16,384.
    public func userVersion(of user: UserID) -> UInt64 { known.userVersion(of: user) }

    /// Reads the key, which was made with the store's tables.
    public func signingKey() async throws(StoreError) -> [UInt8] {
        let rows = try await read(.any, SQL.signingKey)[0]
        return try StoreLimits.checkedSigningKey(rows.first?.bytes(0))
    }
}
