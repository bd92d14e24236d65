import EventLoop
import HTTPServer

/// How the file descriptors of a process that serves are divided: connections get those that nothing else needs.
struct DescriptorBudget {
    /// How many descriptors the process may have open.
    let limit: Int
    /// How many of them are kept for everything but connections.
    let reserved: Int
    /// The connections that were asked for.
    let wanted: Int

    /// An event loop's listening socket, epoll, eventfd, the spare descriptor that it refuses clients with, and a client that
    /// is being refused.
    private static let perLoop = 5
    /// Standard streams, the log, the config's files, the supervisor's and the helper's sockets, name lookups, and files of
    /// the system that are read now and then. 31 were counted in an idle worker over SQLite with two loops.
    private static let others = 64
    /// The connections to `--admin-port`.
    static let adminConnections = 64

    /// A budget for `wanted` connections, where the process may have `limit` descriptors.
    /// - Parameters:
    ///   - loops: the event loops for clients.
    ///   - hasAdminPort: whether there is one more, with connections of its own.
    ///   - store: the descriptors of the store.
    /// - Throws: ``Failure`` where there would be no room for a single connection.
    init(wanted: Int, loops: Int, hasAdminPort: Bool = false, store: Int, limit: Int) throws(Failure) {
        let admin = hasAdminPort ? Self.perLoop + Self.adminConnections : 0
        reserved = loops * Self.perLoop + admin + store + Self.others
        self.wanted = wanted
        self.limit = limit
        guard limit > reserved else {
            throw Failure(
                "the process may have \(limit) files open, and needs \(reserved) without any connection: "
                    + "raise the limit (ulimit -Hn)"
            )
        }
    }

    /// The budget of a worker, or of its supervisor, which hands its own limit down.
    init(_ options: ServeOptions, limit: Int = FileDescriptorLimit.raise()) throws(Failure) {
        try self.init(
            wanted: options.limits.connections,
            loops: options.threads,
            hasAdminPort: options.adminPort != nil,
            store: options.store.descriptors(readers: options.threads, limits: options.storeLimits),
            limit: limit
        )
    }

    /// The connections that there is room for.
    var connections: Int { min(wanted, limit - reserved) }

    /// What to tell the operator where fewer connections are allowed than were asked for.
    var warning: String? {
        guard connections < wanted else { return nil }
        return "At most \(connections) connections in place of \(wanted) (--max-connections): the process may have "
            + "\(limit) files open (ulimit -Hn), of which \(reserved) are reserved"
    }
}
