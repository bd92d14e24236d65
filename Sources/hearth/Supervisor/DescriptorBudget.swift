import EventLoop
import HTTPServer

/// Divides a process's file descriptors: connections get those that nothing else needs.
struct DescriptorBudget {
    let limit: Int
    let reserved: Int
    let wanted: Int

    /// Listening socket, epoll, eventfd, the spare descriptor for rejecting clients, and a client being rejected.
    private static let perLoop = 5
    /// Standard streams, log, config files, sockets of the supervisor and the helper, name lookups, and system files.
    /// An idle worker with SQLite and two loops has 36.
    private static let others = 64
    static let adminConnections = 64

    /// The budget of a worker, or of the supervisor, whose limit the worker inherits.
    /// - Throws: ``Failure`` if there is no room for a single connection.
    init(_ options: ServeOptions) throws(Failure) {
        let admin = options.adminPort == nil ? 0 : Self.perLoop + Self.adminConnections
        let store = options.store.descriptors(readers: options.threads, limits: options.storeLimits)
        reserved = options.threads * Self.perLoop + admin + store + Self.others
        wanted = options.limits.maxConnections
        limit = raiseFileDescriptorLimit()
        guard limit > reserved else {
            throw Failure(
                "the process may have \(limit) files open, and needs \(reserved) without any connection: "
                    + "raise the limit (ulimit -Hn)"
            )
        }
    }

    var connections: Int { min(wanted, limit - reserved) }

    var warning: String? {
        guard connections < wanted else { return nil }
        return "At most \(connections) connections instead of \(wanted) (--max-connections): the process may have "
            + "\(limit) files open (ulimit -Hn), of which \(reserved) are reserved"
    }
}
