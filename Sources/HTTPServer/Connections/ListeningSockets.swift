import CLinux
import EventLoop
import Glibc

/// Non-blocking sockets that listen on one address and port, one per event loop; the kernel spreads connections over
/// them (`SO_REUSEPORT`).
///
/// They may outlive the process that serves on them: while any process has them open, clients can connect, and wait in
/// a socket's queue for the next server.
public struct ListeningSockets: Sendable {
    let sockets: [FileDescriptor]
    public let port: UInt16

    /// Unsent bytes that the kernel buffers per connection. By default it buffers megabytes, and reports room only
    /// after a third of them is sent, which would look like a stalled client.
    private static let unsentLimit: Int32 = 128 * 1024

    /// - Parameters:
    ///   - address: a numeric IPv4 or IPv6 address; `0.0.0.0` or `::` for all.
    ///   - port: 0 lets the system choose ``port``.
    /// - Throws: ``SystemError``, with the code `EADDRINUSE` if another program has the port; then no socket listens.
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

    /// Takes over sockets that this process has inherited, and makes them close-on-exec.
    /// - Parameter descriptors: the other process's ``descriptors``, at least one.
    /// - Throws: ``SystemError`` if one of them is not a listening socket.
    public init(inherited descriptors: [Int32]) throws(SystemError) {
        precondition(!descriptors.isEmpty, "a server needs a socket")
        var (sockets, port) = ([FileDescriptor](), UInt16(0))
        for rawValue in descriptors {
            let operation = "serve on the descriptor \(rawValue)"
            var listens: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            // Sound: the kernel writes at most `length` bytes, which is the size of the variable.
            guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0,
                unsafe getsockopt(rawValue, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0,
                let address = unsafe socketAddress(of: rawValue, getsockname)
            else { throw SystemError(operation) }
            guard listens != 0 else { throw SystemError(operation, code: EINVAL) }
            sockets.append(FileDescriptor(rawValue))
            port = UInt16(bigEndian: address.sin6_port)
        }
        self.sockets = sockets
        self.port = port
    }

    /// The descriptors, for a process that inherits them. They are close-on-exec here.
    public var descriptors: [Int32] { sockets.map(\.rawValue) }

    /// Closes the sockets in this process now, not with the last copy of this value. Clients are refused unless another
    /// process has them open.
    public func close() {
        for socket in sockets { socket.close() }
    }

    /// A listening socket and its port. The first of a group binds before it sets `SO_REUSEPORT`: so it fails if any
    /// other program has the port, even one that shares it.
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
            listen(rawValue, SOMAXCONN) == 0, let bound = unsafe socketAddress(of: rawValue, getsockname)
        else { throw SystemError(operation) }
        return (descriptor, UInt16(bigEndian: bound.sin6_port))
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) -> Bool {
        var value = value
        // Sound: the length is that of the variable, which outlives the call.
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }
}
