import EventLoop
import Foundation
import HTTPServer

/// The sockets that a server listens on: those for homes, and those for operators, where they are apart.
struct Listeners {
    let homes: ListeningSockets
    let admin: ListeningSockets?

    /// The flags by which a worker learns which sockets it has inherited.
    static let flags = [
        Flag("sockets", "N,N…", "the descriptors that listen"),
        Flag("admin-sockets", "N", "the descriptor that listens for operators"),
    ]

    /// Sockets of this process's own.
    init(_ options: ServeOptions) throws(Failure) {
        homes = try Self.bind(options.host, options.port, count: options.threads, flag: "host")
        admin = try options.adminPort.map { port throws(Failure) in
            try Self.bind(options.adminHost, port, count: 1, flag: "admin-host")
        }
    }

    /// Those that a worker has inherited.
    init(inherited arguments: Arguments) throws {
        homes = try ListeningSockets(inherited: arguments.descriptors(Self.flags[0].name))
        let admin = try arguments.descriptors(Self.flags[1].name)
        self.admin = admin.isEmpty ? nil : try ListeningSockets(inherited: admin)
    }

    /// What a worker has to inherit, by the flag that tells of it.
    var inherited: [(flag: String, descriptors: [Int32])] {
        zip(Self.flags, [homes.descriptors, admin?.descriptors ?? []]).map { ($0.name, $1) }
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
            let isElsewhere = error.code == EADDRNOTAVAIL
            throw Failure(
                error.description + (isElsewhere ? "; --\(flag) is an address of this machine, in digits" : "")
            )
        }
    }
}

extension ListeningSockets {
    /// Where clients find what listens on the address `host`.
    func url(_ host: String) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
