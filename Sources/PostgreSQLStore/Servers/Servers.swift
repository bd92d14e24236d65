import Synchronization

/// The servers of a store, in the order of its address.
struct Servers: Sendable {
    let all: [Server]
    /// Whether what is read is read of replicas, where there are any.
    let readsReplicas: Bool
    private let turns = RoundRobin()

    private final class RoundRobin: Sendable {
        let next = Atomic<UInt>(0)
    }

    init(_ all: [Server], readsReplicas: Bool) {
        self.all = all
        self.readsReplicas = readsReplicas
    }

    /// The server that takes changes; where none is known to, one that was not looked at yet.
    var primary: Server? {
        all.first { $0.state.role == .primary } ?? all.first { $0.state.role == .unknown }
    }

    /// The latest history that any of them was seen to write.
    var latestTimeline: Int64 { all.map(\.state.timeline).max() ?? 0 }

    /// Those to read of, the best first: replicas that have these versions, in turns; the primary; then, so that reading goes on,
    /// replicas that lack something, the one that lacks the least first, and at last what did not answer.
    /// - Parameter primaryFirst: whether the primary comes before all replicas.
    func forReading(_ versions: StoredVersions, primaryFirst: Bool) -> [(server: Server, isBehind: Bool)] {
        let looks = all.map { (server: $0, state: $0.state) }
        func servers(_ role: Server.Role) -> [Server] { looks.filter { $0.state.role == role }.map(\.server) }
        let replicas = looks.filter { $0.state.role == .replica }
        let able = inTurns(replicas.filter { $0.state.versions.covers(versions) }.map(\.server))
        let behind = replicas.filter { !$0.state.versions.covers(versions) }.sorted {
            ($0.state.versions.history, $0.state.position) > ($1.state.versions.history, $1.state.position)
        }
        let primary = servers(.primary)
        let asksPrimary = primaryFirst || !readsReplicas
        return (asksPrimary ? primary + able : able + primary).map { ($0, false) } + behind.map { ($0.server, true) }
            + (servers(.unknown) + servers(.gone)).map { ($0, true) }
    }

    /// The servers, each time another one first.
    private func inTurns(_ servers: [Server]) -> [Server] {
        if servers.isEmpty { return servers }
        let turn = Int(turns.next.add(1, ordering: .relaxed).oldValue % UInt(servers.count))
        return Array(servers[turn...] + servers[..<turn])
    }
}
