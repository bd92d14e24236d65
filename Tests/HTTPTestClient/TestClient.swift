import Glibc

/// A blocking client on one kept connection, with a timeout of two minutes.
package final class TestClient {
    private let descriptor: Int32
    private var received: [UInt8] = []
    /// The size of the last answer in bytes.
    package private(set) var lastCount = 0

    package struct Failure: Error {
        package let reason: String
        package let isReset: Bool

        package init(reason: String, isReset: Bool = false) {
            self.reason = reason
            self.isReset = isReset
        }
    }

    package struct Response: Equatable, Sendable {
        package var status: Int
        /// By names in lower case.
        package var fields: [String: String]
        package var body: [UInt8]
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Connects to a local port.
    /// - Parameter source: the last number of the client's own address, 127.0.0.x.
    package init(port: UInt16, from source: UInt32 = 1, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer {
            // Sound: the length is that of the variable, which outlives the call.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        // A hang limit: other tests may delay this one for long.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        // Sound: as above.
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        // Sound: each address is valid during the call, and has the given size.
        if source != 1 { _ = unsafe Self.withAddress(source, port: 0) { unsafe bind(descriptor, $0, $1) } }
        let result = unsafe Self.withAddress(1, port: port) { unsafe connect(descriptor, $0, $1) }
        guard result == 0 else { throw Failure(reason: "connect: errno \(errno)") }
    }

    /// Calls `body` with the address 127.0.0.`number` and a port, and its size.
    private static func withAddress(
        _ number: UInt32,
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (UInt32(0x7f00_0000) + number).bigEndian
        // Sound: the address is rebound for the call alone, with its own size.
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and waits for its answer. A body is sent with its length.
    package func request(_ method: String, _ target: String, body: String? = nil, fields: String...) throws -> Response
    {
        try send(method, target, body: body, fields)
        return try receive(toHead: method == "HEAD")
    }

    /// Sends a request without waiting.
    package func send(_ method: String, _ target: String, body: String? = nil, _ fields: [String] = []) throws {
        let fields = fields + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
        let head = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + fields + ["", ""]
        try send(head.joined(separator: "\r\n") + (body ?? ""))
    }

    /// Sends raw request text and waits for the answer; an answer to `HEAD` has no body.
    package func exchange(_ text: String, toHead: Bool = false) throws -> Response {
        try send(text)
        return try receive(toHead: toHead)
    }

    /// Sends text without waiting.
    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            // Sound: the bytes from `sent` on are within the array, which lives through the call.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Failure(reason: "send: errno \(errno)") }
            sent += count
        }
    }

    /// Sends the bytes repeatedly until the server has accepted none for this number of milliseconds.
    /// - Returns: the number of bytes that were sent.
    package func send(_ bytes: [UInt8], untilBlockedFor patience: Int) -> Int {
        var total = 0
        var pauses = 0
        while pauses < patience {
            let start = total % bytes.count
            // Sound: the bytes from `start` on are within the array, which lives through the call.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                return unsafe Glibc.send(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + start },
                    bytes.count - start,
                    flags
                )
            }
            if count > 0 {
                total += count
                pauses = 0
            } else if errno == EAGAIN {
                pauses += 1
                usleep(1000)
            } else {
                break
            }
        }
        return total
    }

    /// Closes the sending side.
    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes with a reset.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        // Sound: the length is that of the variable, which outlives the call.
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &linger,
            socklen_t(MemoryLayout<Glibc.linger>.size)
        )
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Receives the next answer. An answer to `HEAD` has no body. Pauses, in microseconds, after each of the first
    /// `parts` parts of the body.
    package func receive(toHead: Bool = false, pause: UInt32 = 0, parts: Int = 0) throws -> Response {
        let end = try receiveHead()
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.flatMap { $0.hasPrefix("HTTP/1.1 ") ? Int($0.dropFirst(9).prefix(3)) : nil }
        guard let status else { throw Failure(reason: "no status line") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard fields[parts[0].lowercased()] == nil else { throw Failure(reason: "\(parts[0]) twice") }
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let length = toHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
        received.removeSubrange(..<end)
        var parts = parts
        while received.count < length {
            guard try fill() else { throw Failure(reason: "closed within a body") }
            guard parts > 0 else { continue }
            parts -= 1
            usleep(pause)
        }
        lastCount = end + length
        defer { received.removeSubrange(..<length) }
        return Response(status: status, fields: fields, body: Array(received[..<length]))
    }

    /// Whether the server closes without a reset, and sends nothing before.
    package func isClosed() throws(Failure) -> Bool {
        guard received.isEmpty else { return false }
        return try !fill()
    }

    private func receiveHead() throws -> Int {
        let lineFeed = UInt8(ascii: "\n")
        var scanned = 3
        while true {
            while scanned < received.count {
                if received[scanned] == lineFeed, received[scanned - 3...scanned].elementsEqual("\r\n\r\n".utf8) {
                    return scanned + 1
                }
                scanned += 1
            }
            guard try fill() else { throw Failure(reason: "closed before the end of a head") }
        }
    }

    private func fill() throws(Failure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        // Sound: read writes at most the count of the array.
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw Failure(reason: "read: errno \(errno)", isReset: errno == ECONNRESET) }
        received.append(contentsOf: buffer[..<count])
        return count > 0
    }
}
