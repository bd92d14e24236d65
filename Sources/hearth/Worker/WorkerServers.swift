import HTTPServer
import HomeFeed

/// The HTTP servers of a worker, one per port.
@MainActor
final class WorkerServers {
    private let homes: Server
    private let admin: Server?
    private let options: ServeOptions
    private let health: HealthRoutes
    /// Whether clients are answered.
    private(set) var isOpen = false

    /// Prepares the servers. Once open, they answer homes with 503 until ``use(_:_:_:)``.
    init(on listeners: Listeners, _ options: ServeOptions, _ config: ConfigFile, _ health: HealthRoutes) {
        func server(
            on sockets: ListeningSockets,
            _ limits: ServerLimits,
            _ router: Router,
            _ crossOrigins: CrossOriginPolicy = CrossOriginPolicy()
        ) -> Server {
            Server(
                sockets: sockets,
                limits: limits,
                router: router,
                observer: health.telemetry.observer,
                crossOrigins: crossOrigins,
                renderError: { ErrorResponse($0).response }
            )
        }
        self.options = options
        self.health = health
        let router = Self.router(config, nil, nil, health, hasMetrics: listeners.admin == nil)
        homes = server(on: listeners.homes, options.limits, router, config.crossOrigins)
        admin = listeners.admin.map { sockets in
            var limits = options.limits
            limits.maxConnections = DescriptorBudget.adminConnections
            limits.maxConnectionsPerAddress = 0
            var router = Router()
            health.addProbes(to: &router)
            health.addMetrics(to: &router)
            return server(on: sockets, limits, router)
        }
    }

    private static func router(
        _ config: ConfigFile,
        _ routes: Routes?,
        _ preview: PreviewHomes?,
        _ health: HealthRoutes,
        hasMetrics: Bool
    ) -> Router {
        var router = Router()
        Routes.add(routes, to: &router) { health.state.unavailability }
        PreviewRoutes.add(to: &router, config)
        PreviewHomes.add(preview, to: &router, config) { health.state.unavailability }
        health.addProbes(to: &router)
        ContractDocument(config.home.kinds).add(to: &router)
        if hasMetrics { health.addMetrics(to: &router) }
        return router
    }

    /// Answers new requests with this config and these routes.
    func use(_ config: ConfigFile, _ routes: Routes, _ preview: PreviewHomes) async {
        await homes.replace(
            router: Self.router(config, routes, preview, health, hasMetrics: admin == nil),
            crossOrigins: config.crossOrigins
        )
        if case .open = config.access, !options.isOnLoopback {
            StandardError.line(
                "No authentication configured (auth): every client that reaches \(options.host) can request any home"
            )
        }
    }

    /// Answers clients.
    func open() throws(Failure) {
        guard !isOpen else { return }
        isOpen = true
        do {
            for server in all { try server.start() }
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Finishes the requests in progress and closes the servers.
    func close(within timeout: Duration) async {
        guard isOpen else { return }
        await withTaskGroup { group in
            for server in all { group.addTask { await server.shutdown(grace: timeout) } }
        }
    }

    private var all: [Server] { [homes] + (admin.map { [$0] } ?? []) }
}
