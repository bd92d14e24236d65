import Foundation
import Glibc

/// A client on one kept connection, that blocks and gives up after half a minute.
final class Client {
    struct Failure: Error {
        let reason: String
    }

    struct Answer: Equatable {
        var status: Int
        /// By their names in lower case.
        var fields: [String: String]
        var body: Data

        var json: JSON {
            get throws { try JSON(parsing: body) }
        }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        // Sound: the length is that of the variable, which outlives the call.
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        // Sound: the address is rebound for the call alone, with its own size.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(reason: "connect: errno \(errno)") }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and waits for its answer. A body is sent with its length.
    func request(_ method: String, _ target: String, body: String? = nil, fields: String...) throws -> Answer {
        let fields = fields + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
        let head = ["\(method) \(target) HTTP/1.1", "Host: hearth"] + fields + ["", ""]
        return try exchange(head.joined(separator: "\r\n") + (body ?? ""), toHead: method == "HEAD")
    }

    /// Sends a request as it is written here, and waits for its answer; that to a `HEAD` has no body.
    func exchange(_ text: String, toHead: Bool = false) throws -> Answer {
        try send(text)
        return try receive(toHead: toHead)
    }

    /// The next answer.
    func receive(toHead: Bool = false) throws -> Answer {
        let end = try receiveHead()
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.flatMap { $0.hasPrefix("HTTP/1.1 ") ? Int($0.dropFirst(9).prefix(3)) : nil }
        guard let status else { throw Failure(reason: "no status line") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let length = toHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
        received.removeSubrange(..<end)
        while received.count < length { try fill() }
        defer { received.removeSubrange(..<length) }
        return Answer(status: status, fields: fields, body: Data(received[..<length]))
    }

    /// Sends these bytes and waits for nothing.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
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

    private func receiveHead() throws -> Int {
        let lineFeed = UInt8(ascii: "\n")
        var scanned = 3
        while true {
            while scanned < received.count {
                // The empty line's end; the two before it are its own and the last line's.
                if received[scanned] == lineFeed, received[scanned - 2] == lineFeed { return scanned + 1 }
                scanned += 1
            }
            try fill()
        }
    }

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        // Sound: read writes at most the count of the array.
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count > 0 else { throw Failure(reason: count == 0 ? "closed" : "read: errno \(errno)") }
        received.append(contentsOf: buffer[..<count])
    }
}
