import Foundation
import HomeFeed
import Observability
import Recommendations

/// Serves homes on the sockets of a supervisor, with one config at a time, which is swapped while requests are answered.
@MainActor
final class Worker {
    let options: ServeOptions
    let channel: ControlChannel
    let config: ServedConfig
    let state = WorkerState()
    let instruments: Telemetry
    let recommenderMetrics: RecommenderMetrics
    let front: WorkerServers
    private let firstConfig: ConfigFile
    private let watch: ConfigWatcher
    /// Ends once ``leave`` was called.
    private let leaving: AsyncStream<Void>
    /// Lets the worker finish what it has begun, and end.
    private let leave: @Sendable () -> Void
    /// The recommendation service, where homes are served, and what sends feedback to it.
    var recommender: Recommender?
    var pumping: Task<Void, Never>?

    /// What closing the store and the like may take, in seconds.
    private nonisolated static let margin: Int64 = 5

    /// A worker that does not answer yet.
    /// - Parameter arguments: tell what it has inherited.
    init(_ options: ServeOptions, _ arguments: Arguments, _ channel: ControlChannel) throws {
        // The system names a process, by its first thread, after the file that it was started from, which is a link here.
        Thread.current.name = "hearth"
        self.options = options
        self.channel = channel
        let read = { @Sendable (kept: ConfigBytes?) in
            let files = ConfigFiles(of: options.config, kept: kept)
            let config = Result { () throws(Failure) in try ConfigFile(files, options.recommender) }
            return ConfigWatcher.Reading(bytes: files.bytes, config: config)
        }
        let listeners = try Listeners(inherited: arguments)
        let memory = SharedConfigMemory(inherited: try arguments.descriptors("config-memory"))
        watch = ConfigWatcher { read(nil) }
        let (leaving, continuation) = AsyncStream.makeStream(of: Void.self)
        self.leaving = leaving
        leave = {
            // The system ends this process where it has not ended by itself, and no supervisor is left to end it.
            alarm(UInt32(clamping: options.grace.components.seconds + Self.margin))
            continuation.finish()
        }
        Self.receive(channel, watch, leave)
        (firstConfig, config) = try ServedConfig.load(from: memory, read)
        firstConfig.tellWarnings()
        (instruments, recommenderMetrics) = try Self.instruments(
            config,
            state,
            serverNames: options.store.serverNames()
        )
        front = WorkerServers(
            on: listeners,
            options,
            firstConfig,
            HealthRoutes(state: state, instruments: instruments, config: config)
        )
    }

    /// Serves until the supervisor says that it is to leave, or the store is replaced by another one.
    func run() async throws {
        let starting = Task { try await start(firstConfig.home.kinds, replaced: leave) }
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
        guard let (store, follower, watching) = started else {
            state.leave()
            await front.close(grace: options.grace)
            instruments.close()
            // At once: the attempt that was left behind may be anywhere in what a regular end would take down.
            _exit(ExitCode.success)
        }
        try await serve(firstConfig, from: store, follower)
        state.serve()
        try front.open()
        channel.send(.serves)
        let retention = EventRetention(store: store.store, days: options.eventRetention, instruments: instruments)
        let deleting = Task.detached(priority: .background) { await retention.run() }
        watch.start(watching: config.refused?.files ?? config.bytes.files, config.begin)
        let reloading = Task {
            for await reading in watch.readings { await reload(reading, store) }
        }
        await departure.value
        for task in [watching, deleting, reloading] { task.cancel() }
        await reloading.value
        state.leave()
        await front.close(grace: options.grace)
        await closeRecommender()
        instruments.close()
    }

    /// Receives what the supervisor says, on a thread of its own: whatever the others are stuck in, the port is let go of.
    /// - Parameter leave: called once the worker is to leave.
    private static func receive(
        _ channel: ControlChannel,
        _ watch: ConfigWatcher,
        _ leave: @escaping @Sendable () -> Void
    ) {
        Thread.detachNewThread {
            while true {
                switch channel.receive() {
                case .message(.leave): return leave()
                case .message(.reload): watch.request()
                case .message, .none: break
                case .end:
                    StandardErrorMessage.line("The supervisor is gone: shutting down")
                    return leave()
                }
            }
        }
    }

    /// The log of requests goes to standard output.
    private static func instruments(
        _ config: ServedConfig,
        _ state: WorkerState,
        serverNames: [String]
    ) throws -> (Telemetry, RecommenderMetrics) {
        let routes =
            Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
            + [HealthRoutes.metrics, ContractDocument.pattern]
        var registry = MetricsRegistry()
        registry.addConfigMetrics(config)
        registry.addServiceMetrics(state)
        if !serverNames.isEmpty { registry.addServerMetrics(serverNames, state) }
        let metrics = RecommenderMetrics(in: &registry)
        let instruments = try Telemetry(
            routes: routes,
            log: STDOUT_FILENO,
            watchesStoreFile: serverNames.isEmpty,
            adding: registry
        )
        return (instruments, metrics)
    }
}
