import Catalogue
import EventLoop
import Glibc
import Synchronization

/// A store in a PostgreSQL database, shared by any number of processes.
///
/// Everything is read and written at the primary. While there is none, a replica is read if it has the changes that the
/// read must see. Each process commits its waiting writes together, in turn with other processes; a write returns when
/// it is committed, as durably as the servers are configured (`synchronous_commit`, `synchronous_standby_names`).
public final class PostgreSQLStore: Sendable {
    let servers: Servers
    let limits: Limits
    let known: KnownVersions
    package let groupCommit: GroupCommit
    let bulkWriter: BulkWriter
    private let primaryReaders: Readers
    private let replicaReaders: Readers
    private let monitor: ServerMonitor
    /// For one reader; the last 64 changes are buffered.
    public let serverEvents: AsyncStream<ServerEvent>
    private static let bufferedEvents = 64

    public struct Limits: Hashable, Sendable {
        /// Connections for reading.
        public var connections = 8
        /// The timeout to connect to a server (2 s or more), and of its answers.
        public var timeout = Duration.seconds(3)

        public init() {}
    }

    /// The statement timeout of a large transaction, the wait for the store's lock included.
    private static let bulkTimeout = Duration.seconds(60)

    /// Creates missing tables, and blocks until that is done.
    /// - Parameters:
    ///   - url: A libpq URL: `postgresql://user@host1,host2/hearth`.
    ///   - clock: Returns the time of removals.
    /// - Throws: `StoreError.unavailable` if no server answers, none accepts writes to create the tables, or the
    ///   database has another schema.
    public init(
        _ url: String,
        limits: Limits = Limits(),
        clock: @escaping @Sendable () -> Instant = { .now() }
    ) throws(StoreError) {
        let servers = Servers(try ServerAddress.all(in: url), connectTimeout: limits.timeout)
        let (_, role, versions) = try Schema.prepare(servers)
        let known = KnownVersions(versions)
        servers.setAnswers(role, true)
        func writerSession(timeout: Duration) throws(StoreError) -> Session {
            try Session(servers, as: .primary, settings: SessionSettings.writing(timeout: timeout), timeout: timeout)
        }
        func readers(of role: ServerRole) throws(StoreError) -> Readers {
            let sessions = try (0..<limits.connections).map { (_) throws(StoreError) in
                try Session(servers, as: role, settings: SessionSettings.reading, timeout: limits.timeout)
            }
            return Readers(sessions, timeout: limits.timeout)
        }
        let events: AsyncStream<ServerEvent>.Continuation
        (serverEvents, events) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.bufferedEvents))
        (self.servers, self.limits, self.known) = (servers, limits, known)
        let session = try writerSession(timeout: limits.timeout)
        groupCommit = GroupCommit(on: session.loop) { (selection, changes) throws(StoreError) in
            try await session.commit(reading: selection, known, at: clock(), changes)
        }
        bulkWriter = BulkWriter(
            try writerSession(timeout: Self.bulkTimeout),
            known,
            primaryTimeout: limits.timeout,
            clock: clock
        )
        let (primaryReaders, replicaReaders) = (try readers(of: .primary), try readers(of: .replica))
        (self.primaryReaders, self.replicaReaders) = (primaryReaders, replicaReaders)
        monitor = ServerMonitor(servers, known, events: events) { hasPrimary in
            if hasPrimary {
                replicaReaders.disconnectIdleSessions()
            } else {
                // They continue on a replica.
                primaryReaders.fail(.lost("the primary does not answer"))
            }
        }
        do {
            try monitor.start()
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
    }

    deinit { monitor.stop() }

    /// Returns the maximum number of file descriptors of a store. Each concurrent ``readAll(_:)`` needs one session
    /// more.
    public static func maximumDescriptors(_ limits: Limits) -> Int {
        let (readers, writers, readsOfAll) = (2 * limits.connections, 2, 1)
        // The monitor has a connection to the primary, one to a replica, and one to see whether writes are accepted.
        return (readers + writers + readsOfAll) * Session.descriptorCount + 3
    }

    /// Connects to the primary, after creating missing tables, to fill them directly. Statements have no timeout.
    /// - Throws: the errors of ``init(_:limits:clock:)``.
    package static func connectToPrimary(of url: String) throws(StoreError) -> DatabaseConnection {
        let servers = Servers(try ServerAddress.all(in: url), connectTimeout: Limits().timeout)
        let (connection, role, _) = try Schema.prepare(servers)
        guard role == .primary else { throw .noPrimary }
        return connection
    }

    /// - Throws: `StoreError.unavailable` if the URL is malformed.
    public static func check(_ url: String) throws(StoreError) {
        _ = try ServerAddress.all(in: url)
    }
}

// MARK: Reading

extension PostgreSQLStore {
    /// All statements see one state of the store.
    func read(_ consistency: ReadConsistency, _ statements: [Statement]) async throws(StoreError) -> [Rows] {
        try await fromPrimaryOrReplica { (role) throws(StoreError) in
            guard role == .replica else { return try await primaryReaders.run(statements) }
            let rows = try await replicaReaders.run([SQL.store] + statements)
            try requireCurrent(consistency, rows[0])
            return Array(rows.dropFirst())
        }
    }

    /// Calls `body` for the primary, or for a replica while there is no primary.
    func fromPrimaryOrReplica<Value>(
        _ body: (ServerRole) async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let first: ServerRole = servers.hasPrimary ? .primary : .replica
        do throws(StoreError) {
            return try await body(first)
        } catch {
            let failure = error
            guard failure.isUnreachable else { throw failure }
            do throws(StoreError) {
                return try await body(first.other)
            } catch {
                // Says why there is no primary, whatever the replicas answer.
                throw first == .primary ? failure : error
            }
        }
    }

    /// Checks the versions of a replica, read together with the result: what was known before must not be lost again.
    func requireCurrent(_ consistency: ReadConsistency, _ rows: Rows) throws(StoreError) {
        guard !(try StoredVersions(try rows.storeRow).covers(known.versions(for: consistency))) else { return }
        throw .unreachable("there is no primary, and the replica lacks changes that are known here")
    }
}
