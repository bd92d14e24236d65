import EventLoop
import Foundation
import Glibc
import Synchronization

/// A TCP proxy of a server that can stop forwarding without closing connections.
public final class Proxy: Sendable {
    /// The port on 127.0.0.1.
    public let port: Int
    private let listener: FileDescriptor
    private let gate = Gate()

    private final class Gate: Sendable {
        let isOpen = Atomic(true)
        let isOver = Atomic(false)
    }

    /// Starts a proxy of a server.
    public init(of server: DatabaseServer) throws {
        let listener = FileDescriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Sound: the system reads and writes one address of the given size.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener.rawValue, pointer, length) == 0 && listen(listener.rawValue, 64) == 0
                    && getsockname(listener.rawValue, pointer, &length) == 0
            }
        }
        guard isBound else { throw DatabaseServer.Failure(description: "no port for a proxy: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        let (gate, path) = (gate, "\(server.folder)/.s.PGSQL.5432")
        Thread.detachNewThread { Self.accept(on: listener, to: path, gate) }
    }

    deinit {
        gate.isOver.store(true, ordering: .relaxed)
        shutdown(listener.rawValue, Int32(SHUT_RDWR))
    }

    /// Stops forwarding in both directions, and closes nothing.
    public func freeze() { gate.isOpen.store(false, ordering: .relaxed) }

    /// Forwards again, beginning with the delayed bytes.
    public func thaw() { gate.isOpen.store(true, ordering: .relaxed) }

    private static func accept(on listener: FileDescriptor, to path: String, _ gate: Gate) {
        while case let descriptor = Glibc.accept(listener.rawValue, nil, nil), descriptor >= 0 {
            let client = FileDescriptor(descriptor)
            guard let server = connect(to: path) else { continue }
            Thread.detachNewThread { forward(from: client, to: server, gate) }
            Thread.detachNewThread { forward(from: server, to: client, gate) }
        }
    }

    private static func connect(to path: String) -> FileDescriptor? {
        let descriptor = FileDescriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Sound: the path is shorter than its zeroed buffer; the system reads one address of the given size.
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe withUnsafeMutableBytes(of: &pointer.pointee.sun_path) { room in
                unsafe room.copyBytes(from: path.utf8)
            }
            return unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(descriptor.rawValue, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return code == 0 ? descriptor : nil
    }

    /// Forwards one direction; when it ends, both end. Sockets are only shut down here, because a closed descriptor
    /// could be reused.
    private static func forward(from source: FileDescriptor, to target: FileDescriptor, _ gate: Gate) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !gate.isOver.load(ordering: .relaxed) {
            // Sound: both calls access at most the array's count of bytes.
            let count = unsafe read(source.rawValue, &buffer, buffer.count)
            while !gate.isOpen.load(ordering: .relaxed), !gate.isOver.load(ordering: .relaxed) { usleep(5_000) }
            guard count > 0, unsafe send(target.rawValue, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(target.rawValue, Int32(SHUT_RDWR))
        shutdown(source.rawValue, Int32(SHUT_RDWR))
    }
}
