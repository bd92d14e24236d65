import HTTPServer
import HomeFeed
import Preview

extension WorkerCommand {
    /// The servers on these sockets, which do not answer yet.
    @MainActor
    static func front(
        on listeners: Listeners,
        _ options: ServeOptions,
        _ config: ConfigFile,
        _ gate: StoreGate,
        _ instruments: Instruments,
        _ served: ServedConfig
    ) -> Front {
        let health = HealthRoutes(gate: gate, instruments: instruments, config: served)
        var router = Router()
        Routes.add(to: &router, behind: gate)
        PreviewRoutes.add(
            to: &router,
            on: PreviewedServer(explains: config.home.explains, asksForTokens: config.access.asksForTokens)
        )
        health.addProbes(to: &router)
        ContractRoutes.add(to: &router)
        var adminRouter = Router()
        health.addProbes(to: &adminRouter)
        HealthRoutes.addMetrics(of: instruments, to: &adminRouter)
        if listeners.admin == nil { HealthRoutes.addMetrics(of: instruments, to: &router) }
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
                observer: instruments.observer,
                crossOrigins: crossOrigins,
                renderError: { ErrorAnswer($0).response }
            )
        }
        var servers = [server(on: listeners.homes, options.limits, router, config.crossOrigins)]
        if let admin = listeners.admin {
            var limits = options.limits
            limits.connections = DescriptorBudget.adminConnections
            limits.connectionsPerAddress = 0
            servers.append(server(on: admin, limits, adminRouter))
        }
        return Front(servers)
    }
}
