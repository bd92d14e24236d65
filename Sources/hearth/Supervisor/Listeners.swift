import EventLoops
import Foundation
import HTTPServer

/// The sockets that a server listens on: those for homes, and those for whoever keeps it running, where they are apart.
struct Listeners {
    let homes: ListeningSockets
    let admin: ListeningSockets?

    /// The flags by which a worker learns which descriptors it has inherited.
    static let flags = [
        Flag("sockets", "N,N…", "the descriptors that listen"),
        Flag("admin-sockets", "N,N…", "the descriptors that listen for whoever keeps the server running"),
    ]

    /// Sockets of this process's own.
    init(_ options: ServeOptions) throws(Failure) {
        homes = try Self.bind(options.host, options.port, count: options.threads, flag: "host")
        admin =
            if let port = options.adminPort {
                try Self.bind(options.adminHost, port, count: 1, flag: "admin-host")
            } else { nil }
    }

    /// Those that a worker has inherited.
    init(inherited arguments: Arguments) throws {
        homes = try Self.inherited(try arguments.required("sockets"), flag: "sockets")
        admin = try arguments["admin-sockets"].map { try Self.inherited($0, flag: "admin-sockets") }
    }

    /// What a worker has to inherit.
    var descriptors: [Int32] { homes.descriptors + (admin?.descriptors ?? []) }

    /// What a worker is told of them.
    var words: [String] {
        [("sockets", homes), ("admin-sockets", admin)].compactMap { flag, sockets in
            sockets.map { "--\(flag)=\($0.descriptors.map(String.init).joined(separator: ","))" }
        }
    }

    func close() {
        homes.close()
        admin?.close()
    }

    private static func bind(
        _ host: String,
        _ port: UInt16,
        count: Int,
        flag: String
    ) throws(Failure) -> ListeningSockets {
        do {
            return try ListeningSockets(address: host, port: port, count: count)
        } catch {
            let isElsewhere = error.code == EADDRNOTAVAIL
            throw Failure(
                error.description + (isElsewhere ? "; --\(flag) is an address of this machine, in digits" : "")
            )
        }
    }

    private static func inherited(_ list: String, flag: String) throws -> ListeningSockets {
        let numbers = list.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard !numbers.contains(nil) else { throw UsageError("--\(flag) is \"\(list)\": expected descriptors") }
        do {
            return try ListeningSockets(inherited: numbers.compactMap(\.self))
        } catch {
            throw Failure("\(error)")
        }
    }
}
