/// Metrics of the catalogue in memory, of users' records and of rendered cards.
///
/// | metric | labels | what |
/// | --- | --- | --- |
/// | `hearth_catalogue_items` | | items of the snapshot that is served |
/// | `hearth_catalogue_bytes` | | about how many bytes it takes |
/// | `hearth_catalogue_version` | | the version of the store's items that it shows |
/// | `hearth_catalogue_mismatched_values` | | attribute values left out, since they do not match their attribute's type |
/// | `hearth_catalogue_duration_seconds` | `operation` | `load` of all items, `update` with changes: from the read to the snapshot |
/// | `hearth_catalogue_failures_total` | `cause` | attempts that failed: `store` could not be read, `memory` was too small |
/// | `hearth_user_cache_hits_total` | | users' records that the cache had |
/// | `hearth_user_cache_misses_total` | | users' records that had to be read from the store |
/// | `hearth_user_cache_records` | | users' records in the cache |
/// | `hearth_card_cache_hits_total` | | cards that the cache had |
/// | `hearth_card_cache_misses_total` | | cards that had to be rendered |
/// | `hearth_card_cache_cards` | | cards in the cache |
/// | `hearth_card_cache_bytes` | | about how many bytes they take |
///
/// The gauges, and the counters of the caches, are read when `/metrics` is requested. The cards' counters begin again when a config
/// with other kinds of items is loaded.
public struct CatalogueMetrics: Sendable {
    /// The ways to a snapshot.
    public let operations = Label("operation", ["load", "update"])
    /// Why a snapshot could not be made.
    public let causes = Label("cause", ["store", "memory"])

    /// By the place of the operation.
    public let durations: Family<Histogram>
    /// By the place of the cause.
    public let failures: Family<Counter>

    /// Adds the metrics to `registry`.
    public init(in registry: inout MetricsRegistry) {
        durations = registry.histograms(
            "hearth_catalogue_duration_seconds",
            "Time from the read of the store to the snapshot, in seconds.",
            by: operations
        )
        failures = registry.counters(
            "hearth_catalogue_failures_total",
            "Attempts to load or update the catalogue that failed, by cause.",
            by: causes
        )
    }
}
