import HTTPServer
import HomeFeed

/// The HTTP servers of a worker, one per port.
@MainActor
final class WorkerServers {
    private struct Port {
        let sockets: ListeningSockets
        let limits: ServerLimits
        let host: String
        let audience: Audience
        var table: RoutingTable
        /// `nil` before ``open()``.
        var server: Server?
    }

    private enum Audience {
        case clients, operators, everyone
    }

    private var ports: [Port]
    private let health: HealthRoutes

    /// Once open, the servers answer homes with 503 until ``use(_:routes:preview:)``.
    init(on listeners: Listeners, _ options: ServeOptions, _ config: ConfigFile, _ health: HealthRoutes) {
        func port(on sockets: ListeningSockets, at host: String, _ limits: ServerLimits, _ audience: Audience) -> Port {
            let table = Self.table(for: audience, at: host, config, routes: nil, preview: [:], health)
            return Port(sockets: sockets, limits: limits, host: host, audience: audience, table: table)
        }
        self.health = health
        let audience = listeners.admin == nil ? Audience.everyone : .clients
        ports = [port(on: listeners.homes, at: options.host, options.limits, audience)]
        if let sockets = listeners.admin {
            var limits = options.limits
            limits.maxConnections = DescriptorBudget.adminConnections
            limits.maxConnectionsPerAddress = 0
            ports.append(port(on: sockets, at: options.adminHost, limits, .operators))
        }
    }

    private static func table(
        for audience: Audience,
        at host: String,
        _ config: ConfigFile,
        routes: Routes?,
        preview: [String: Routes],
        _ health: HealthRoutes
    ) -> RoutingTable {
        var router = Router()
        health.add(to: &router, withMetrics: audience != .clients)
        let hasPreview = audience != .clients && config.preview.isServed
        if hasPreview {
            PreviewRoutes.add(to: &router, config)
            for path in config.preview.homes.keys {
                Routes.add(preview[path], homesBelow: path, to: &router, health.state)
            }
        }
        // The preview's page needs the routes of clients.
        if hasPreview || audience != .operators {
            Routes.add(routes, to: &router, health.state)
            ContractDocument(config.home.kinds).add(to: &router)
        }
        return RoutingTable(router: router, hosts: config.hosts(at: host), crossOrigins: config.crossOrigins)
    }

    func use(_ config: ConfigFile, routes: Routes, preview: [String: Routes]) async {
        for index in ports.indices {
            let (host, audience) = (ports[index].host, ports[index].audience)
            let table = Self.table(for: audience, at: host, config, routes: routes, preview: preview, health)
            ports[index].table = table
            await ports[index].server?.use(table)
            guard !config.access.requiresTokens, !ServeOptions.isLoopback(host) else { continue }
            guard audience != .operators || config.preview.isServed else { continue }
            StandardError.line(
                """
                No authentication configured (auth): every client that reaches \(host) can read, change and delete \
                every user's record
                """
            )
        }
    }

    var isOpen: Bool { ports[0].server != nil }

    func open() throws(Failure) {
        guard !isOpen else { return }
        do {
            for index in ports.indices {
                ports[index].server = try Server(
                    sockets: ports[index].sockets,
                    limits: ports[index].limits,
                    table: ports[index].table,
                    observer: health.telemetry.observer,
                    renderError: { ErrorResponse($0).response }
                )
            }
        } catch {
            throw Failure("\(error)")
        }
    }

    func close(within timeout: Duration) async {
        await withTaskGroup { group in
            for case let server? in ports.map(\.server) { group.addTask { await server.shutdown(grace: timeout) } }
        }
    }
}
