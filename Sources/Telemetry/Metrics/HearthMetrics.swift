/// What Hearth counts: the one list of its metrics, their names and their labels.
///
/// | metric | labels | what |
/// | --- | --- | --- |
/// | `hearth_http_requests_total` | `route`, `method`, `status` | requests answered; `status` is `2xx` … `5xx` |
/// | `hearth_http_request_duration_seconds` | `route` | from a request's last byte to its answer's |
/// | `hearth_http_connections` | | connections open now |
/// | `hearth_http_refused_total` | `cause` | connections and requests refused before any route |
/// | `hearth_auth_refused_total` | `cause` | requests whose token was refused, or missing, or another user's |
/// | `hearth_source_duration_seconds` | `source` | loads of a source |
/// | `hearth_source_loads_total` | `source`, `state` | loads of a source by what became of them |
/// | `hearth_store_duration_seconds` | `operation` | operations of the store |
/// | `hearth_store_errors_total` | `cause` | operations of the store that failed |
/// | `hearth_store_failing` | `cause` | whether operations of the store fail for it now |
/// | `hearth_log_sampled_total` | | lines of requests left out while others like them were kept |
/// | `hearth_log_dropped_total` | | lines lost for want of room or by a broken output |
/// | `hearth_config_last_reload_successful` | | 0 where a config was refused after the one that is served |
/// | `hearth_config_last_reload_success_timestamp_seconds` | | when the config that is served was loaded |
/// | `process_…` | | see ``MetricsRegistry/addProcessMetrics()`` |
///
/// The last four groups are read when asked for, and have nothing to be counted in.
public struct HearthMetrics: Sendable {
    /// The patterns of the routes. A request that found none is the ``Label/other`` one.
    public let routes: Label
    /// The methods.
    public let methods: Label
    /// Why something was refused.
    public let causes: Label
    /// Why somebody was not let in.
    public let denials: Label
    /// The kinds of sources.
    public let sources: Label
    /// What becomes of a load.
    public let states: Label
    /// What is asked of the store.
    public let operations: Label
    /// Why an operation of the store failed.
    public let storeCauses: Label

    /// By the places of route, method and ``statusClass(_:)``.
    public let requests: Family<Counter>
    /// By the place of the route.
    public let requestDurations: Family<Histogram>
    /// Connections open now.
    public let connections: Gauge
    /// By the place of the cause.
    public let refusals: Family<Counter>
    /// By the place of the denial.
    public let denied: Family<Counter>
    /// By the place of the source.
    public let sourceDurations: Family<Histogram>
    /// By the places of source and state.
    public let sourceLoads: Family<Counter>
    /// By the place of the operation.
    public let storeDurations: Family<Histogram>
    /// By the place of the store's cause.
    public let storeErrors: Family<Counter>

    /// Adds the metrics to `registry`, with these values of their labels.
    public init(
        in registry: inout MetricsRegistry,
        routes: [String],
        methods: [String],
        causes: [String],
        denials: [String],
        sources: [String],
        states: [String],
        operations: [String],
        storeCauses: [String]
    ) {
        self.routes = Label("route", routes)
        self.methods = Label("method", methods)
        self.causes = Label("cause", causes)
        self.denials = Label("cause", denials)
        self.sources = Label("source", sources)
        self.states = Label("state", states)
        self.operations = Label("operation", operations)
        self.storeCauses = Label("cause", storeCauses)
        requests = registry.counters(
            "hearth_http_requests_total",
            "Requests answered.",
            by: self.routes,
            self.methods,
            Label("status", ["2xx", "3xx", "4xx", "5xx"])
        )
        requestDurations = registry.histograms(
            "hearth_http_request_duration_seconds",
            "Time from a request's last byte to its answer's, in seconds.",
            by: self.routes
        )
        connections = registry.gauge("hearth_http_connections", "Connections that are open.")
        refusals = registry.counters(
            "hearth_http_refused_total",
            "Connections and requests that were refused before any route.",
            by: self.causes
        )
        denied = registry.counters(
            "hearth_auth_refused_total",
            "Requests whose token was refused, or missing, or another user's.",
            by: self.denials
        )
        sourceDurations = registry.histograms(
            "hearth_source_duration_seconds",
            "Time of a source's load, in seconds.",
            by: self.sources
        )
        sourceLoads = registry.counters(
            "hearth_source_loads_total",
            "Loads of a source by what became of them.",
            by: self.sources,
            self.states
        )
        storeDurations = registry.histograms(
            "hearth_store_duration_seconds",
            "Time of an operation of the store, in seconds.",
            by: self.operations
        )
        storeErrors = registry.counters(
            "hearth_store_errors_total",
            "Operations of the store that failed, by cause.",
            by: self.storeCauses
        )
    }

    /// The place of a status among the label's values.
    @inlinable
    public static func statusClass(_ status: UInt16) -> Int { Int(status) / 100 - 2 }
}

extension MetricsRegistry {
    /// Adds how many lines the log left out.
    public mutating func addLogMetrics(_ log: Log) {
        counter("hearth_log_sampled_total", "Lines of requests left out of the log while others like them were kept.") {
            Double(log.sampled)
        }
        counter("hearth_log_dropped_total", "Lines lost to the log for want of room or by a broken output.") {
            Double(log.dropped)
        }
    }
}
