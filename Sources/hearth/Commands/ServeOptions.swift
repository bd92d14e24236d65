import Catalogue
import Foundation
import HTTPServer
import HomeFeed
import PostgreSQLStore

/// What `hearth serve` was called with. The supervisor reads all of it first, so that a worker never has to refuse it.
struct ServeOptions: Sendable {
    var host = ""
    var port = 8080
    /// Where `/metrics` is answered, where that is not beside the homes.
    var adminHost = ""
    var adminPort: Int?
    /// How many event loops, each with a socket of its own.
    var threads = ProcessInfo.processInfo.activeProcessorCount
    var store = StoreLocation("")
    var storeLimits = PostgreSQLStore.Limits()
    /// The path of the config.
    var config = ""
    var recommender = RecommenderFlags()
    /// How long a worker may go without progress until it serves.
    var startTimeout = Duration.seconds(60)
    /// How much memory the catalogue and its cards may take.
    var catalogueLimits = CatalogueFollower.Limits()
    /// How many users' records are kept in memory.
    var userCacheSize = UserCache.defaultCapacity
    /// How many days users' events are kept.
    var eventRetention = 90
    var grace = Duration.seconds(25)
    var limits = ServerLimits()

    private static let defaults = ServeOptions()
    static let flags =
        [
            Flag("host", "ADDRESS", "the address to listen on, IPv4 or IPv6", default: "127.0.0.1"),
            Flag("admin-host", "ADDRESS", "the address that --admin-port is on", default: "127.0.0.1"),
            Flag("admin-port", "N", "a port of its own for /metrics, which then is nowhere else", in: 0...65_535),
            .store,
            .config,
        ] + RecommenderFlags.flags + numbers.map(\.flag)

    private init() {}

    init(_ arguments: Arguments) throws(UsageError) {
        host = try arguments.required("host")
        adminHost = try arguments.required("admin-host")
        if arguments["admin-port"] != nil { adminPort = try arguments.integer("admin-port") }
        store = StoreLocation(try arguments.required("store"))
        config = try arguments.required("config")
        recommender = try RecommenderFlags(arguments)
        for number in Self.numbers { number.set(&self, try arguments.integer(number.flag.name)) }
    }

    /// Whether only this machine can reach the server.
    var isOnLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// A flag whose value is a whole number, and what it sets.
    private struct Number: Sendable {
        let flag: Flag
        let set: @Sendable (inout ServeOptions, Int) -> Void

        /// A number of things or bytes.
        static func count(
            _ name: String,
            _ value: String,
            _ path: any WritableKeyPath<ServeOptions, Int> & Sendable,
            _ range: ClosedRange<Int>,
            _ help: String
        ) -> Self {
            Number(flag: Flag(name, value, help, default: "\(defaults[keyPath: path])", in: range)) {
                $0[keyPath: path] = $1
            }
        }

        /// A time in whole seconds.
        static func seconds(
            _ name: String,
            _ path: any WritableKeyPath<ServeOptions, Duration> & Sendable,
            _ help: String,
            in range: ClosedRange<Int> = 1...3600
        ) -> Self {
            let fallback = defaults[keyPath: path].components.seconds
            return Number(flag: Flag(name, "S", help, default: "\(fallback)", in: range)) {
                $0[keyPath: path] = .seconds($1)
            }
        }
    }

    private static let numbers: [Number] = [
        .count("port", "N", \.port, 0...65_535, "the port to listen on; 0 lets the system choose"),
        .count("threads", "N", \.threads, 1...256, "how many event loops serve"),
        .seconds("startup-timeout", \.startTimeout, "how many seconds a worker that starts may go without progress"),
        Number(flag: .maxCatalogueMemory) { $0.catalogueLimits.catalogue = $1 },
        .count(
            "card-cache-size",
            "BYTES",
            \.catalogueLimits.cards,
            0...(1 << 40),
            "how much memory rendered cards may take"
        ),
        .count(
            "user-cache-size",
            "N",
            \.userCacheSize,
            UserCache.minimumCapacity...(1 << 30),
            "how many users' records are kept in memory, of a kibibyte each"
        ),
        .count("event-retention", "DAYS", \.eventRetention, 1...36_500, "how long users' events are kept"),
        .seconds(
            "shutdown-timeout",
            \.grace,
            "how many seconds what is in flight has to finish at the end",
            in: 0...3600
        ),
        .count(
            "store-connections",
            "N",
            \.storeLimits.connections,
            1...64,
            "the connections of each event loop to each of the store's servers, to read by"
        ),
        .seconds(
            "store-timeout",
            \.storeLimits.timeout,
            "how long one of the store's servers may take to connect or answer",
            in: 2...60
        ),
        .count("max-header-size", "BYTES", \.limits.head, 64...(1 << 20), "the longest head of a request (431)"),
        .count("max-header-fields", "N", \.limits.fields, 1...10_000, "the most fields of a head (431)"),
        .count("max-target-size", "BYTES", \.limits.target, 1...(1 << 20), "the longest target of a request (414)"),
        .count("max-body-size", "BYTES", \.limits.body, 0...(1 << 30), "the longest body of a request (413)"),
        .seconds("header-timeout", \.limits.headTime, "how long a whole head may take (408)"),
        .count(
            "min-body-rate",
            "BYTES",
            \.limits.bodyRate,
            0...(1 << 30),
            "how much of a body must come a second (408)"
        ),
        .seconds("body-grace", \.limits.bodyGrace, "how long a body may take before its rate is looked at"),
        .seconds("handler-timeout", \.limits.handler, "how long an answer may take to be made (503)"),
        .seconds("idle-timeout", \.limits.idle, "how long a connection may stay open without a request"),
        .count(
            "max-requests-per-connection",
            "N",
            \.limits.requestsPerConnection,
            1...(1 << 40),
            "the requests of one connection"
        ),
        .seconds("write-timeout", \.limits.writeStall, "how long a client may take nothing of its answer"),
        .count("max-connections", "N", \.limits.connections, 1...(1 << 30), "the connections open at a time (503)"),
        .count(
            "max-connections-per-address",
            "N",
            \.limits.connectionsPerAddress,
            0...(1 << 30),
            "the connections open at a time from one address (503); 0: any number"
        ),
        .count(
            "max-concurrent-requests",
            "N",
            \.limits.requests,
            1...(1 << 30),
            "the requests worked on at a time (503)"
        ),
        .seconds("queue-timeout", \.limits.queue, "how long a request may wait before it is worked on (503)"),
    ]
}
