import Catalogue
import EventLoop
import Glibc
import Synchronization

/// Checks the primary periodically, and listens to its notifications of changes. While there is no primary, checks a
/// replica.
///
/// Changes of other stores are usually known at once. If notifications are interrupted, the next check finds the
/// changes: within the interval and the server's timeout.
final class ServerMonitor: Sendable {
    private let servers: Servers
    private let known: KnownVersions
    private let events: AsyncStream<ServerEvent>.Continuation
    private let reportChange: @Sendable (_ hasPrimary: Bool) -> Void
    private let isStopped = Atomic(false)

    /// Between two checks.
    private static let interval = Duration.milliseconds(100)
    private static let timeout = Duration.seconds(1)
    /// Between two checks whether a read-only primary accepts writes. Each needs a new session.
    private static let readOnlyInterval = Duration.seconds(1)

    /// - Parameter reportChange: Called when a primary is found, and when it is lost.
    init(
        _ servers: Servers,
        _ known: KnownVersions,
        events: AsyncStream<ServerEvent>.Continuation,
        reportChange: @escaping @Sendable (_ hasPrimary: Bool) -> Void
    ) {
        self.servers = servers
        self.known = known
        self.events = events
        self.reportChange = reportChange
    }

    /// Starts two threads, which keep the monitor until some seconds after ``stop()``.
    func start() throws(SystemError) {
        try DedicatedThread.start {
            self.follow(.primary) { (connection) throws(StoreError) in try self.followPrimary(connection) }
        }
        try DedicatedThread.start {
            self.follow(.replica) { (connection) throws(StoreError) in try self.followReplica(connection) }
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    private var isRunning: Bool { !isStopped.load(ordering: .relaxed) }

    /// - Parameter body: Returns to wait until the server is needed, and throws if it is lost.
    private func follow(_ role: ServerRole, _ body: (DatabaseConnection) throws(StoreError) -> Void) {
        var backoff = Backoff()
        while isRunning {
            guard isNeeded(role) else {
                pause(for: Self.interval)
                continue
            }
            do throws(StoreError) {
                let settings = SessionSettings.plans
                let connection = try servers.connect(as: role, settings: settings, timeout: Self.timeout)
                backoff = Backoff()
                try body(connection)
                servers.setAnswers(role, false)
            } catch {
                let isLost = servers.setAnswers(role, false)
                if isLost, role == .primary { reportChange(false) }
                if isLost, isRunning { events.yield(.lost(role, error)) }
                pause(for: backoff.nextDelay())
            }
        }
    }

    private func isNeeded(_ role: ServerRole) -> Bool { isRunning && (role == .primary || !servers.hasPrimary) }

    private func pause(for time: Duration) { usleep(useconds_t(time.milliseconds) * 1_000) }

    // MARK: The primary

    private func followPrimary(_ connection: DatabaseConnection) throws(StoreError) {
        try connection.run(["LISTEN \(Announcement.channel)"])
        var isFirst = true
        var nextProbe = ContinuousClock.now
        while isRunning {
            var check = try check(connection)
            let lost = check.versions.covers(check.knownBefore) ? nil : check.knownBefore.history
            if !check.hasBegunHistory || lost != nil {
                beginHistory(insteadOf: lost, on: connection)
                check = try self.check(connection)
            }
            known.adoptPrimary(check.versions, knownBefore: check.knownBefore, isFirst: isFirst)
            servers.setAnswers(.primary, true)
            if isFirst {
                servers.isReadOnly = check.isReadOnly
                reportChange(true)
                events.yield(.found(connection.name, .primary))
            }
            isFirst = false
            if servers.isReadOnly, nextProbe <= .now {
                nextProbe = .now + Self.readOnlyInterval
                servers.isReadOnly = try areNewSessionsReadOnly()
            }
            try connection.receiveNotifications(until: .now + Self.interval) { payload in
                if let announcement = Announcement(payload) { known.adopt(announcement) }
            }
        }
    }

    private struct Check {
        let versions: StoredVersions
        /// The versions that were known before the check.
        let knownBefore: StoredVersions
        /// Whether the history began after the server's promotion.
        let hasBegunHistory: Bool
        let isReadOnly: Bool
    }

    private func check(_ connection: DatabaseConnection) throws(StoreError) -> Check {
        let knownBefore = known.versions(for: .latest)
        let row = try connection.run([SQL.primaryState])[0].storeRow
        return Check(
            versions: try StoredVersions(row),
            knownBefore: knownBefore,
            hasBegunHistory: row.int(3) == 1,
            isReadOnly: row.int(4) == 1
        )
    }

    /// Begins a new history on a new primary, unless another process has. After a failure the next check tries again.
    /// - Parameter lost: The history of items of which the primary lacks known changes, if any.
    private func beginHistory(insteadOf lost: UInt64?, on connection: DatabaseConnection) {
        let history = lost.map { StoredValue.integer(Int64(bitPattern: $0)) } ?? .null
        _ = try? connection.run([SQL.limitWaits, SQL.beginHistory(history)])
    }

    private func areNewSessionsReadOnly() throws(StoreError) -> Bool {
        try check(try servers.connect(as: .primary, timeout: Self.timeout)).isReadOnly
    }

    // MARK: A replica

    private func followReplica(_ connection: DatabaseConnection) throws(StoreError) {
        while isNeeded(.replica) {
            known.adoptReplica(try StoredVersions(try connection.run([SQL.store])[0].storeRow))
            if servers.setAnswers(.replica, true) { events.yield(.found(connection.name, .replica)) }
            pause(for: Self.interval)
        }
    }
}

/// A change of the servers, for the log.
public enum ServerEvent: Sendable {
    case found(_ name: String, ServerRole)
    case lost(ServerRole, StoreError)
}
