public import EventLoops

/// Sockets that listen on one address and port, one for each event loop; the kernel spreads connections over them
/// (`SO_REUSEPORT`).
///
/// They may outlive the process that serves on them: as long as any process has them open, a client can connect, and
/// waits in a socket's queue for whoever serves next.
public struct ListeningSockets: Sendable {
    let sockets: [ListeningSocket]

    /// Sockets of this process's own.
    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address in digits; `0.0.0.0` or `::` for all.
    ///   - port: 0 lets the system choose; ``port`` tells.
    ///   - count: how many, at least 1.
    /// - Throws: ``SystemError``, and nothing goes on listening; `isAddressInUse` where another program has the port.
    public init(address: String, port: UInt16, count: Int) throws(SystemError) {
        precondition(count >= 1, "a server needs a socket")
        var sockets = [try ListeningSocket(address: address, port: port, isFirst: true)]
        while sockets.count < count {
            sockets.append(try ListeningSocket(address: address, port: sockets[0].port, isFirst: false))
        }
        self.sockets = sockets
    }

    /// Sockets that another process has bound and this one has inherited. They belong to this value from now on, and
    /// are not inherited further.
    /// - Parameter descriptors: what ``descriptors`` is there, at least one.
    /// - Throws: ``SystemError`` where one of them is not a socket that listens.
    public init(inherited descriptors: [Int32]) throws(SystemError) {
        precondition(!descriptors.isEmpty, "a server needs a socket")
        var sockets: [ListeningSocket] = []
        for descriptor in descriptors { sockets.append(try ListeningSocket(inherited: descriptor)) }
        self.sockets = sockets
    }

    /// The port that they listen on.
    public var port: UInt16 { sockets[0].port }

    /// What a process that is to serve on them has to inherit. They are close-on-exec here.
    public var descriptors: [Int32] { sockets.map(\.descriptor.rawValue) }

    /// Closes them in this process, where they would otherwise be with the last copy of this value. Where no other process
    /// has them open, clients are refused from now on.
    public func close() {
        for socket in sockets { socket.descriptor.close() }
    }
}
