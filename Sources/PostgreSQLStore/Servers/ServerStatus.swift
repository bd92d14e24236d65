import Catalogue
import Synchronization

/// A change of a server's state, for the log.
public enum ServerEvent: Sendable {
    /// It answers.
    case found(_ name: String, isPrimary: Bool)
    /// It does not answer any more, and why.
    case lost(_ name: String, any Error)
}

/// The state of a server, for operators.
public struct ServerStatus: Hashable, Sendable {
    /// Whether it answers.
    public let isUp: Bool
    /// Whether it takes changes.
    public let isPrimary: Bool
    /// How many bytes of the primary's log it does not have; `nil` where it is no replica that answers, has another history
    /// than the primary, or the primary's is unknown.
    public let lagBytes: Int64?
    /// For how many seconds it has not had all of what it was sent; `nil` where it is no replica that answers.
    public let lagSeconds: Double?
    /// How often it was read from.
    public let reads: Int
    /// How many transactions of this process it has committed.
    public let commits: Int
}

extension PostgreSQLStore {
    /// The servers' names, `host:port`, in the order of the address.
    public var serverNames: [String] { servers.all.map(\.address.name) }

    /// The names of the servers of an address, as ``serverNames`` has them once the store is open.
    /// - Throws: `StoreError.unavailable` where the address cannot be read.
    public static func serverNames(in url: String) throws(StoreError) -> [String] {
        try read(url).servers.map(\.name)
    }

    /// The state of the server at this place of ``serverNames``, by the last look at it.
    public func status(ofServer index: Int) -> ServerStatus {
        let server = servers.all[index]
        let state = server.state
        let primary = servers.all.lazy.map(\.state).first { $0.role == .primary }
        let isReplica = state.role == .replica
        return ServerStatus(
            isUp: isReplica || state.role == .primary,
            isPrimary: state.role == .primary,
            lagBytes: isReplica ? primary.flatMap { $0.bytes(aheadOf: state) } : nil,
            lagSeconds: isReplica ? state.lag : nil,
            reads: server.reads.load(ordering: .relaxed),
            commits: server.writes.load(ordering: .relaxed)
        )
    }
}

extension Server.State {
    /// How many bytes of a primary's log the replica lacks; `nil` where it is not of that history.
    fileprivate func bytes(aheadOf replica: Self) -> Int64? {
        replica.versions.history == versions.history ? max(0, position - replica.position) : nil
    }
}
