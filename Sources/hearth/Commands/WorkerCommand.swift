import Foundation
import HTTPServer
import HomeFeed
import PostgreSQLStore
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
            successor,
        ]

    /// Set where another worker serves, whose place this one takes once its store is open.
    static let successor = Flag(
        "successor",
        "",
        "answers nothing before the store is open, which it tries to open once"
    )

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        nameProcess()
        // They were blocked when this process began, but Dispatch is about to let them through.
        for number in Worker.foreignSignals { signal(number, SIG_IGN) }
        var options = try ServeOptions(arguments)
        options.limits.connections = try DescriptorBudget(options).connections
        let lifeline = Lifeline(inherited: Int32(try arguments.integer("lifeline", in: descriptors)))
        do {
            try await serve(options, arguments, lifeline)
        } catch let failure as Failure {
            lifeline.say(.refused(RefusedConfig(failure.reasons)), waits: true)
            throw failure
        } catch let error as StoreLocation.OpenError {
            lifeline.say(.refused(RefusedConfig([error.message])), waits: true)
            Notice.line(error.message)
            exit(ExitCode.unusableStore)
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
        let gate = StoreGate()
        let (instruments, observer) = try Self.instruments(
            served,
            memory,
            gate,
            serverNames: try options.store.serverNames(),
            observingService: asksService
        )
        let front = Self.front(on: listeners, options, config, gate, instruments, served)
        if case .open = config.access, !options.isOnLoopback {
            Notice.line("Anybody who reaches \(options.host) may ask for anybody's home: the config has no auth")
        }
        let opening = Task {
            try await Self.open(
                options,
                keepsFeedback: asksService,
                front,
                lifeline,
                isSuccessor: arguments[successor.name] != nil
            )
        }
        let (leaving, leave) = AsyncStream.makeStream(of: Void.self)
        Task {
            await dismissal.wait()
            opening.cancel()
            leave.finish()
        }
        let opened: StoreOpening.Opened?
        do {
            opened = try await opening.value
        } catch {
            await front.close(grace: .zero)
            instruments.close()
            throw error
        }
        guard let opened else {
            instruments.leave()
            await front.close(grace: options.grace)
            instruments.close()
            // At once: the attempt that was left behind may be anywhere in what a regular end would take down.
            _exit(ExitCode.success)
        }
        let servers = opened.engine as? PostgreSQLStore
        let store = TimedStore(opened.engine) { instruments.note($0, $1, $2) }
        if let servers {
            // Until the process ends.
            Task { for await event in servers.events { instruments.note(event) } }
        }
        let rememberingStore = RememberedUsers(of: store, in: memory)
        let recommender = try Recommender(
            recommenderConfig,
            store: rememberingStore,
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
            store: rememberingStore,
            recommendations: recommender.recommendations,
            sealingKey: opened.sealingKey,
            clock: { Int64(time(nil)) }
        )
        let routes = Routes(feed: feed, store: rememberingStore, access: config.access, instruments: instruments)
        gate.open(OpenStore(store, routes: routes, servers: servers))
        try front.open()
        lifeline.say(.serves, waits: true)
        let watching = Task {
            guard let watch = options.store.watch(opened.engine, instruments.storeHealth) else { return }
            await watch.waitForReplacement()
            guard !Task.isCancelled else { return }
            Notice.line("The store was replaced: this worker ends, and the next one opens the file at \(watch.path)")
            dismissal.limitEnd()
            leave.finish()
        }
        await recommender.whilePumping { for await _ in leaving {} }
        watching.cancel()
        instruments.leave()
        await front.close(grace: options.grace)
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
        _ gate: StoreGate,
        serverNames: [String],
        observingService: Bool
    ) throws(Failure) -> (Instruments, RecommenderTelemetry?) {
        let routes =
            Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
            + [HealthRoutes.metrics, ContractRoutes.pattern]
        var observer: RecommenderTelemetry?
        do {
            let instruments = try Instruments(routes: routes, log: STDOUT_FILENO, watchesStoreFile: serverNames.isEmpty)
            {
                $0.addConfigMetrics(config)
                $0.addUserMetrics(memory)
                if !serverNames.isEmpty { $0.addServerMetrics(serverNames, behind: gate) }
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
