import EventLoop
import Foundation
import HTTPServer

/// The listening sockets of a server: for clients, and for operators if they are separate.
struct Listeners {
    let homes: ListeningSockets
    let admin: ListeningSockets?

    init(_ options: ServeOptions) throws(Failure) {
        homes = try Self.bind(options.host, options.port, count: options.threads, flag: "host")
        admin = try options.adminPort.map { port throws(Failure) in
            try Self.bind(options.adminHost, port, count: 1, flag: "admin-host")
        }
    }

    init(inherited arguments: Arguments) throws {
        homes = try ListeningSockets(inherited: arguments.descriptors("sockets"))
        let admin = try arguments.descriptors("admin-sockets")
        self.admin = admin.isEmpty ? nil : try ListeningSockets(inherited: admin)
    }

    func close() {
        homes.close()
        admin?.close()
    }

    private static func bind(
        _ host: String,
        _ port: Int,
        count: Int,
        flag: String
    ) throws(Failure) -> ListeningSockets {
        do {
            return try ListeningSockets(address: host, port: UInt16(port), count: count)
        } catch {
            let advice = error.code == EADDRNOTAVAIL ? "; --\(flag) must be a numeric address of this machine" : ""
            throw Failure(error.description + advice)
        }
    }
}

extension ListeningSockets {
    func url(_ host: String) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
