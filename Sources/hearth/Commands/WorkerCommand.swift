import Foundation
import HTTPServer
import HomeFeed
import PostgreSQLStore
import Preview
import Relay
import RememberedUsers
import Telemetry

/// `hearth worker`: the process that answers. The supervisor starts it, with the flags of `serve` and what it inherits.
enum WorkerCommand: Command {
    static let name = "worker"
    static let summary = "Serves on the sockets of a supervisor, which calls it."
    static let flags =
        ServeOptions.flags + Listeners.flags + [
            ConfigRecord.flag,
            Flag("lifeline", "N", "the descriptor that leads to the supervisor"),
        ]

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        nameProcess()
        // They were blocked when this process began, but Dispatch is about to let them through.
        for number in Worker.foreignSignals { signal(number, SIG_IGN) }
        let options = try ServeOptions(arguments)
        let lifeline = Lifeline(inherited: Int32(try arguments.integer("lifeline", in: descriptors)))
        do {
            try await serve(options, arguments, lifeline)
        } catch let failure as Failure {
            lifeline.say(.refused(RefusedConfig(failure.reasons)), waits: true)
            throw failure
        }
    }

    private static let descriptors = 3...Int(Int32.max)

    @MainActor
    private static func serve(_ options: ServeOptions, _ arguments: Arguments, _ lifeline: Lifeline) async throws {
        let lastReload = LastReload()
        let dismissal = Dismissal(over: lifeline, grace: options.grace, noting: lastReload)
        let listeners = try Listeners(inherited: arguments)
        let record = ConfigRecord(inherited: Int32(try arguments.integer(ConfigRecord.flag.name, in: descriptors)))
        let (config, readAt) = try Self.config(options.config, record, lifeline)
        let served = ServedConfig(revision: config.home.revision, readAt: readAt, lastReload: lastReload)
        let recommenderConfig = try RecommenderConfig(config.recommender, options.recommender)
        let asksService = recommenderConfig.service != nil
        let memory = UserMemory(capacity: options.rememberedUsers)
        let engine = try options.store.openExisting(
            readers: options.threads,
            limits: options.storeLimits,
            keepsFeedback: asksService
        )
        let servers = engine as? PostgreSQLStore
        let (instruments, observer) = try Self.instruments(served, memory, servers, observingService: asksService)
        let timedStore = TimedStore(engine) { instruments.note($0, $1, failed: $2) }
        if let servers {
            // Until the process ends.
            Task { for await event in servers.events { instruments.note(event) } }
        }
        let store = RememberedUsers(of: timedStore, in: memory)
        let recommender = try Recommender(
            recommenderConfig,
            store: store,
            observer: observer ?? Uncounted(),
            note: { event in
                observer?.note(event)
                if case .died(let reason, pause: let pause) = event {
                    instruments.warn("Relay replaced", ["reason": .string(reason), "pause": .string("\(pause)")])
                }
            }
        )
        let feed = HomeFeed(
            config: config.home,
            store: store,
            recommendations: recommender.recommendations,
            sealingKey: try await StoreLocation.sealingKey(of: store),
            clock: { Int64(time(nil)) }
        )
        let routes = Routes(feed: feed, store: store, access: config.access, instruments: instruments)
        let health = HealthRoutes(store: timedStore, instruments: instruments, config: served)
        var router = Router()
        routes.add(to: &router)
        PreviewRoutes.add(
            to: &router,
            on: PreviewedServer(explains: feed.explains, asksForTokens: config.access.asksForTokens)
        )
        health.addProbes(to: &router)
        ContractRoutes.add(to: &router)
        var adminRouter = Router()
        health.addProbes(to: &adminRouter)
        HealthRoutes.addMetrics(of: instruments, to: &adminRouter)
        if listeners.admin == nil { HealthRoutes.addMetrics(of: instruments, to: &router) }
        let doors = [(listeners.homes, router)] + (listeners.admin.map { [($0, adminRouter)] } ?? [])
        let running = doors.map { sockets, router in
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
        lifeline.say(.serves, waits: true)
        await recommender.whilePumping { await dismissal.wait() }
        instruments.leave()
        await withTaskGroup { group in
            for server in running { group.addTask { await server.shutdown(grace: options.grace) } }
        }
        recommender.close()
        instruments.close()
    }

    /// The config that was kept; where none was, that on the disk, which is kept then.
    private static func config(
        _ path: String,
        _ record: ConfigRecord,
        _ lifeline: Lifeline
    ) throws(Failure) -> (ConfigFile, readAt: Timestamp) {
        if let files = try record.files(of: path) { return (try ConfigFile(files), files.readAt) }
        let files = ConfigFiles(of: path)
        defer { for file in files.watched { lifeline.say(.read(file), waits: true) } }
        let config = try ConfigFile(files)
        try record.keep(files)
        return (config, files.readAt)
    }

    /// The log of requests goes to standard output.
    private static func instruments(
        _ config: ServedConfig,
        _ memory: UserMemory,
        _ servers: PostgreSQLStore?,
        observingService: Bool
    ) throws(Failure) -> (Instruments, RecommenderTelemetry?) {
        let routes =
            Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
            + [HealthRoutes.metrics, ContractRoutes.pattern]
        var observer: RecommenderTelemetry?
        do {
            let instruments = try Instruments(routes: routes, log: STDOUT_FILENO) {
                $0.addConfigMetrics(config)
                $0.addUserMetrics(memory)
                if let servers { $0.addServerMetrics(servers) }
                if observingService { observer = RecommenderTelemetry(in: &$0) }
            }
            return (instruments, observer)
        } catch {
            throw Failure("\(error)")
        }
    }

    /// The system names a process, by its first thread, after the file that it was started from, which is a link here.
    private static func nameProcess() {
        Thread.current.name = "hearth"
    }
}
