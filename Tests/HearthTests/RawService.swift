import EventLoop
import Foundation
import Glibc

/// A service that answers each request with any bytes, on its own threads.
final class RawService: Sendable {
    struct Request {
        let method: String
        let target: String
        let head: String
        let body: [UInt8]
    }

    struct Connection {
        fileprivate let descriptor: Int32

        /// - Returns: whether all of it was sent.
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// - Returns: whether all of it was sent.
        func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = unsafe bytes[sent...].withUnsafeBytes {
                    // Sound: these are the remaining bytes, and the array lives through the call.
                    unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        func answer(_ status: Int, _ body: String) -> Bool {
            send(
                "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body
            )
        }

        /// Makes the close a reset.
        func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            // Sound: the length is that of the variable, which outlives the call.
            _ = unsafe setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_LINGER,
                &linger,
                socklen_t(MemoryLayout<Glibc.linger>.size)
            )
        }
    }

    let port: UInt16
    /// Closes once the last thread has left it. Closing it earlier would let a thread accept connections of the next
    /// listener with its number.
    private let listener: FileDescriptor

    /// - Parameters:
    /// - port: the port to listen on; 0 lets the system choose.
    /// - threads: the number of connections served at a time.
    /// - handler: answers a request, and returns whether the connection stays open.
    init(port: UInt16 = 0, threads: Int, _ handler: @escaping @Sendable (Request, Connection) -> Bool) throws {
        let listener = FileDescriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        self.listener = listener
        self.port = try Self.listen(on: listener.rawValue, port)
        for _ in 0..<threads {
            Thread.detachNewThread {
                while true {
                    let descriptor = accept(listener.rawValue, nil, nil)
                    guard descriptor >= 0 else { return }
                    while let request = Self.read(descriptor), handler(request, Connection(descriptor: descriptor)) {}
                    close(descriptor)
                }
            }
        }
    }

    /// Accepts no more connections; the present ones stay.
    func stop() {
        shutdown(listener.rawValue, Int32(SHUT_RDWR))
    }

    /// - Returns: the port, which the system may have chosen.
    private static func listen(on listener: Int32, _ port: UInt16) throws -> UInt16 {
        var again: Int32 = 1
        // Sound: the length is that of the variable, which outlives the call.
        _ = unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &again, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_port = port.bigEndian
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Sound: the address is rebound for the calls alone, with its own size.
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && Glibc.listen(listener, 512) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw Child.Failure(description: "listen: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        func fill() -> Bool {
            var chunk = [UInt8](repeating: 0, count: 16 * 1024)
            // Sound: the kernel writes at most the array's count.
            let count = unsafe recv(connection, &chunk, chunk.count, 0)
            bytes += chunk.prefix(max(0, count))
            return count > 0
        }
        var end: Int?
        while end == nil {
            guard fill(), bytes.count < 1 << 20 else { return nil }
            end = bytes.indices.dropFirst(3).first { bytes[$0 - 3...$0].elementsEqual("\r\n\r\n".utf8) }
        }
        guard let end else { return nil }
        let head = String(decoding: bytes[...end], as: UTF8.self)
        let parts = head.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
        while bytes.count < end + 1 + length { guard fill() else { return nil } }
        return Request(
            method: String(parts[0]),
            target: String(parts[1]),
            head: head,
            body: Array(bytes[(end + 1)...].prefix(length))
        )
    }
}
