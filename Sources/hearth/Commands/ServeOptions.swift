import Foundation
import HTTPServer
import PostgreSQLStore
import RememberedUsers

/// What `hearth serve` was called with. The supervisor reads all of it first, so that a worker never has to refuse it.
struct ServeOptions {
    let host: String
    let port: UInt16
    /// Where `/metrics` is answered, where that is not beside the homes.
    let adminHost: String
    let adminPort: UInt16?
    /// How many event loops, each with a socket of its own.
    let threads: Int
    let store: StoreLocation
    let storeLimits: PostgreSQLStore.Limits
    /// The path of the config.
    let config: String
    let recommender: RecommenderFlags
    /// How long a worker may go without progress until it serves.
    let startTimeout: Duration
    /// How many users' records are remembered.
    let rememberedUsers: Int
    let grace: Duration
    var limits: ServerLimits

    /// The most that a port can be.
    private static let ports = 0...Int(UInt16.max)

    static let flags =
        [
            Flag("host", "ADDRESS", "the address to listen on, IPv4 or IPv6", default: "127.0.0.1"),
            Flag("port", "N", "the port to listen on; 0 lets the system choose", default: "8080"),
            Flag("admin-host", "ADDRESS", "the address that --admin-port is on", default: "127.0.0.1"),
            Flag("admin-port", "N", "a port of its own for /metrics, which then is nowhere else"),
            .store,
            .config,
            Flag(
                "threads",
                "N",
                "how many event loops serve",
                default: "\(ProcessInfo.processInfo.activeProcessorCount)"
            ),
            Flag("start-timeout", "S", "how many seconds a worker that starts may go without progress", default: "60"),
            Flag(
                "remembered-users",
                "N",
                "how many users' records are remembered, of a kibibyte each",
                default: "\(UserMemory.defaultCapacity)"
            ),
            Flag("grace", "S", "how many seconds what is in flight has to finish at the end", default: "25"),
        ] + StoreFlags.flags + RecommenderFlags.flags + LimitFlags.flags

    init(_ arguments: Arguments) throws(UsageError) {
        host = try arguments.required("host")
        port = UInt16(try arguments.integer("port", in: Self.ports))
        adminHost = try arguments.required("admin-host")
        adminPort = try arguments["admin-port"].map { _ throws(UsageError) in
            UInt16(try arguments.integer("admin-port", in: Self.ports))
        }
        threads = try arguments.integer("threads", in: 1...256)
        storeLimits = try StoreFlags.limits(arguments)
        store = StoreLocation(try arguments.required("store"))
        config = try arguments.required("config")
        recommender = try RecommenderFlags(arguments)
        limits = try LimitFlags.limits(arguments)
        startTimeout = .seconds(try arguments.integer("start-timeout", in: 1...3600))
        rememberedUsers = try arguments.integer("remembered-users", in: UserMemory.minimumCapacity...(1 << 30))
        grace = .seconds(try arguments.integer("grace", in: 0...3600))
    }

    /// Whether only this machine can reach the server.
    var isOnLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}
