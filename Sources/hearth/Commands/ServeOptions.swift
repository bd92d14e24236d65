import Foundation
import HTTPServer
import PostgreSQLStore
import Catalogue
import HomeFeed

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
    /// How much memory the catalogue and its cards may take.
    let catalogueLimits: CatalogueFollower.Limits
    /// How many users' records are kept in memory.
    let userCacheSize: Int
    /// How many days users' events are kept.
    let eventRetention: Int
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
            .maxCatalogueMemory,
            Flag(
                "card-cache-size",
                "BYTES",
                "how much memory rendered cards may take",
                default: "\(CardCache.defaultCapacity)"
            ),
            Flag(
                "user-cache-size",
                "N",
                "how many users' records are kept in memory, of a kibibyte each",
                default: "\(UserCache.defaultCapacity)"
            ),
            Flag("event-retention", "DAYS", "how long users' events are kept", default: "90"),
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
        catalogueLimits = CatalogueFollower.Limits(
            catalogue: try arguments.maxCatalogueMemory(),
            cards: try arguments.integer("card-cache-size", in: 0...(1 << 40))
        )
        userCacheSize = try arguments.integer("user-cache-size", in: UserCache.minimumCapacity...(1 << 30))
        eventRetention = try arguments.integer("event-retention", in: 1...36_500)
        grace = .seconds(try arguments.integer("grace", in: 0...3600))
    }

    /// Whether only this machine can reach the server.
    var isOnLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
}
