import Foundation
import HTTPServer
import GorseClient
import HomeFeed
import PostgreSQLStore
import Relay
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
        let gate = StoreGate()
        let catalogue = ServedCatalogue()
        let (instruments, metrics) = try Self.instruments(
            served,
            catalogue,
            gate,
            serverNames: try options.store.serverNames()
        )
        let health = HealthRoutes(gate: gate, catalogue: catalogue, instruments: instruments, config: served)
        let front = Front(on: listeners, options, config, health)
        let (leaving, leave) = AsyncStream.makeStream(of: Void.self)
        let starting = Task {
            try await Self.start(options, config.home.kinds, front, lifeline, instruments, (gate, catalogue)) {
                dismissal.limitEnd()
                leave.finish()
            }
        }
        Task {
            await dismissal.wait()
            leave.finish()
        }
        let departure = Task {
            for await _ in leaving {}
            starting.cancel()
        }
        let started: Started?
        do {
            started = try await starting.value
        } catch {
            await front.close(grace: .zero)
            instruments.close()
            throw error
        }
        guard let (store, watching) = started else {
            instruments.leave()
            await front.close(grace: options.grace)
            instruments.close()
            // At once: the attempt that was left behind may be anywhere in what a regular end would take down.
            _exit(ExitCode.success)
        }
        let service = try await HomeService(
            config,
            bytes,
            from: store,
            catalogue,
            limits: options.catalogueLimits,
            on: front,
            instruments,
            metrics,
            served
        )
        catalogue.open()
        try front.open()
        lifeline.say(.serves, waits: true)
        let retention = EventRetention(store: store.store, days: options.eventRetention, instruments: instruments)
        let deleting = Task.detached(priority: .background) { await retention.run() }
        watch.start(watching: refused?.files ?? bytes.files) { lifeline.say(.reads($0), waits: true) }
        let reloading = Task {
            for await reading in watch.readings { await reload(service, reading, served, lifeline) }
        }
        await departure.value
        watching.cancel()
        deleting.cancel()
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
        _ catalogue: ServedCatalogue,
        _ gate: StoreGate,
        serverNames: [String]
    ) throws(Failure) -> (Instruments, RecommenderMetrics) {
        let routes =
            Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
            + [HealthRoutes.metrics, ContractRoutes.pattern]
        var registry = MetricsRegistry()
        registry.addConfigMetrics(config)
        registry.addCatalogueGauges(catalogue, behind: gate)
        if !serverNames.isEmpty { registry.addServerMetrics(serverNames, behind: gate) }
        let metrics = RecommenderMetrics(in: &registry)
        do {
            let instruments = try Instruments(
                routes: routes,
                log: STDOUT_FILENO,
                watchesStoreFile: serverNames.isEmpty,
                adding: registry
            )
            return (instruments, metrics)
        } catch {
            throw Failure("\(error)")
        }
    }

    /// The system names a process, by its first thread, after the file that it was started from, which is a link here.
    private static func nameProcess() {
        Thread.current.name = "hearth"
    }
}
