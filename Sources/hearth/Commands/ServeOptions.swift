import Catalogue
import Foundation
import HTTPServer
import HomeFeed
import PostgreSQLStore

/// The options of `hearth serve`. The supervisor validates them before it starts a worker.
struct ServeOptions: Sendable {
    var host = ""
    var port = 8080
    /// The listener of `/metrics`, if it is separate.
    var adminHost = ""
    var adminPort: Int?
    /// Event loops, each with its own listening socket.
    var threads = ProcessInfo.processInfo.activeProcessorCount
    var store = StoreLocation.file("")
    var storeLimits = PostgreSQLStore.Limits()
    var config = ""
    var recommender = RecommenderFlags()
    var record: RecordFlags?
    /// How long a starting worker may make no progress.
    var startupTimeout = Duration.seconds(60)
    var catalogueLimits = CatalogueFollower.Limits()
    var userCacheSize = UserCache.defaultCapacity
    var shutdownTimeout = Duration.seconds(25)
    var limits = ServerLimits()

    private static let defaults = ServeOptions()
    static let flags =
        [
            Flag("host", "ADDRESS", "IPv4 or IPv6 address to listen on", default: "127.0.0.1"),
            Flag("admin-host", "ADDRESS", "address to listen on for --admin-port", default: "127.0.0.1"),
            Flag(
                "admin-port",
                "N",
                "separate port for /metrics and /preview; if missing, --port serves them",
                in: 0...65_535
            ),
            .store,
            .config,
        ] + RecommenderFlags.flags + RecordFlags.flags + numbers.map(\.flag)

    private init() {}

    init(_ arguments: Arguments) throws(UsageError) {
        host = try arguments.required("host")
        adminHost = try arguments.required("admin-host")
        if arguments["admin-port"] != nil { adminPort = try arguments.integer("admin-port") }
        store = try StoreLocation(arguments.required("store"))
        config = try arguments.required("config")
        recommender = try RecommenderFlags(arguments)
        record = try RecordFlags(arguments)
        for number in Self.numbers { number.set(&self, try arguments.integer(number.flag.name)) }
    }

    static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

    private typealias Number = (flag: Flag, set: @Sendable (inout ServeOptions, Int) -> Void)
    private typealias Option<Value> = any WritableKeyPath<ServeOptions, Value> & Sendable

    private static func bytes(
        _ name: String,
        _ option: Option<Int>,
        _ help: String,
        in range: ClosedRange<Int> = 0...(1 << 30)
    ) -> Number {
        count(name, option, help, in: range, unit: "BYTES")
    }

    private static func count(
        _ name: String,
        _ option: Option<Int>,
        _ help: String,
        in range: ClosedRange<Int> = 1...(1 << 30),
        unit: String = "N"
    ) -> Number {
        let flag = Flag(name, unit, help, default: "\(defaults[keyPath: option])", in: range)
        return (flag, { $0[keyPath: option] = $1 })
    }

    private static func seconds(
        _ name: String,
        _ option: Option<Duration>,
        _ help: String,
        in range: ClosedRange<Int> = 1...3600
    ) -> Number {
        let defaultValue = "\(defaults[keyPath: option].components.seconds)"
        let flag = Flag(name, "SECONDS", help, default: defaultValue, in: range)
        return (flag, { $0[keyPath: option] = .seconds($1) })
    }

    private static let numbers: [Number] = [
        count("port", \.port, "TCP port to listen on; 0 selects a free port", in: 0...65_535),
        count("threads", \.threads, "number of event loops; the default is one per CPU", in: 1...256),
        seconds("startup-timeout", \.startupTimeout, "restart a starting worker that makes no progress for this time"),
        (.maxCatalogueMemory, { $0.catalogueLimits.catalogue = $1 }),
        bytes("card-cache-size", \.catalogueLimits.cards, "maximum memory of rendered cards", in: 0...(1 << 40)),
        count(
            "user-cache-size",
            \.userCacheSize,
            "maximum number of user records in memory, about 12 KiB each with a ranking",
            in: UserCache.minimumCapacity...(1 << 30)
        ),
        seconds(
            "shutdown-timeout",
            \.shutdownTimeout,
            "how long requests in progress may continue at shutdown",
            in: 0...3600
        ),
        count(
            "store-connections",
            \.storeLimits.connections,
            "connections to the database for reading (PostgreSQL)",
            in: 1...64
        ),
        seconds("store-timeout", \.storeLimits.timeout, "timeout of a database server's connect or reply", in: 2...60),
        bytes(
            "max-header-size",
            \.limits.maxHeaderSize,
            "maximum size of a request's header; else 431",
            in: 64...(1 << 20)
        ),
        count(
            "max-header-fields",
            \.limits.maxHeaderFields,
            "maximum number of header fields of a request; else 431",
            in: 1...10_000
        ),
        bytes(
            "max-target-size",
            \.limits.maxTargetSize,
            "maximum length of a request's path and query; else 414",
            in: 1...(1 << 20)
        ),
        bytes("max-body-size", \.limits.maxBodySize, "maximum size of a request's body; else 413"),
        seconds("header-timeout", \.limits.headerTimeout, "how long a client may take to send a header; else 408"),
        bytes("min-body-rate", \.limits.minBodyRate, "minimum upload rate of a body per second; else 408"),
        seconds("body-grace", \.limits.bodyGrace, "how long a body may arrive below the minimum rate"),
        seconds("handler-timeout", \.limits.handlerTimeout, "how long the server may take for a response; else 503"),
        seconds("idle-timeout", \.limits.idleTimeout, "close connections without requests after this time"),
        count(
            "max-requests-per-connection",
            \.limits.maxRequestsPerConnection,
            "close a connection after this many requests",
            in: 1...(1 << 40)
        ),
        seconds("write-timeout", \.limits.writeTimeout, "close connections whose client reads nothing for this time"),
        count("max-connections", \.limits.maxConnections, "maximum number of open connections; else 503"),
        count(
            "max-connections-per-address",
            \.limits.maxConnectionsPerAddress,
            "maximum number of open connections per client address, 0 for no limit; else 503",
            in: 0...(1 << 30)
        ),
        count(
            "max-concurrent-requests",
            \.limits.maxConcurrentRequests,
            "maximum number of requests processed at the same time; else 503"
        ),
        seconds("queue-timeout", \.limits.queueTimeout, "how long a request may wait to be processed; else 503"),
    ]
}
