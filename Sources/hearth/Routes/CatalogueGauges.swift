import Catalogue
import HomeFeed
import Telemetry

extension MetricsRegistry {
    /// Adds the size and the version of the catalogue, how its cards are cached, and users' records. Until the catalogue is loaded,
    /// only the caches' are there.
    mutating func addCatalogueGauges(_ catalogue: ServedCatalogue, behind gate: StoreGate) {
        gauge("hearth_catalogue_items", "Items of the catalogue that is served.") {
            catalogue.snapshot.map { Double($0.count) }
        }
        gauge("hearth_catalogue_bytes", "About how many bytes the catalogue takes in memory.") {
            catalogue.snapshot.map { Double($0.memory) }
        }
        gauge("hearth_catalogue_version", "The version of the store's items that the catalogue shows.") {
            catalogue.snapshot.map { Double($0.version.number) }
        }
        gauge(
            "hearth_catalogue_mismatched_values",
            "Attribute values left out of the catalogue, since they do not match their attribute's type."
        ) {
            catalogue.snapshot.map { Double($0.mismatchedValues) }
        }
        counter("hearth_user_cache_hits_total", "Users' records that the cache had.") {
            Double(gate.store?.users.statistics.hits ?? 0)
        }
        counter("hearth_user_cache_misses_total", "Users' records that had to be read from the store.") {
            Double(gate.store?.users.statistics.misses ?? 0)
        }
        gauge("hearth_user_cache_records", "Users' records in the cache.") {
            Double(gate.store?.users.statistics.count ?? 0)
        }
        counter("hearth_card_cache_hits_total", "Cards that the cache had.") {
            Double(catalogue.follower?.cards.statistics.hits ?? 0)
        }
        counter("hearth_card_cache_misses_total", "Cards that had to be rendered.") {
            Double(catalogue.follower?.cards.statistics.misses ?? 0)
        }
        gauge("hearth_card_cache_cards", "Cards in the cache.") {
            Double(catalogue.follower?.cards.statistics.count ?? 0)
        }
        gauge("hearth_card_cache_bytes", "About how many bytes the cards in the cache take.") {
            Double(catalogue.follower?.cards.statistics.bytes ?? 0)
        }
    }
}
