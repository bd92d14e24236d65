import Catalogue
import EventLoop
import HTTPServer
import HomeFeed
import Observability
import Recommendations
import PostgreSQLStore

final class Telemetry: Sendable {
    let registry: MetricsRegistry
    let observer: ServerTelemetry
    let storeHealth: StoreHealth
    private let sourceDurations = Histograms(
        "hearth_source_load_duration_seconds",
        "Time to load the candidates of a source.",
        by: Label("source", SourceLoad.sources)
    )
    private let sourceLoads = Counters(
        "hearth_source_loads_total",
        "Loads of a source, by result.",
        by: Label("source", SourceLoad.sources),
        Label("state", LoadState.allCases.map(\.name))
    )
    private let storeDurations = Histograms(
        "hearth_store_operation_duration_seconds",
        "Time of a store operation.",
        by: Label("operation", StoreOperation.allCases.map(\.rawValue))
    )
    private let storeErrors = Counters(
        "hearth_store_errors_total",
        "Store operations that failed, by cause.",
        by: Label("cause", StoreError.causes)
    )
    private let events = Counters(
        "hearth_events_total",
        "Stored events of users, by type.",
        by: Label("type", EventType.allCases.map(\.rawValue))
    )
    private let eventsRefused = Counters(
        "hearth_events_refused_total",
        "Events that were not stored, by reason.",
        by: Label("reason", RefusedEvent.Code.allCases.map(\.rawValue))
    )
    private let batchesRepeated = Counters(
        "hearth_event_batches_repeated_total",
        "Batches of events that were stored before."
    )
    private let catalogueDurations = Histograms(
        "hearth_catalogue_refresh_duration_seconds",
        "Time to read items from the store and publish a catalogue snapshot.",
        by: Label("operation", ["load", "update"])
    )
    private let catalogueFailures = Counters(
        "hearth_catalogue_failures_total",
        "Failed attempts to load or update the catalogue, by cause.",
        by: Label("cause", ["store", "memory"])
    )

    var log: Log { observer.log }

    /// - Parameter registry: Has metrics that are counted elsewhere.
    init(
        routes: [String],
        log descriptor: Int32,
        adding registry: MetricsRegistry
    ) throws(SystemError) {
        var registry = registry
        observer = try ServerTelemetry(
            routes: routes,
            authFailures: ErrorResponse.authFailures,
            log: descriptor,
            registry: &registry
        )
        registry.add(sourceDurations, sourceLoads, storeDurations, storeErrors, events, eventsRefused, batchesRepeated)
        registry.add(catalogueDurations, catalogueFailures)
        let health = StoreHealth { [log = observer.log] event in
            switch event {
            case .began(let failure):
                let cause = failure.cause.rawValue
                log.event(.error, "Store failure began", ["cause": cause, "reason": failure.reason])
                StandardError.line("Store failure began: \(failure)".replacing("\n", with: " "))
            case .ended(let cause):
                log.event(.info, "Store failure ended", ["cause": cause.rawValue])
                StandardError.line("Store failure ended: \(cause.rawValue)")
            }
        }
        storeHealth = health
        registry.add("hearth_store_failing", "1 while store operations fail for this cause.", by: "cause") {
            StoreFailure.Cause.allCases.map { ($0.rawValue, health.isFailing(for: $0) ? 1 : 0) }
        }
        registry.addProcessMetrics()
        self.registry = registry
    }

    func record(_ load: SourceLoad) {
        sourceDurations[load.kind].observe(nanoseconds: load.duration.nanoseconds)
        sourceLoads[load.kind, load.state.rawValue].increment()
        guard let failure = load.failure else { return }
        log.event(.error, "Source failed", ["widget": load.widget ?? "", "source": load.source, "reason": failure])
    }

    func record(events batch: [ReportedEvent], _ outcome: BatchOutcome?, _ refused: [RefusedEvent]) {
        for event in refused { eventsRefused[event.reason.code.rawValue].increment() }
        guard let outcome else { return }
        if outcome.isRepeated { return batchesRepeated.increment() }
        let unknown = Set(outcome.unknownItems)
        for (index, event) in batch.enumerated() where !unknown.contains(index) {
            events[event.content.typeName].increment()
        }
    }

