import EventLoops
import Glibc
import HTTPServer
import HomeFeed
import PostgreSQLStore
import Catalogue
import Synchronization
import Telemetry

/// What can be seen of a running server from outside: its numbers, its log, and whether it is ready.
final class Instruments: Sendable {
    let registry: MetricsRegistry
    private let metrics: HearthMetrics
    let catalogueMetrics: CatalogueMetrics
    let log: Log
    /// What the store fails for at the moment.
    let storeHealth: StoreHealth
    private let isLeaving = Atomic(false)

    /// What becomes of a load of a source.
    private static let states = LoadState.allCases.map(\.rawValue)

    /// Instruments for a server with these routes, whose log goes to `descriptor`.
    /// - Parameters:
    ///   - watchesStoreFile: whether the store's file is looked at, and ``storeHealth`` told how it is.
    ///   - registry: has what is counted elsewhere.
    init(
        routes: [String],
        log descriptor: Int32,
        watchesStoreFile: Bool = false,
        adding registry: MetricsRegistry
    ) throws(SystemError) {
        var registry = registry
        metrics = HearthMetrics(
            in: &registry,
            routes: routes,
            methods: Method.allCases.map(\.rawValue),
            causes: Refusal.allCases.map(\.rawValue),
            denials: ErrorAnswer.denials,
            sources: SourceLoad.sources,
            states: Self.states,
            operations: StoreOperation.allCases.map(\.rawValue),
            storeCauses: StoreError.causes
        )
        catalogueMetrics = CatalogueMetrics(in: &registry)
        let log = try Log(to: descriptor, methods: metrics.methods, routes: metrics.routes, denials: metrics.denials)
        self.log = log
        storeHealth = StoreHealth(watchesFile: watchesStoreFile) { Self.report($0, to: log) }
        registry.addStoreMetrics(storeHealth)
        registry.addLogMetrics(log)
        registry.addProcessMetrics()
        self.registry = registry
    }

    var observer: ServerTelemetry { ServerTelemetry(metrics: metrics, log: log) }

    /// Takes note of a source's load: in numbers, and where it failed in the log.
    func note(_ load: SourceLoad) {
        let source = metrics.sources.index(of: load.source)
        metrics.sourceDurations[source].observe(nanoseconds: load.nanoseconds)
        metrics.sourceLoads[source, metrics.states.index(of: load.state.rawValue)].increment()
        guard let failure = load.failure else { return }
        log.event(
            .error,
            "Not loaded",
            ["widget": .string(load.widget ?? ""), "source": .string(load.source), "reason": .string(failure)]
        )
    }

    /// Takes note, in the log, of a mistake of the program that a request has met with.
    func note(mistake: String, in request: Request) {
        let fields: KeyValuePairs<StaticString, LogValue> = [
            "id": .string("\(request.id)"), "route": .string(request.route), "reason": .string(mistake),
        ]
        log.event(.error, "A mistake of the program", fields)
    }

    /// Takes note of an operation of the store.
    /// - Parameter duration: how long it took, where that is known.
    func note(_ operation: StoreOperation, _ duration: Duration?, _ error: StoreError?) {
        let index = metrics.operations.index(of: operation.rawValue)
        if let duration { metrics.storeDurations[index].observe(nanoseconds: duration.nanoseconds) }
        storeHealth.note(operation, error)
        guard let cause = error?.cause else { return }
        metrics.storeErrors[metrics.storeCauses.index(of: cause)].increment()
    }

    /// Says, in the log and on standard error, that the store begins to fail for a cause, or fails for it no more.
    private static func report(_ event: StoreHealth.Event, to log: Log) {
        switch event {
        case .began(let failure):
            log.event(
                .error,
                "Store failure began",
                ["cause": .string(failure.cause.rawValue), "reason": .string(failure.reason)]
            )
            Notice.line("Store failure began: \(failure)".replacing("\n", with: " "))
        case .ended(let cause):
            log.event(.info, "Store failure ended", ["cause": .string(cause.rawValue)])
            Notice.line("Store failure ended: \(cause.rawValue)")
        }
    }

    /// Takes note, in the log, of what becomes of a server of the store.
    func note(_ event: ServerEvent) {
        switch event {
        case .found(let name, let isPrimary):
            log.event(
                .info,
                "Store found",
                ["server": .string(name), "role": .string(isPrimary ? "primary" : "replica")]
            )
        case .lost(let name, let reason):
            log.event(.error, "Store lost", ["server": .string(name), "reason": .string("\(reason)")])
        }
    }

    /// Takes note, in the log, of something that happens rarely and was made up for.
    func warn(_ message: String, _ fields: KeyValuePairs<StaticString, LogValue>) {
        log.event(.warning, message, fields)
    }

    /// Says that the server finishes what it has begun, and is not to be sent more.
    func leave() { isLeaving.store(true, ordering: .relaxed) }

    /// Whether the server is to be sent requests.
    var isServing: Bool { !isLeaving.load(ordering: .relaxed) }

    /// Writes what the log still has to say.
    func close() { log.close() }
}
