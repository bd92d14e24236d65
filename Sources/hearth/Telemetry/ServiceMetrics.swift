import Catalogue
import EventLoop
import HomeFeed
import Observability
import PostgreSQLStore

/// Metrics that are read at each scrape. `Telemetry` has counted ones, `ServerTelemetry` those of HTTP requests.
extension MetricsRegistry {
    mutating func addConfigMetrics(_ config: ServedConfig) {
        add("hearth_config_last_reload_successful", "1 if the last attempt to load the config succeeded.") {
            config.rejected == nil ? 1 : 0
        }
        add(
            "hearth_config_last_reload_success_timestamp_seconds",
            "Time at which the current config was loaded, in Unix seconds."
        ) { Double(config.bytes.readAt.nanoseconds) / 1e9 }
    }

    /// Catalogue metrics are omitted until it is loaded. The card cache's counters restart with new kinds of items.
    mutating func addServiceMetrics(_ state: WorkerState) {
        func addCount(_ name: String, _ help: String, _ read: @escaping @Sendable () -> Int?) {
            add(name, help) { read().map(Double.init) }
        }
        let users = { @Sendable in state.store?.users.statistics }
        let cards = { @Sendable in state.follower?.cards.statistics }
        addCount("hearth_catalogue_items", "Items in the catalogue.") { state.snapshot?.count }
        addCount("hearth_catalogue_bytes", "Approximate memory of the catalogue.") { state.snapshot?.memory }
        addCount("hearth_catalogue_version", "Version of the store's items that the catalogue shows.") {
            state.snapshot.map { Int($0.version.number) }
        }
        addCount(
            "hearth_catalogue_mismatched_values",
            "Attribute values omitted from the catalogue because they do not match the type of their attribute."
        ) { state.snapshot?.mismatchedValues }
        addCount("hearth_user_cache_hits_total", "User records found in the cache.") { users()?.hits ?? 0 }
        addCount("hearth_user_cache_misses_total", "User records read from the store.") { users()?.misses ?? 0 }
        addCount("hearth_user_cache_entries", "User records in the cache.") { users()?.count ?? 0 }
        addCount("hearth_card_cache_hits_total", "Cards found in the cache.") { cards()?.hits ?? 0 }
        addCount("hearth_card_cache_misses_total", "Cards rendered.") { cards()?.misses ?? 0 }
        addCount("hearth_card_cache_entries", "Cards in the cache.") { cards()?.count ?? 0 }
        addCount("hearth_card_cache_bytes", "Approximate memory of the cards in the cache.") { cards()?.bytes ?? 0 }
    }

    mutating func addDatabaseMetrics(_ state: WorkerState) {
        add("hearth_store_primary_up", "1 if a primary answers. Else writes are refused, and replicas are read.") {
            state.store?.database?.hasPrimary == true ? 1 : 0
        }
    }
}
