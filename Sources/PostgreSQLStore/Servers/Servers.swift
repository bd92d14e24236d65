import Catalogue
import EventLoop
import Synchronization

public enum ServerRole: String, Sendable {
    case primary
    case replica

    /// libpq's `target_session_attrs`.
    fileprivate var target: String {
        switch self {
        case .primary: "primary"
        case .replica: "standby"
        }
    }

    var other: Self { self == .primary ? .replica : .primary }
}

/// The servers of a store: finds the primary, and no earlier one that is back, and notes which servers answer.
final class Servers: Sendable {
    private let addresses: [ServerAddress]
    private let connectTimeout: Duration
    private let latestPrimary = Mutex(Primary())
    private let primaryAnswers = Atomic(false)
    private let replicaAnswers = Atomic(false)
    private let refusesWrites = Atomic(false)

    private struct Primary {
        var index = 0
        /// Each promotion begins one.
        var timeline: Int64 = 0
    }

    /// How much longer than the server an answer may take.
    private static let grace = Duration.seconds(1)

    /// - Parameter connectTimeout: For each server, 2 s or more.
    init(_ addresses: [ServerAddress], connectTimeout: Duration) {
        self.addresses = addresses
        self.connectTimeout = connectTimeout
    }

    // MARK: Availability

    var hasPrimary: Bool { primaryAnswers.load(ordering: .relaxed) }

    /// Looked for only while there is no primary.
    var hasReplica: Bool { replicaAnswers.load(ordering: .relaxed) }

    /// Whether new sessions of the primary accept no writes (`default_transaction_read_only`).
    var isReadOnly: Bool {
        get { refusesWrites.load(ordering: .relaxed) }
        set { refusesWrites.store(newValue, ordering: .relaxed) }
    }

    /// Returns whether a server of this role was found or lost just now.
    @discardableResult func setAnswers(_ role: ServerRole, _ answers: Bool) -> Bool {
        switch role {
        case .primary: primaryAnswers.exchange(answers, ordering: .relaxed) != answers
        case .replica: replicaAnswers.exchange(answers, ordering: .relaxed) != answers
        }
    }

    // MARK: Connecting

    /// Looks at each server once: the primary with the latest timeline is the current one, and others are earlier ones
    /// that are back.
    func findPrimary() {
        for index in addresses.indices {
            _ = try? connect(to: index, as: .primary, settings: [:], timeout: connectTimeout)
        }
    }

    /// Connects to the first server that has the role, beginning with the last known primary, or behind it for a
    /// replica: it may hang. libpq could try all of them itself, but would take an earlier primary that is back for the
    /// current one, and wait for a dead server each time.
    /// - Parameter timeout: Of each statement; `nil` for none.
    func connect(
        as role: ServerRole,
        settings: [String: String] = [:],
        timeout: Duration?
    ) throws(StoreError) -> DatabaseConnection {
        let first = latestPrimary.withLock { $0.index } + (role == .primary ? 0 : 1)
        var failures: [String] = []
        for offset in addresses.indices {
            let index = (first + offset) % addresses.count
            do throws(StoreError) {
                return try connect(to: index, as: role, settings: settings, timeout: timeout)
            } catch {
                failures.append("\(addresses[index].name): \(error.explanation)")
            }
        }
        throw .unreachable(failures.joined(separator: "; "))
    }

    private func connect(
        to index: Int,
        as role: ServerRole,
        settings: [String: String],
        timeout: Duration?
    ) throws(StoreError) -> DatabaseConnection {
        let connection = try DatabaseConnection(
            to: addresses[index],
            target: role.target,
            connectTimeout: connectTimeout,
            timeout: timeout.map { $0 + Self.grace }
        )
        if role == .primary { try adoptTimeline(of: connection, index) }
        if let timeout { try set(settings, timeout, on: connection) }
        return connection
    }

    /// Whether no later primary was found.
    func isCurrent(_ connection: DatabaseConnection) -> Bool {
        connection.timeline.map { timeline in latestPrimary.withLock { $0.timeline <= timeline } } ?? true
    }

    private func adoptTimeline(of connection: DatabaseConnection, _ index: Int) throws(StoreError) {
        guard let timeline = try connection.run([SQL.timeline], preparing: false)[0].first?.int(0) else {
            throw .unreachable("it became a replica")
        }
        let isCurrent = latestPrimary.withLock { latest in
            guard timeline >= latest.timeline else { return false }
            latest = Primary(index: index, timeline: timeline)
            return true
        }
        guard isCurrent else { throw .unreachable("a later primary has taken its place") }
        connection.timeline = timeline
    }

    /// A pooler accepts none of the settings as startup parameters.
    private func set(
        _ settings: [String: String],
        _ timeout: Duration,
        on connection: DatabaseConnection
    ) throws(StoreError) {
        let all = settings.merging(["statement_timeout": "\(timeout.milliseconds)"]) { $1 }
        try connection.run(all.map { "SET \($0.key) = '\($0.value)'" }, preparing: false)
    }
}
