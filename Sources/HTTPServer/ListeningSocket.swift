import EventLoops
import CLinux
import Glibc

/// A socket that listens, without blocking, for one loop.
struct ListeningSocket: Sendable {
    let descriptor: Descriptor
    /// The port that it listens on.
    let port: UInt16

    /// The bytes that the kernel takes of a connection and has not sent. It would take megabytes, and then tell of room
    /// when a third of them is sent, which would look like a client that takes nothing.
    private static let unsentLimit: Int32 = 128 * 1024

    /// The first of a group binds without `SO_REUSEPORT` and gets it afterwards: so it fails where any other program
    /// has the port, even one that shares its ports too.
    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address, in digits.
    ///   - port: 0 lets the system choose.
    init(address: String, port: UInt16, isFirst: Bool) throws(SystemError) {
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
        descriptor = Descriptor(rawValue)
        guard Self.set(rawValue, SOL_SOCKET, SO_REUSEADDR), isFirst || Self.set(rawValue, SOL_SOCKET, SO_REUSEPORT),
            // Sound: address and length are the ones that getaddrinfo made for each other.
            unsafe bind(rawValue, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
            Self.set(rawValue, SOL_SOCKET, SO_REUSEPORT),
            // Accepted connections inherit both.
            Self.set(rawValue, Int32(IPPROTO_TCP), TCP_NODELAY),
            Self.set(rawValue, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Self.unsentLimit),
            listen(rawValue, SOMAXCONN) == 0
        else { throw SystemError(operation) }
        guard let bound = Self.port(of: rawValue) else { throw SystemError(operation) }
        self.port = bound
    }

    /// Takes over a descriptor that another process has bound, and that nobody else here closes.
    /// - Throws: where it is not a socket that listens.
    init(inherited rawValue: Int32) throws(SystemError) {
        let operation = "serve on the descriptor \(rawValue)"
        guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError(operation) }
        descriptor = Descriptor(rawValue)
        guard let listens = Self.value(of: rawValue, SOL_SOCKET, SO_ACCEPTCONN) else { throw SystemError(operation) }
        guard listens != 0 else { throw SystemError(operation, code: EINVAL) }
        guard let bound = Self.port(of: rawValue) else { throw SystemError(operation) }
        port = bound
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) -> Bool {
        var value = value
        // Sound: the length is that of the variable, which outlives the call.
        return unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    private static func value(of descriptor: Int32, _ level: Int32, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // Sound: the kernel writes at most `length` bytes, which is the size of the variable.
        return unsafe getsockopt(descriptor, level, option, &value, &length) == 0 ? value : nil
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
