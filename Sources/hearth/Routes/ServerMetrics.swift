import PostgreSQLStore
import Telemetry

extension MetricsRegistry {
    /// Adds how the servers of the store with these names are, and what each has done. Until the store is open, none is up.
    mutating func addServerMetrics(_ names: [String], behind gate: StoreGate) {
        let servers = Label("server", names)
        let count = names.count
        func read(_ value: @escaping @Sendable (ServerStatus?) -> Double?) -> @Sendable (Int) -> Double? {
            { index in index < count ? value(gate.store?.servers?.status(ofServer: index)) : nil }
        }
        gauges(
            "hearth_store_server_up",
            "Whether a server of the store answers.",
            by: servers,
            read: read { $0?.isUp == true ? 1 : 0 }
        )
        gauges(
            "hearth_store_server_primary",
            "Whether a server of the store takes changes.",
            by: servers,
            read: read { $0?.isPrimary == true ? 1 : 0 }
        )
        gauges(
            "hearth_store_replica_lag_bytes",
            "How much of the primary's log a replica does not have.",
            by: servers,
            read: read { $0?.lagBytes.map(Double.init) }
        )
        gauges(
            "hearth_store_replica_lag_seconds",
            "How old the oldest change is that a replica was sent and does not show.",
            by: servers,
            read: read { $0?.lagSeconds }
        )
        counters(
            "hearth_store_reads_total",
            "How often a server of the store was read from.",
            by: servers,
            read: read { Double($0?.reads ?? 0) }
        )
        counters(
            "hearth_store_commits_total",
            "Transactions that a server of the store has committed.",
            by: servers,
            read: read { Double($0?.commits ?? 0) }
        )
    }
}
