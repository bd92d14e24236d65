import HTTPServer

/// The servers of a worker, one for each port. They start once: before the store is open, where that takes time.
@MainActor
final class Front {
    private let servers: [Server]
    /// Whether clients are answered.
    private(set) var isOpen = false

    init(_ servers: [Server]) {
        self.servers = servers
    }

    /// Answers clients.
    func open() throws(Failure) {
        guard !isOpen else { return }
        isOpen = true
        do {
            for server in servers { try server.start() }
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Finishes what has begun, within `grace`.
    func close(grace: Duration) async {
        guard isOpen else { return }
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.shutdown(grace: grace) } }
        }
    }
}
