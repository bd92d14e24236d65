import CLinux
import EventLoop
import Glibc

/// Sockets that listen on one address and port without blocking, one for each event loop; the kernel spreads connections
/// over them (`SO_REUSEPORT`).
///
/// They may outlive the process that serves on them: as long as any process has them open, a client can connect, and
/// waits in a socket's queue for whoever serves next.
public struct ListeningSockets: Sendable {
    let sockets: [FileDescriptor]
    /// The port that they listen on.
    public let port: UInt16

    /// The bytes that the kernel takes of a connection and has not sent. It would take megabytes, and then tell of room
    /// when a third of them is sent, which would look like a client that takes nothing.
    private static let unsentLimit: Int32 = 128 * 1024

    /// Sockets of this process's own.
    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address in digits; `0.0.0.0` or `::` for all.
    ///   - port: 0 lets the system choose; ``port`` tells.
    ///   - count: how many, at least 1.
    /// - Throws: ``SystemError``, and nothing goes on listening; `isAddressInUse` where another program has the port.
    public init(address: String, port: UInt16, count: Int) throws(SystemError) {
        precondition(count >= 1, "a server needs a socket")
        var (sockets, port) = ([FileDescriptor](), port)
        while sockets.count < count {
            let (socket, bound) = try Self.bind(address, port, isFirst: sockets.isEmpty)
            sockets.append(socket)
            port = bound
        }
        self.sockets = sockets
        self.port = port
    }

    /// Sockets that another process has bound and this one has inherited. They belong to this value from now on, and
    /// are not inherited further.
    /// - Parameter descriptors: what ``descriptors`` is there, at least one.
    /// - Throws: ``SystemError`` where one of them is not a socket that listens.
    public init(inherited descriptors: [Int32]) throws(SystemError) {
        precondition(!descriptors.isEmpty, "a server needs a socket")
        var (sockets, port) = ([FileDescriptor](), UInt16(0))
        for rawValue in descriptors {
            let operation = "serve on the descriptor \(rawValue)"
            guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError(operation) }
            sockets.append(FileDescriptor(rawValue))
            var listens: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            // Sound: the kernel writes at most `length` bytes, which is the size of the variable.
            guard unsafe getsockopt(rawValue, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 else {
                throw SystemError(operation)
            }
            guard listens != 0 else { throw SystemError(operation, code: EINVAL) }
            guard let bound = Self.port(of: rawValue) else { throw SystemError(operation) }
            port = bound
        }
        self.sockets = sockets
        self.port = port
    }

    /// What a process that is to serve on them has to inherit. They are close-on-exec here.
    public var descriptors: [Int32] { sockets.map(\.rawValue) }

    /// Closes them in this process, where they would otherwise be with the last copy of this value. Where no other process
    /// has them open, clients are refused from now on.
    public func close() {
        for socket in sockets { socket.close() }
    }

    /// A socket that listens, and its port. The first of a group binds without `SO_REUSEPORT` and gets it afterwards: so it
    /// fails where any other program has the port, even one that shares its ports too.
    private static func bind(
        _ address: String,
        _ port: UInt16,
        isFirst: Bool
    ) throws(SystemError) -> (FileDescriptor, port: UInt16) {
        let operation = "listen on \(address.contains(":") ? "[\(address)]" : address):\(port)"
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        // Sound: the strings, the hints and the list's place outlive the call; the list is freed once, below, and not
        // used after that.
        guard unsafe getaddrinfo(address, String(port), &hints, &list) == 0, let found = unsafe list else {
            throw SystemError(operation, code: EADDRNOTAVAIL)
        }
        defer { unsafe freeaddrinfo(found) }

        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let rawValue = unsafe socket(found.pointee.ai_family, type, 0)
        guard rawValue >= 0 else { throw SystemError(operation) }
        let descriptor = FileDescriptor(rawValue)
        guard set(rawValue, SOL_SOCKET, SO_REUSEADDR), isFirst || set(rawValue, SOL_SOCKET, SO_REUSEPORT),
            // Sound: address and length are the ones that getaddrinfo made for each other.
            unsafe Glibc.bind(rawValue, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
            set(rawValue, SOL_SOCKET, SO_REUSEPORT),
            // Accepted connections inherit both.
            set(rawValue, Int32(IPPROTO_TCP), TCP_NODELAY),
            set(rawValue, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentLimit),
            listen(rawValue, SOMAXCONN) == 0, let bound = self.port(of: rawValue)
        else { throw SystemError(operation) }
        return (descriptor, bound)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) -> Bool {
        var value = value
        // Sound: the length is that of the variable, which outlives the call.
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // Sound: sockaddr_in6 is the larger of the two kinds of address, and the kernel writes at most `length` bytes.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        // The port stands at the same place in both kinds.
        return result == 0 ? UInt16(bigEndian: address.sin6_port) : nil
    }
}
