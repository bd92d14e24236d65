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
    private let servers: Servers
    private let limits: Limits
    private let known: KnownVersions
    private let clock: @Sendable () -> Instant
    package let groupCommit: GroupCommit
    private let bulkSession: Session
    private let waitingForBulk = Atomic(0)
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
    private static let maximumWaitingForBulk = 16
    package static let maximumChanges: Int64 = 100_000

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
        (self.servers, self.limits, self.known, self.clock) = (servers, limits, known, clock)
        let session = try writerSession(timeout: limits.timeout)
        groupCommit = GroupCommit(on: session.loop) { (selection, changes) throws(StoreError) in
            guard servers.hasPrimary else { throw .noPrimary }
            return try await session.perform { (connection) throws(StoreError) in
                let writing = WritingConnection(connection: connection, known: known)
                return try Transaction.run(on: writing, at: clock(), reading: selection, changes)
            }
        }
        bulkSession = try writerSession(timeout: Self.bulkTimeout)
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

    /// Returns the maximum number of file descriptors of a store that reads the items and the checkpoint at once.
    public static func maximumDescriptors(_ limits: Limits) -> Int {
        let (readers, writers, scans) = (2 * limits.connections, 2, 2)
        // The monitor has a connection to the primary, one to a replica, and one to see whether writes are accepted.
        return (readers + writers + scans) * Session.descriptorCount + 3
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

extension PostgreSQLStore: StoreEngine {
    public var acceptsWrites: Bool { servers.hasPrimary && !servers.isReadOnly }

    /// Whether there is a primary, as far as known. Without one, replicas are read.
    public var hasPrimary: Bool { servers.hasPrimary }

    public var acceptsReads: Bool { servers.hasPrimary || servers.hasReplica }

    public var itemVersion: ItemVersion { known.itemVersion }

    /// A number shared by all users with one of 16,384 hashes.
    public func userVersion(of user: UserID) -> UInt64 { known.userVersion(of: user) }
}

// MARK: Reading

extension PostgreSQLStore {
    package func read(
        _ statements: [StoreStatement],
        _ consistency: ReadConsistency,
        _ receive: (_ statement: Int, _ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let statements = statements.map { Statement($0) }
        let results = try await fromPrimaryOrReplica { (role) throws(StoreError) in
            guard role == .replica else { return try await primaryReaders.run(statements) }
            let rows = try await replicaReaders.run([SQL.store] + statements)
            try requireCurrent(consistency, rows[0])
            return Array(rows.dropFirst())
        }
        for (index, rows) in results.enumerated() {
            for row in rows { try receive(index, row) }
        }
    }

    /// Reads through a cursor on a connection of its own. The next rows are fetched while `receive` takes the last.
    package func scan(
        _ query: String,
        _ consistency: ReadConsistency,
        fetchSize: Int,
        _ receive: (_ row: any StoredRow) throws(StoreError) -> Void
    ) async throws(StoreError) -> ItemVersion {
        let fetch = Statement("FETCH \(fetchSize) FROM scan")
        let (session, first) = try await fromPrimaryOrReplica { (role) async throws(StoreError) in
            let settings = SessionSettings.scanning
            let session = try Session(servers, as: role, settings: settings, timeout: limits.timeout)
            let rows = try await session.perform { (connection) throws(StoreError) in
                try connection.run([
                    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", SQL.store,
                    "DECLARE scan NO SCROLL CURSOR FOR \(query)", fetch,
                ])
            }
            if role == .replica { try requireCurrent(consistency, rows[1]) }
            return (session, rows)
        }
        var next = Result<Rows, StoreError>.success(first[3])
        while case let rows = try next.get(), !rows.isEmpty {
            // Continues the transaction.
            async let following = session.result(reconnecting: false) { (connection) throws(StoreError) in
                try connection.run([fetch])[0]
            }
            for row in rows { try receive(row) }
            next = await following
        }
        return try StoredVersions(try first[1].storeRow).itemVersion
    }

    /// Calls `body` for the primary, or for a replica while there is no primary.
    private func fromPrimaryOrReplica<Value>(
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
    private func requireCurrent(_ consistency: ReadConsistency, _ rows: Rows) throws(StoreError) {
        guard !(try StoredVersions(try rows.storeRow).covers(known.versions(for: consistency))) else { return }
        throw .unreachable("there is no primary, and the replica lacks changes that are known here")
    }
}

// MARK: Writing

extension PostgreSQLStore {
    /// Waits for a primary.
    package func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any StoreConnection, Instant) throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        defer { waitingForBulk.subtract(1, ordering: .relaxed) }
        guard waitingForBulk.add(1, ordering: .relaxed).newValue <= Self.maximumWaitingForBulk else { throw .busy }
        let deadline = ContinuousClock.now + limits.timeout
        while !servers.hasPrimary {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { throw .noPrimary }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return try await bulkSession.perform { [known, clock] (connection) throws(StoreError) in
            try body(WritingConnection(connection: connection, known: known), clock())
        }
    }
}
