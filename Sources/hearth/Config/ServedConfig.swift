import HomeDocument
import Revisions
import Telemetry

/// What a server tells of the config that it serves with.
struct ServedConfig: Sendable {
    /// Of what it says of homes, and not of the secrets that it names: who asks would learn whether they have guessed one.
    let revision: Revision
    let readAt: Timestamp
    let lastReload: LastReload

    /// Writes its members.
    func write(into json: inout JSONWriter) {
        let refused = lastReload.refused
        json.member("revision", "\(revision)")
        json.member("loadedAt", "\(readAt)")
        json.member("lastReload", refused == nil ? "succeeded" : "failed")
        guard let refused else { return }
        json.member("failedAt", "\(refused.at)")
        json.array("errors") { list in
            for error in refused.errors { list.element(error) }
        }
    }
}

extension MetricsRegistry {
    /// Adds what became of the last reload, as Prometheus has it of its own.
    mutating func addConfigMetrics(_ config: ServedConfig) {
        gauge("hearth_config_last_reload_successful", "Whether the last attempt to load a config succeeded.") {
            config.lastReload.refused == nil ? 1 : 0
        }
        gauge(
            "hearth_config_last_reload_success_timestamp_seconds",
            "When the config that is served was loaded, in seconds since 1970."
        ) {
            Double(config.readAt.nanoseconds) / 1e9
        }
    }
}
