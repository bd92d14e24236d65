import Catalogue
import EventLoop
import Foundation
import HTTPServer
import HomeFeed
import Observability

/// `hearth recommender`: the embedded engine behind Gorse's REST API.
enum RecommenderCommand: Command {
    static let name = "recommender"
    static let summary = "Serves the embedded recommendations over Gorse's REST API."
    static let flags = [
        Flag("host", "ADDRESS", "the address to listen on, IPv4 or IPv6", default: "127.0.0.1"),
        Flag("port", "N", "the port to listen on; 0 lets the system choose", default: "8087", in: 0...65_535),
        .store,
        .maxCatalogueMemory,
        Flag("config", "FILE", "the config that declares kinds of item beside listings and products"),
        Flag("api-key-file", "FILE", "the file with the API key (X-API-Key)"),
        Flag("threads", "N", "how many event loops serve", default: "1", in: 1...256),
        Flag(
            "shutdown-timeout",
            "S",
            "how many seconds requests have to finish at the end",
            default: "5",
            in: 0...3600
        ),
    ]

    /// On the main thread, which is the only one whose signals are not blocked.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let host = try arguments.required("host")
        let port = UInt16(try arguments.integer("port"))
        let threads = try arguments.integer("threads")
        let grace = Duration.seconds(try arguments.integer("shutdown-timeout"))
        let key = try arguments["api-key-file"].map { path in
            Array(try RecommenderConfig.key(in: ConfigFiles(of: path).file(at: path), at: path).utf8)
        }
        let memory = try arguments.integer(Flag.maxCatalogueMemory.name)
        let kinds = try arguments["config"].map { try ConfigFile(ConfigFiles(of: $0)).home.kinds } ?? .builtIn
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalQueue([SIGTERM, SIGINT])
        let location = StoreLocation(try arguments.required("store"))
        var limits = ServerLimits()
        limits.connections = try DescriptorBudget(
            wanted: limits.connections,
            loops: threads,
            store: location.descriptors(readers: threads),
            limit: FileDescriptorLimit.raise()
        ).connections
        let store = try location.open(readers: threads)
        var registry = MetricsRegistry()
        let received = registry.counter("hearth_feedback_received_total", "Events of users in feedback requests.")
        let instruments = try Telemetry(
            routes: GorseRoutes.patterns + [HealthRoutes.metrics],
            log: STDOUT_FILENO,
            adding: registry
        )
        let updater = SnapshotUpdater(of: store, kinds: kinds, memoryLimit: memory) { instruments.note($0) }
        let routes = GorseRoutes(
            store: store,
            snapshot: { updater.current },
            key: key,
            noteFeedback: { received.increment(by: UInt64($0)) }
        )
        var router = Router()
        routes.add(to: &router)
        HealthRoutes.addMetrics(of: instruments, to: &router)
        let sockets = try ListeningSockets(address: host, port: port, count: threads)
        let server = Server(
            sockets: sockets,
            limits: limits,
            router: router,
            observer: instruments.observer,
            renderError: { TextError($0.status, $0.message).response }
        )
        try server.start()
        if key == nil, !(host.hasPrefix("127.") || host == "::1") {
            StandardErrorMessage.line(
                "Without --api-key-file, every client that reaches \(host) can read all users' recommendations"
            )
        }
        // Detached: it computes for long, and this is the main actor.
        let following = Task.detached { await updater.run() }
        StandardErrorMessage.line("Serving \(sockets.url(host))/api")
        signals.wait()
        following.cancel()
        await server.shutdown(grace: grace)
        instruments.close()
    }
}
