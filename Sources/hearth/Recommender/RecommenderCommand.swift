import Catalogue
import EventLoop
import Foundation
import HTTPServer
import HomeFeed
import Observability
import Recommendations

/// `hearth recommender`: serves the embedded engine through Gorse's REST API.
enum RecommenderCommand: Command {
    static let name = "recommender"
    static let summary = "Serves the embedded recommendations through Gorse's REST API."
    static let flags = [
        Flag("host", "ADDRESS", "IPv4 or IPv6 address to listen on", default: "127.0.0.1"),
        Flag("port", "N", "TCP port to listen on; 0 selects a free port", default: "8087", in: 0...65_535),
        .store,
        .maxCatalogueMemory,
        Flag("config", "FILE", "config that declares further kinds of items"),
        Flag("api-key-file", "FILE", "file with the API key that clients must send (X-API-Key)"),
        Flag("threads", "N", "number of event loops", default: "1", in: 1...256),
        Flag(
            "shutdown-timeout",
            "SECONDS",
            "how long requests in progress may continue at shutdown",
            default: "5",
            in: 0...3600
        ),
    ]

    /// On the main thread, which alone has unblocked signals.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let host = try arguments.required("host")
        let port = UInt16(try arguments.integer("port"))
        let threads = try arguments.integer("threads")
        let shutdownTimeout = Duration.seconds(try arguments.integer("shutdown-timeout"))
        let key = try arguments["api-key-file"].map { path in
            Array(try RecommenderConfig.key(in: ConfigReader(of: path).file(at: path), at: path).utf8)
        }
        let memory = try arguments.integer(Flag.maxCatalogueMemory.name)
        let kinds = try arguments["config"].map { try ConfigFile(ConfigReader(of: $0)).home.kinds } ?? .builtIn
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalQueue([SIGTERM, SIGINT])
        let location = StoreLocation(try arguments.required("store"))
        var limits = ServerLimits()
        limits.maxBodySize = GorseFeedback.maximumBodySize
        limits.maxConnections = try DescriptorBudget(
            wanted: limits.maxConnections,
            loops: threads,
            store: location.descriptors(readers: threads),
            limit: FileDescriptorLimit.raise()
        ).connections
        let store = try location.open(readers: threads)
        var registry = MetricsRegistry()
        let received = registry.counters(
            "hearth_feedback_events_received_total",
            "User events in feedback requests by outcome.",
            by: Label("outcome", FeedbackReceipt.allCases.map(\.rawValue))
        )
        let telemetry = try Telemetry(
            routes: GorseRoutes.patterns + [HealthRoutes.metrics],
            log: STDOUT_FILENO,
            adding: registry
        )
        let updater = SnapshotUpdater(of: store, kinds: kinds, memoryLimit: memory) { telemetry.note($0) }
        let interactions = InteractionUpdater(of: store) { telemetry.note($0) }
        let routes = GorseRoutes(
            store: store,
            snapshot: { updater.current },
            interactions: interactions,
            key: key,
            telemetry: telemetry,
            received: received
        )
        var router = Router()
        routes.add(to: &router)
        HealthRoutes.addMetrics(of: telemetry, to: &router)
        let sockets = try ListeningSockets(address: host, port: port, count: threads)
        let server = Server(
            sockets: sockets,
            limits: limits,
            router: router,
            observer: telemetry.observer,
            renderError: { GorseError($0.status, $0.message).response }
        )
        try server.start()
        if key == nil, !(host.hasPrefix("127.") || host == "::1") {
            StandardError.line(
                "Without --api-key-file, every client that reaches \(host) can read and change the data of all users"
            )
        }
        // Detached, since it computes for long and this is the main actor.
        let tasks = [Task.detached { await updater.run() }, Task.detached { await interactions.run() }]
        StandardError.line("Serving \(sockets.url(host))/api")
        signals.wait()
        for task in tasks { task.cancel() }
        await server.shutdown(grace: shutdownTimeout)
        telemetry.log.close()
    }
}
