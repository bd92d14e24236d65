/// What Hearth counts: the one list of its metrics, their names and their labels.
///
/// | metric | labels | what |
/// | --- | --- | --- |
/// | `hearth_http_requests_total` | `route`, `method`, `status` | requests answered; `status` is `2xx` … `5xx` |
/// | `hearth_http_request_duration_seconds` | `route` | from a request's last byte to its answer's |
/// | `hearth_http_connections` | | connections open now |
/// | `hearth_http_rejected_total` | `cause` | connections and requests refused before any route |
/// | `hearth_auth_failures_total` | `cause` | requests whose token was refused, or missing, or another user's |
/// | `hearth_source_duration_seconds` | `source` | loads of a source |
/// | `hearth_source_loads_total` | `source`, `state` | loads of a source by what became of them |
/// | `hearth_store_duration_seconds` | `operation` | operations of the store |
/// | `hearth_store_errors_total` | `cause` | operations of the store that failed |
/// | `hearth_store_failing` | `cause` | whether operations of the store fail for it now |
/// | `hearth_catalogue_items` | | items of the snapshot that is served |
/// | `hearth_catalogue_bytes` | | about how many bytes it takes |
/// | `hearth_catalogue_version` | | the version of the store's items that it shows |
/// | `hearth_catalogue_mismatched_values` | | attribute values left out, since they do not match their attribute's type |
/// | `hearth_catalogue_duration_seconds` | `operation` | `load` of all items, `update` with changes: from the read to the snapshot |
/// | `hearth_catalogue_failures_total` | `cause` | attempts that failed: `store` could not be read, `memory` was too small |
/// | `hearth_user_cache_hits_total` | | users' records that the cache had |
/// | `hearth_user_cache_misses_total` | | users' records that had to be read from the store |
/// | `hearth_user_cache_entries` | | users' records in the cache |
/// | `hearth_card_cache_hits_total` | | cards that the cache had |
/// | `hearth_card_cache_misses_total` | | cards that had to be rendered |
/// | `hearth_card_cache_entries` | | cards in the cache |
/// | `hearth_card_cache_bytes` | | about how many bytes they take |
/// | `hearth_log_sampled_out_total` | | lines of requests left out while others like them were kept |
/// | `hearth_log_dropped_total` | | lines lost for want of room or by a broken output |
/// | `hearth_config_last_reload_successful` | | 0 where a config was refused after the one that is served |
/// | `hearth_config_last_reload_success_timestamp_seconds` | | when the config that is served was loaded |
/// | `process_…` | | see ``MetricsRegistry/addProcessMetrics()`` |
///
/// Only what has a property here is counted in it; the rest is read when `/metrics` is requested. The cards' counters begin
/// again when a config with other kinds of items is loaded. What is counted of a recommendation service is listed with
/// `RecommenderMetrics`.
public struct HearthMetrics: Sendable {
    /// The patterns of the routes. A request that found none is the ``Label/other`` one.
    public let routes: Label
    /// The methods.
    public let methods: Label
    /// Why somebody was not let in.
    public let denials: Label

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
    /// By `load` and `update`: the ways to a snapshot.
    public let catalogueDurations: Family<Histogram>
    /// By `store` and `memory`: why a snapshot could not be made.
    public let catalogueFailures: Family<Counter>

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
        self.denials = Label("cause", denials)
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
            "hearth_http_rejected_total",
            "Connections and requests that were refused before any route.",
            by: Label("cause", causes)
        )
        denied = registry.counters(
            "hearth_auth_failures_total",
            "Requests whose token was refused, or missing, or another user's.",
            by: self.denials
        )
        sourceDurations = registry.histograms(
            "hearth_source_duration_seconds",
            "Time of a source's load, in seconds.",
            by: Label("source", sources)
        )
        sourceLoads = registry.counters(
            "hearth_source_loads_total",
            "Loads of a source by what became of them.",
            by: Label("source", sources),
            Label("state", states)
        )
        storeDurations = registry.histograms(
            "hearth_store_duration_seconds",
            "Time of an operation of the store, in seconds.",
            by: Label("operation", operations)
        )
        storeErrors = registry.counters(
            "hearth_store_errors_total",
            "Operations of the store that failed, by cause.",
            by: Label("cause", storeCauses)
        )
        catalogueDurations = registry.histograms(
            "hearth_catalogue_duration_seconds",
            "Time from the read of the store to the snapshot, in seconds.",
            by: Label("operation", ["load", "update"])
        )
        catalogueFailures = registry.counters(
            "hearth_catalogue_failures_total",
            "Attempts to load or update the catalogue that failed, by cause.",
            by: Label("cause", ["store", "memory"])
        )
    }

    /// The place of a status among the label's values.
    @inlinable
    public static func statusClass(_ status: UInt16) -> Int { Int(status) / 100 - 2 }
}

extension MetricsRegistry {
    /// Adds how many lines the log left out.
    public mutating func addLogMetrics(_ log: Log) {
        counter(
            "hearth_log_sampled_out_total",
            "Lines of requests left out of the log while others like them were kept."
        ) {
            Double(log.sampled)
        }
        counter("hearth_log_dropped_total", "Lines lost to the log for want of room or by a broken output.") {
            Double(log.dropped)
        }
    }
}
