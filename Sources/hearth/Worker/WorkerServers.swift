import HTTPServer
import HomeFeed

/// The servers of a worker, one for each port. They start once: before the store is open, where that takes time.
@MainActor
final class WorkerServers {
    private let homes: Server
    private let admin: Server?
    private let options: ServeOptions
    private let health: HealthRoutes
    /// Whether clients are answered.
    private(set) var isOpen = false

    /// Servers on these sockets that do not answer yet, and answer homes with 503 until ``use(_:_:)``.
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
                observer: health.instruments.observer,
                crossOrigins: crossOrigins,
                renderError: { ErrorResponse($0).response }
            )
        }
        self.options = options
        self.health = health
        let router = Self.router(config, nil, health, hasMetrics: listeners.admin == nil)
        homes = server(on: listeners.homes, options.limits, router, config.crossOrigins)
        admin = listeners.admin.map { sockets in
            var limits = options.limits
            limits.connections = DescriptorBudget.adminConnections
            limits.connectionsPerAddress = 0
            var router = Router()
            health.addProbes(to: &router)
            HealthRoutes.addMetrics(of: health.instruments, to: &router)
            return server(on: sockets, limits, router)
        }
    }

    /// What is answered where homes are.
    private static func router(
        _ config: ConfigFile,
        _ routes: Routes?,
        _ health: HealthRoutes,
        hasMetrics: Bool
    ) -> Router {
        var router = Router()
        Routes.add(routes, to: &router) { health.state.unavailability }
        PreviewRoutes.add(to: &router, config)
        health.addProbes(to: &router)
        ContractDocument(config.home.kinds).add(to: &router)
        if hasMetrics { HealthRoutes.addMetrics(of: health.instruments, to: &router) }
        return router
    }

    /// Answers as this config says from now on, with the routes that were made of it. Requests that have begun end with
    /// those before.
    func use(_ config: ConfigFile, _ routes: Routes) async {
        await homes.replace(
            router: Self.router(config, routes, health, hasMetrics: admin == nil),
            crossOrigins: config.crossOrigins
        )
        if case .open = config.access, !options.isOnLoopback {
            StandardErrorMessage.line(
                "Anybody who reaches \(options.host) may ask for anybody's home: the config has no auth"
            )
        }
    }

    /// Answers clients.
    func open() throws(Failure) {
        guard !isOpen else { return }
        isOpen = true
        do {
            for server in servers { try server.start() }
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Finishes what has begun, within `grace`.
    func close(grace: Duration) async {
        guard isOpen else { return }
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.shutdown(grace: grace) } }
        }
    }

    private var servers: [Server] { [homes] + (admin.map { [$0] } ?? []) }
}
