import Catalogue
import HomeFeed
import PostgreSQLStore
import Telemetry

extension MetricsRegistry {
    /// Adds the size and the version of the catalogue, how its cards are cached, and users' records. Until the catalogue is loaded,
    /// only the caches' are there. The cards' counters begin again when a config with other kinds of items is loaded.
    mutating func addServiceMetrics(_ state: ServiceState) {
        typealias Read<Part> = @Sendable (Part) -> Int
        let ofCatalogue: [(String, String, Read<CatalogueSnapshot>)] = [
            ("hearth_catalogue_items", "Items of the catalogue that is served.", { $0.count }),
            ("hearth_catalogue_bytes", "About how many bytes the catalogue takes in memory.", { $0.memory }),
            (
                "hearth_catalogue_version", "The version of the store's items that the catalogue shows.",
                { Int($0.version.number) }
            ),
            (
                "hearth_catalogue_mismatched_values",
                "Attribute values left out of the catalogue, since they do not match their attribute's type.",
                { $0.mismatchedValues }
            ),
        ]
        for (name, help, read) in ofCatalogue {
            gauge(name, help) { state.snapshot.map { Double(read($0)) } }
        }
        let ofCaches: [(String, String, @Sendable () -> Int?)] = [
            (
                "hearth_user_cache_hits_total", "Users' records that the cache had.",
                { state.store?.users.statistics.hits }
            ),
            (
                "hearth_user_cache_misses_total", "Users' records that had to be read from the store.",
                { state.store?.users.statistics.misses }
            ),
            ("hearth_user_cache_records", "Users' records in the cache.", { state.store?.users.statistics.count }),
            ("hearth_card_cache_hits_total", "Cards that the cache had.", { state.follower?.cards.statistics.hits }),
            (
                "hearth_card_cache_misses_total", "Cards that had to be rendered.",
                { state.follower?.cards.statistics.misses }
            ),
            ("hearth_card_cache_cards", "Cards in the cache.", { state.follower?.cards.statistics.count }),
            (
                "hearth_card_cache_bytes", "About how many bytes the cards in the cache take.",
                { state.follower?.cards.statistics.bytes }
            ),
        ]
        for (name, help, read) in ofCaches {
            let value = { @Sendable in Double(read() ?? 0) }
            if name.hasSuffix("_total") {
                counter(name, help, read: value)
            } else {
                gauge(name, help, read: value)
            }
        }
    }

    /// Adds how the servers of the store with these names are, and what each has done. Until the store is open, none is up.
    mutating func addServerMetrics(_ names: [String], _ state: ServiceState) {
        let servers = Label("server", names)
        let gaugesOfServers: [(String, String, @Sendable (ServerStatus?) -> Double?)] = [
            ("hearth_store_server_up", "Whether a server of the store answers.", { $0?.isUp == true ? 1 : 0 }),
            (
                "hearth_store_server_primary", "Whether a server of the store takes changes.",
                { $0?.isPrimary == true ? 1 : 0 }
            ),
            (
                "hearth_store_replica_lag_bytes", "How much of the primary's log a replica does not have.",
                { $0?.lagBytes.map(Double.init) }
            ),
            (
                "hearth_store_replica_lag_seconds",
                "How old the oldest change is that a replica was sent and does not show.",
                { $0?.lagSeconds }
            ),
            ("hearth_store_reads_total", "How often a server of the store was read from.", { Double($0?.reads ?? 0) }),
            (
                "hearth_store_commits_total", "Transactions that a server of the store has committed.",
                { Double($0?.commits ?? 0) }
            ),
        ]
        for (name, help, value) in gaugesOfServers {
            let read = { @Sendable (index: Int) in
                names.indices.contains(index) ? value(state.store?.servers?.status(ofServer: index)) : nil
            }
            if name.hasSuffix("_total") {
                counters(name, help, by: servers, read: read)
            } else {
                gauges(name, help, by: servers, read: read)
            }
        }
    }
}
