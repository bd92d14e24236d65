import Catalogue
import HomeFeed
import Observability
import PostgreSQLStore

extension MetricsRegistry {
    /// Adds the size and the version of the catalogue, how its cards are cached, and users' records. Until the catalogue is loaded,
    /// only the caches' are there. The cards' counters begin again when a config with other kinds of items is loaded.
    mutating func addServiceMetrics(_ state: WorkerState) {
        let users = { @Sendable in state.store?.users.statistics }
        let cards = { @Sendable in state.follower?.cards.statistics }
        add("hearth_catalogue_items", "Items of the catalogue that is served.") { state.snapshot?.count }
        add("hearth_catalogue_bytes", "About how many bytes the catalogue takes in memory.") { state.snapshot?.memory }
        add("hearth_catalogue_version", "The version of the store's items that the catalogue shows.") {
            state.snapshot.map { Int($0.version.number) }
        }
        add(
            "hearth_catalogue_mismatched_values",
            "Attribute values left out of the catalogue, since they do not match their attribute's type."
        ) { state.snapshot?.mismatchedValues }
        add("hearth_user_cache_hits_total", "Users' records that the cache had.") { users()?.hits ?? 0 }
        add("hearth_user_cache_misses_total", "Users' records read from the store.") { users()?.misses ?? 0 }
        add("hearth_user_cache_entries", "Users' records in the cache.") { users()?.count ?? 0 }
        add("hearth_card_cache_hits_total", "Cards that the cache had.") { cards()?.hits ?? 0 }
        add("hearth_card_cache_misses_total", "Cards that had to be rendered.") { cards()?.misses ?? 0 }
        add("hearth_card_cache_entries", "Cards in the cache.") { cards()?.count ?? 0 }
        add("hearth_card_cache_bytes", "About how many bytes the cards in the cache take.") { cards()?.bytes ?? 0 }
    }

    /// Adds a number that is read when it is asked for: a counter where its name says so. While `read` gives `nil`, it is left out.
    private mutating func add(_ name: String, _ help: String, _ read: @escaping @Sendable () -> Int?) {
        let read = { @Sendable in read().map(Double.init) }
        if name.hasSuffix("_total") {
            counter(name, help, read: read)
        } else {
            gauge(name, help, read: read)
        }
    }

    /// Adds how the servers of the store with these names are, and what each has done. Until the store is open, none is up.
    mutating func addServerMetrics(_ names: [String], _ state: WorkerState) {
        func add(_ name: String, _ help: String, _ value: @escaping @Sendable (ServerStatus?) -> Double?) {
            let read = { @Sendable (index: Int) in
                names.indices.contains(index) ? value(state.store?.servers?.status(ofServer: index)) : nil
            }
            if name.hasSuffix("_total") {
                counters(name, help, by: Label("server", names), read: read)
            } else {
                gauges(name, help, by: Label("server", names), read: read)
            }
        }
        add("hearth_store_server_up", "Whether a server of the store answers.") { $0?.isUp == true ? 1 : 0 }
        add("hearth_store_server_primary", "Whether a server of the store takes changes.") {
            $0?.isPrimary == true ? 1 : 0
        }
        add("hearth_store_replica_lag_bytes", "How much of the primary's log a replica does not have.") {
            $0?.lagBytes.map(Double.init)
        }
        add(
            "hearth_store_replica_lag_seconds",
            "How old the oldest change is that a replica was sent and does not show."
        ) { $0?.lagSeconds }
        add("hearth_store_reads_total", "How often a server of the store was read from.") { Double($0?.reads ?? 0) }
        add("hearth_store_commits_total", "Transactions that a server of the store has committed.") {
            Double($0?.commits ?? 0)
        }
    }
}
