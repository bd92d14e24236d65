import Catalogue
import Synchronization

/// A change of a server's state, for the log.
public enum ServerEvent: Sendable {
    case found(_ name: String, isPrimary: Bool)
    case lost(_ name: String, any Error)
}

/// The state of a server, for operators.
public struct ServerStatus: Hashable, Sendable {
    public let isUp: Bool
    public let isPrimary: Bool
    /// The primary's WAL that a replica has not replayed; `nil` for other servers, or if it cannot be compared.
    public let lagBytes: Int64?
    /// The replay delay of a replica, in seconds; `nil` for other servers.
    public let lagSeconds: Double?
    public let reads: Int
    /// Transactions committed for this process.
    public let commits: Int
}

extension PostgreSQLStore {
    /// `host:port`, in the order of the URL.
    public var serverNames: [String] { servers.all.map(\.address.name) }

    /// - Throws: `StoreError.unavailable` if the URL is malformed.
    public static func serverNames(in url: String) throws(StoreError) -> [String] {
        try parse(url).servers.map(\.name)
    }

    /// - Parameter index: The index in ``serverNames``.
    public func status(ofServer index: Int) -> ServerStatus {
        let server = servers.all[index]
        let state = server.state
        let isReplica = state.role == .replica
        let primary = servers.all.lazy.map(\.state).first { $0.role == .primary }
        let isComparable = isReplica && primary?.versions.history == state.versions.history
        return ServerStatus(
            isUp: isReplica || state.role == .primary,
            isPrimary: state.role == .primary,
            lagBytes: isComparable ? primary.map { max(0, $0.position - state.position) } : nil,
            lagSeconds: isReplica ? state.lag : nil,
            reads: server.reads.load(ordering: .relaxed),
            commits: server.writes.load(ordering: .relaxed)
        )
    }
}
