import Synchronization

/// The servers of a store, in the order of the URL.
struct ServerList: Sendable {
    let all: [Server]
    let readsReplicas: Bool
    private let roundRobin = Counter()

    private final class Counter: Sendable {
        let next = Atomic<UInt>(0)
    }

    init(_ all: [Server], readsReplicas: Bool) {
        self.all = all
        self.readsReplicas = readsReplicas
    }

    /// The primary; if none is known, a server that was not checked yet.
    var primary: Server? {
        all.first { $0.state.role == .primary } ?? all.first { $0.state.role == .unknown }
    }

    /// The latest timeline that any server was seen to write.
    var latestTimeline: Int64 { all.map(\.state.timeline).max() ?? 0 }

    /// The best first: replicas that have these versions, in turn; the primary; replicas that lack changes, the least
    /// behind first; the others.
    func forReading(_ versions: StoredVersions, primaryFirst: Bool) -> [(server: Server, isBehind: Bool)] {
        let states = all.map { (server: $0, state: $0.state) }
        func servers(_ role: Server.Role) -> [Server] { states.filter { $0.state.role == role }.map(\.server) }
        let replicas = states.filter { $0.state.role == .replica }
        let current = rotated(replicas.filter { $0.state.versions.covers(versions) }.map(\.server))
        let behind = replicas.filter { !$0.state.versions.covers(versions) }.sorted {
            ($0.state.versions.history, $0.state.position) > ($1.state.versions.history, $1.state.position)
        }
        let primary = servers(.primary)
        let first = primaryFirst || !readsReplicas ? primary + current : current + primary
        let last = behind.map(\.server) + servers(.unknown) + servers(.unreachable)
        return first.map { ($0, false) } + last.map { ($0, true) }
    }

    /// Each call begins with another server.
    private func rotated(_ servers: [Server]) -> [Server] {
        if servers.isEmpty { return servers }
        let first = Int(roundRobin.next.add(1, ordering: .relaxed).oldValue % UInt(servers.count))
        return Array(servers[first...] + servers[..<first])
    }
}
