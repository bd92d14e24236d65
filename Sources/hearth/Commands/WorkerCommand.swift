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
        ]

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
        } catch let error as StoreLocation.OpenError {
            Notice.line(error.message)
            exit(ExitCode.unusableStore)
        }
    }

    static let descriptors = 3...Int(Int32.max)

    @MainActor
    private static func serve(_ options: ServeOptions, _ arguments: Arguments, _ lifeline: Lifeline) async throws {
        // The supervisor says it first of all.
        guard case .word(.start(let refused), _) = lifeline.hear(waits: true) else { return }
        let watch = ConfigWatch { read(ConfigFiles(of: options.config), options) }
        let dismissal = Dismissal(over: lifeline, grace: options.grace, reload: watch.request)
        let listeners = try Listeners(inherited: arguments)
        let (config, bytes) = try Self.config(options, arguments, lifeline)
        let served = ServedConfig(config, readAt: bytes.readAt, refused: refused)
        let memory = UserMemory(capacity: options.rememberedUsers)
        let gate = StoreGate()
        let (instruments, observer) = try Self.instruments(
            served,
            memory,
            gate,
            serverNames: try options.store.serverNames()
        )
        let health = HealthRoutes(gate: gate, instruments: instruments, config: served)
        let front = Front(on: listeners, options, config, health)
        let opening = Task {
            try await Self.open(options, keepsFeedback: { served.asksService }, front, lifeline)
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
        let service = try await HomeService(
            config,
            bytes,
            from: RememberedUsers(of: store, in: memory),
            sealingKey: opened.sealingKey,
            on: front,
            instruments,
            observer,
            served
        )
        gate.open(OpenStore(store, servers: servers))
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
        watch.start(watching: refused?.files ?? bytes.files) { lifeline.say(.reads($0), waits: true) }
        let reloading = Task {
            for await reading in watch.readings { await reload(service, reading, served, lifeline) }
        }
        for await _ in leaving {}
        watching.cancel()
        reloading.cancel()
        await reloading.value
        instruments.leave()
        await front.close(grace: options.grace)
        await service.close()
        instruments.close()
    }

    /// The log of requests goes to standard output.
    private static func instruments(
        _ config: ServedConfig,
        _ memory: UserMemory,
        _ gate: StoreGate,
        serverNames: [String]
    ) throws(Failure) -> (Instruments, RecommenderTelemetry) {
        let routes =
            Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
            + [HealthRoutes.metrics, ContractRoutes.pattern]
        var registry = MetricsRegistry()
        registry.addConfigMetrics(config)
        registry.addUserMetrics(memory)
        if !serverNames.isEmpty { registry.addServerMetrics(serverNames, behind: gate) }
        let observer = RecommenderTelemetry(in: &registry)
        do {
            let instruments = try Instruments(
                routes: routes,
                log: STDOUT_FILENO,
                watchesStoreFile: serverNames.isEmpty,
                adding: registry
            )
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
