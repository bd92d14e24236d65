import Catalogue
import EventLoop
import Glibc
import HTTPServer
import HomeFeed
import Observability
import PostgreSQLStore

/// What can be seen of a running server from outside: its numbers and its log.
final class Telemetry: Sendable {
    let registry: MetricsRegistry
    let metrics: HearthMetrics
    let log: Log
    /// What the store fails for at the moment.
    let storeHealth: StoreHealth

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
            causes: RejectionReason.allCases.map(\.rawValue),
            denials: ErrorResponse.denials,
            sources: SourceLoad.sources,
            states: LoadState.allCases.map(\.rawValue),
            operations: StoreOperation.allCases.map(\.rawValue),
            storeCauses: StoreError.causes
        )
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
        metrics.sourceDurations[load.source].observe(nanoseconds: load.duration.nanoseconds)
        metrics.sourceLoads[load.source, load.state.rawValue].increment()
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
        if let duration { metrics.storeDurations[operation.rawValue].observe(nanoseconds: duration.nanoseconds) }
        storeHealth.note(operation, error)
        guard let cause = error?.cause else { return }
        metrics.storeErrors[cause].increment()
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
            StandardErrorMessage.line("Store failure began: \(failure)".replacing("\n", with: " "))
        case .ended(let cause):
            log.event(.info, "Store failure ended", ["cause": .string(cause.rawValue)])
            StandardErrorMessage.line("Store failure ended: \(cause.rawValue)")
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

    /// Writes what the log still has to say.
    func close() { log.close() }
}
