import HomeDocument
import HomeFeed
import Revisions
import Synchronization
import Telemetry

/// What a server tells of its config: which one it serves with, and which one it has refused since.
final class ServedConfig: Sendable {
    /// The config that is served with.
    private struct Served {
        /// The revision of what it says of homes, and not of its secrets: a revision of those would confirm a guess.
        let revision: Revision
        let readAt: Timestamp
        var refused: RefusedConfig?

        init(_ config: ConfigFile, readAt: Timestamp) {
            revision = config.home.revision
            self.readAt = readAt
        }
    }

    private let served: Mutex<Served>

    /// - Parameters:
    ///   - readAt: when it was read.
    ///   - refused: the one that was refused after it.
    init(_ config: ConfigFile, readAt: Timestamp, refused: RefusedConfig? = nil) {
        var served = Served(config, readAt: readAt)
        served.refused = refused
        self.served = Mutex(served)
    }

    /// The config that was refused; `nil` where there was none after the one that is served.
    var refused: RefusedConfig? { served.withLock(\.refused) }

    /// When the config was read.
    var readAt: Timestamp { served.withLock(\.readAt) }

    /// Takes note that this one is served with now.
    func note(_ config: ConfigFile, readAt: Timestamp) {
        served.withLock { $0 = Served(config, readAt: readAt) }
    }

    /// Takes note of a config that was refused, or that the last one which was read is served with: `nil`.
    func note(refused config: RefusedConfig?) {
        served.withLock { $0.refused = config }
    }

    /// Writes its members.
    func write(into json: inout JSONWriter) {
        let served = served.withLock(\.self)
        json.member("revision", "\(served.revision)")
        json.member("loadedAt", "\(served.readAt)")
        json.member("lastReload", served.refused == nil ? "succeeded" : "failed")
        guard let refused = served.refused else { return }
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
            config.refused == nil ? 1 : 0
        }
        gauge(
            "hearth_config_last_reload_success_timestamp_seconds",
            "When the config that is served was loaded, in seconds since 1970."
        ) {
            Double(config.readAt.nanoseconds) / 1e9
        }
    }
}
