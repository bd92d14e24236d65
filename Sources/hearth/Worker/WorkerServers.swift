import HTTPServer
import HomeFeed

/// The HTTP servers of a worker, one per port.
@MainActor
final class WorkerServers {
    private struct Port: Sendable {
        let server: Server
        let host: String
        let audience: Audience
    }

    private enum Audience {
        case clients, operators, everyone
    }

    private let ports: [Port]
    private let health: HealthRoutes
    private(set) var isOpen = false

    /// Once open, the servers answer homes with 503 until ``use(_:routes:preview:)``.
    init(on listeners: Listeners, _ options: ServeOptions, _ config: ConfigFile, _ health: HealthRoutes) {
        func port(on sockets: ListeningSockets, at host: String, _ limits: ServerLimits, _ audience: Audience) -> Port {
            let server = Server(
                sockets: sockets,
                limits: limits,
                table: Self.table(for: audience, at: host, config, routes: nil, preview: nil, health),
                observer: health.telemetry.observer,
                renderError: { ErrorResponse($0).response }
            )
            return Port(server: server, host: host, audience: audience)
        }
        self.health = health
        let audience = listeners.admin == nil ? Audience.everyone : .clients
        var ports = [port(on: listeners.homes, at: options.host, options.limits, audience)]
        if let sockets = listeners.admin {
            var limits = options.limits
            limits.maxConnections = DescriptorBudget.adminConnections
            limits.maxConnectionsPerAddress = 0
            ports.append(port(on: sockets, at: options.adminHost, limits, .operators))
        }
        self.ports = ports
    }

    private static func table(
        for audience: Audience,
        at host: String,
        _ config: ConfigFile,
        routes: Routes?,
        preview: PreviewHomes?,
        _ health: HealthRoutes
    ) -> RoutingTable {
        var router = Router()
        health.add(to: &router, withMetrics: audience != .clients)
        let hasPreview = audience != .clients && config.preview.isServed
        if hasPreview {
            PreviewRoutes.add(to: &router, config)
            PreviewHomes.add(preview, to: &router, config, health.state)
        }
        // The preview's page needs the routes of clients.
        if hasPreview || audience != .operators {
            Routes.add(routes, to: &router, health.state)
            ContractDocument(config.home.kinds).add(to: &router)
        }
        return RoutingTable(router: router, hosts: config.hosts(at: host), crossOrigins: config.crossOrigins)
    }

    func use(_ config: ConfigFile, routes: Routes, preview: PreviewHomes) async {
        for port in ports {
            await port.server.use(
                Self.table(for: port.audience, at: port.host, config, routes: routes, preview: preview, health)
            )
            guard !config.access.requiresTokens, !ServeOptions.isLoopback(port.host) else { continue }
            guard port.audience != .operators || config.preview.isServed else { continue }
            StandardError.line(
                """
                No authentication configured (auth): every client that reaches \(port.host) can read, change and delete \
                every user's record
                """
            )
        }
    }

    func open() throws(Failure) {
        guard !isOpen else { return }
        isOpen = true
        do {
            for port in ports { try port.server.start() }
        } catch {
            throw Failure("\(error)")
        }
    }

    func close(within timeout: Duration) async {
        guard isOpen else { return }
        await withTaskGroup { group in
            for port in ports { group.addTask { await port.server.shutdown(grace: timeout) } }
        }
    }
}
