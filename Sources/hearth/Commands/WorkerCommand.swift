import Foundation
import HTTPServer
import HomeFeed
import Recommendations

/// `hearth worker`: the process that answers. The supervisor starts it, with the flags of `serve` and what it inherits.
enum WorkerCommand: Command {
    static let name = "worker"
    static let summary = "Serves on the sockets of a supervisor, which calls it."
    static let flags =
        ServeOptions.flags + Listeners.flags + [
            Flag("lifeline", "N", "the descriptor that leads to the supervisor")
        ]

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        nameProcess()
        // They were blocked when this process began, but Dispatch is about to let them through.
        for number in Worker.foreignSignals { signal(number, SIG_IGN) }
        let options = try ServeOptions(arguments)
        let lifeline = Lifeline(inherited: Int32(try arguments.integer("lifeline", in: 3...Int(Int32.max))))
        let dismissal = Dismissal(over: lifeline, grace: options.grace)
        let listeners = try Listeners(inherited: arguments)
        let config = try ConfigFile(options.config)
        let instruments = try Self.instruments()
        let store = TimedStore(try StoreFile.openExisting(options.store, readers: options.threads)) {
            instruments.note($0, $1, failed: $2)
        }
        let feed = HomeFeed(
            config: config.home,
            store: store,
            recommendations: EmbeddedRecommendations(store: store),
            sealingKey: try await StoreFile.sealingKey(of: store),
            clock: { Int64(time(nil)) }
        )
        let routes = Routes(feed: feed, store: store, access: config.access, instruments: instruments)
        let health = HealthRoutes(store: store, instruments: instruments)
        var router = Router()
        routes.add(to: &router)
        health.addProbes(to: &router)
        var adminRouter = Router()
        health.addProbes(to: &adminRouter)
        health.addMetrics(to: &adminRouter)
        if listeners.admin == nil { health.addMetrics(to: &router) }
        let servers = [(listeners.homes, router)] + (listeners.admin.map { [($0, adminRouter)] } ?? [])
        let running = servers.map { sockets, router in
            Server(
                sockets: sockets,
                limits: options.limits,
                router: router,
                observer: instruments.observer,
                renderError: { ErrorAnswer($0).response }
            )
        }
        do {
            for server in running { try server.start() }
        } catch {
            throw Failure("\(error)")
        }
        if case .open = config.access, !options.isOnLoopback {
            Notice.line("Anybody who reaches \(options.host) may ask for anybody's home: the config has no auth")
        }
        lifeline.say()
        await dismissal.wait()
        instruments.leave()
        await withTaskGroup { group in
            for server in running { group.addTask { await server.shutdown(grace: options.grace) } }
        }
        instruments.close()
    }

    /// The log of requests goes to standard output.
    private static func instruments() throws(Failure) -> Instruments {
        let routes = Routes.patterns + HealthRoutes.probes + [HealthRoutes.metrics]
        do {
            return try Instruments(routes: routes, log: STDOUT_FILENO)
        } catch {
            throw Failure("\(error)")
        }
    }

    /// The system names a process, by its first thread, after the file that it was started from, which is a link here.
    private static func nameProcess() {
        Thread.current.name = "hearth"
    }
}
