import Glibc

enum ProbeCommand: Command {
    static let name = "probe"
    static let summary = "Checks /healthz of the server on this machine: exits with 0 if it is alive, else 1."
    static let flags = [Flag("port", "N", "the server's port", default: "8080", in: 1...65_535)]

    /// The timeout of each step, in seconds.
    private static let timeout = 2
    private static let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    static func run(_ arguments: Arguments) async throws {
        let port = try arguments.integer("port")
        let line = try answer(at: UInt16(port)).prefix { $0 != UInt8(ascii: "\r") }
        let status = String(decoding: line, as: UTF8.self)
        guard status.hasPrefix("HTTP/1.1 200") else { throw Failure("port \(port) answers \"\(status)\"") }
    }

    private static func answer(at port: UInt16) throws(Failure) -> [UInt8] {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            // Sound, here and below: each length is that of the variable, which outlives the call.
            _ = unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure("no server listens on port \(port)") }
        let sent = unsafe Array(request.utf8).withUnsafeBytes {
            unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = unsafe answer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        guard sent == request.utf8.count, count > 0 else { throw Failure("port \(port) does not answer") }
        return Array(answer.prefix(count))
    }
}
