import EventLoop
import Foundation
import HomeFeed
import Observability
import Recommendations

/// Serves homes on the supervisor's sockets. The config can be swapped while requests are answered.
@MainActor
final class Worker {
    let options: ServeOptions
    let channel: ControlChannel
    let config: ServedConfig
    let state = WorkerState()
    let telemetry: Telemetry
    let eventsReader: EventsReader
    let recommenderMetrics: RecommenderMetrics
    private let recordings = Counters(
        "hearth_recordings_total",
        "Homes selected to be recorded, by result.",
        by: Label("result", Recorder.Outcome.allCases.map(\.rawValue))
    )
    private let totalsMetrics: EventTotalsMetrics
    let servers: WorkerServers
    private let watcher: ConfigWatcher
    /// Ends when ``drain`` is called.
    private let draining: AsyncStream<Void>
    /// Finishes the requests in progress and exits.
    private let drain: @Sendable () -> Void
    /// `nil` if no home is recorded, and before homes are served.
    private(set) var recorder: Recorder?
    /// `nil` before homes are served.
    var recommender: Recommender?
    var feedbackTask: Task<Void, Never>?
    var cardTask: Task<Void, Never>?

    /// The maximum time to close the store and the log after the shutdown timeout, in seconds.
    private nonisolated static let margin: Int64 = 5

    /// - Parameter arguments: Contain the inherited descriptors.
    init(_ options: ServeOptions, _ arguments: Arguments, _ channel: ControlChannel) throws {
        // By default, the main thread has the name of the executable file, which is a symbolic link here.
        Thread.current.name = "hearth"
        self.options = options
        self.channel = channel
        let read = { @Sendable (saved: ConfigBytes?) in
            let reader = ConfigReader(of: options.config, saved: saved)
            let config = Result { () throws(Failure) in try ConfigFile(reader, options.recommender) }
            return ConfigWatcher.Reading(bytes: reader.bytes, config: config)
        }
        let listeners = try Listeners(inherited: arguments)
        let memory = SharedConfigMemory(inherited: try arguments.descriptors("config-memory"))
        watcher = ConfigWatcher { read(nil) }
        let (draining, continuation) = AsyncStream.makeStream(of: Void.self)
        self.draining = draining
        drain = {
            // Ends this process if it hangs and there is no supervisor left to kill it.
            alarm(UInt32(clamping: options.shutdownTimeout.components.seconds + Self.margin))
            continuation.finish()
        }
        Self.receiveMessages(from: channel, watcher, drain)
        config = try ServedConfig(from: memory, read)
        config.current.printWarnings()
        try options.store.checkAddress()
        var registry = MetricsRegistry()
        registry.addConfigMetrics(config)
        registry.addServiceMetrics(state)
        if case .servers = options.store { registry.addDatabaseMetrics(state) }
        totalsMetrics = EventTotalsMetrics(in: &registry)
        recommenderMetrics = RecommenderMetrics(in: &registry)
        registry.add(recordings)
        telemetry = try Telemetry(
            routes: Routes.patterns + PreviewRoutes.patterns + PreviewConfig.homePaths.flatMap(Routes.homePatterns)
                + HealthRoutes.probes + [HealthRoutes.metrics, ContractDocument.pattern],
            log: STDOUT_FILENO,
            adding: registry
        )
        eventsReader = try EventsReader()
        let health = HealthRoutes(state: state, telemetry: telemetry, config: config)
        servers = WorkerServers(on: listeners, options, config.current, health)
    }

    /// Serves until the supervisor drains the worker, or the store is replaced by another one.
    func run() async throws {
        let starting = Task { try await start(config.current.home.kinds, replaced: drain) }
        let departure = Task {
            for await _ in draining {}
            starting.cancel()
        }
        let started: Started?
        do {
            started = try await starting.value
        } catch {
            await servers.close(within: .zero)
            telemetry.log.close()
            throw error
        }
        guard let (store, follower, watching) = started else {
            state.drain()
            await servers.close(within: options.shutdownTimeout)
            telemetry.log.close()
            // Skips exit handlers: the abandoned attempt to open the store may still use what they release.
            _exit(ExitCode.success)
        }
        let totals = EventTotalsUpdater(store: store, metrics: totalsMetrics, telemetry: telemetry)
        await totals.update()
        recorder = options.record.map { Recorder($0, recordings, telemetry.log) }
        try await serve(config.current, from: store, follower)
        state.serve()
        try servers.open()
        channel.send(.serving)
        let retention = Retention(store: store.store, recorder: recorder, config: config, telemetry: telemetry)
        // Detached, since it computes for long.
        let learning = Task.detached(priority: .utility) { await store.interactions.run() }
        let deleting = Task.detached(priority: .background) { await retention.run() }
        let counting = Task.detached(priority: .background) { await totals.run() }
        watcher.start(watching: config.rejected?.files ?? config.bytes.files, config.beginReading)
        let reloading = Task {
            for await reading in watcher.readings { await reload(reading, store) }
        }
        await departure.value
        cardTask?.cancel()
        for task in [watching, learning, deleting, counting, reloading] { task.cancel() }
        await reloading.value
        state.drain()
        await servers.close(within: options.shutdownTimeout)
        await closeRecommender()
        // Writes the homes in the queue.
        try? await recorder?.perform { _ in }
        telemetry.log.close()
    }

    /// A dedicated thread lets the worker drain even if other threads hang.
    private static func receiveMessages(
        from channel: ControlChannel,
        _ watcher: ConfigWatcher,
        _ drain: @escaping @Sendable () -> Void
    ) {
        Thread.detachNewThread {
            while true {
                switch channel.receive() {
                case .message(.drain): return drain()
                case .message(.reload): watcher.requestReload()
                case .message, .none: break
                case .end:
                    StandardError.line("The supervisor exited: shutting down")
                    return drain()
                }
            }
        }
    }
}