    func record(internalError reason: String, in request: Request) {
        log.event(.error, "Internal error", ["id": request.id, "route": request.route, "reason": reason])
    }

    // MARK: The store

    func record(_ operation: StoreOperation, _ duration: Duration?, _ error: StoreError?) {
        if let duration { storeDurations[operation.rawValue].observe(nanoseconds: duration.nanoseconds) }
        storeHealth.record(operation, error)
        if let cause = error?.cause { storeErrors[cause].increment() }
    }

    func measure<Value>(
        _ operation: StoreOperation,
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let start = ContinuousClock.now
        do throws(StoreError) {
            let value = try await body()
            record(operation, ContinuousClock.now - start, nil)
            return value
        } catch {
            record(operation, ContinuousClock.now - start, error)
            throw error
        }
    }

    func record(_ event: ServerEvent) {
        switch event {
        case .found(let name, let role):
            log.event(.info, "Store connected", ["server": name, "role": role.rawValue])
        case .lost(let role, let error):
            log.event(.error, "Store connection lost", ["role": role.rawValue, "reason": error.explanation])
        }
    }

    // MARK: The catalogue

    func record(_ report: SnapshotUpdater.Report) {
        switch report {
        case .loading(let items):
            log.event(.info, "Loading the catalogue", ["items": items])
            StandardError.line("Loading the catalogue: \(items) items")
        case .loaded(let snapshot, let duration):
            catalogueDurations["load"].observe(nanoseconds: duration.nanoseconds)
            record(.readItems, duration, nil)
            recordLoaded(snapshot, duration)
        case .updated(_, let duration):
            catalogueDurations["update"].observe(nanoseconds: duration.nanoseconds)
            record(.readChanges, duration, nil)
        case .failed(.store(let error)):
            catalogueFailures["store"].increment()
            record(.readItems, nil, error)
        case .failed(.memory(let error)):
            catalogueFailures["memory"].increment()
            log.event(.error, "Catalogue too large", ["reason": error.explanation])
            StandardError.line("The catalogue cannot be loaded: \(error.explanation)")
        }
    }

    func record(_ report: InteractionUpdater.Report) {
        switch report {
        case .learning(let events): log.event(.info, "Learning from events", ["events": events])
        case .learned(let openings, let duration):
            log.event(.info, "Events learned", ["openings": openings, "milliseconds": duration.milliseconds])
        case .restored(let openings, let duration):
            log.event(.info, "Checkpoint restored", ["openings": openings, "milliseconds": duration.milliseconds])
        case .checkpointIgnored(let error):
            log.event(.warning, "Checkpoint ignored", ["reason": error.reason])
        case .checkpointWritten(let bytes, let duration):
            log.event(.info, "Checkpoint written", ["bytes": bytes, "milliseconds": duration.milliseconds])
        case .restarted(let cause):
            log.event(.info, "Learning from all events again", ["cause": cause.rawValue])
        case .operation(let operation, let duration, let error):
            record(operation, error == nil ? duration : nil, error)
        }
    }

    private func recordLoaded(_ snapshot: CatalogueSnapshot, _ duration: Duration) {
        log.event(
            .info,
            "Catalogue loaded",
            [
                "items": snapshot.count, "bytes": snapshot.memory, "version": Int(snapshot.version.number),
                "milliseconds": duration.milliseconds,
            ]
        )
        let tenths = duration.nanoseconds / 100_000_000
        let time = "\(tenths / 10).\(tenths % 10) s"
        StandardError.line("Catalogue loaded: \(snapshot.count) items in \(time) (\(snapshot.memory.megabytes))")
        let mismatches = snapshot.mismatchedValues
        guard mismatches > 0 else { return }
        log.event(.warning, "Attribute values omitted", ["count": mismatches])
        StandardError.line("\(mismatches) attribute values omitted: they do not match the type of their attribute")
    }
}

extension CatalogueMemoryError {
    var explanation: String {
        switch self {
        case .full(let needed, let limit):
            "its items need \(needed) bytes (\(needed.megabytes)), and --max-catalogue-memory is \(limit) "
                + "(\(limit.megabytes))"
        case .reservation(let size):
            "the system has no address space of \(size) bytes (\(size.megabytes)); lower --max-catalogue-memory"
        }
    }
}

extension Int {
    /// Rounded up: `35 MB`.
    fileprivate var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
