import Bytes
import HomeDocument
import HomeFeed
import Observability
import Synchronization

/// The config that a worker serves, and the one that it has refused since, for `/readyz`, the metrics and the next worker.
final class ServedConfig: Sendable {
    private struct State {
        /// The revision of what it says of homes, and not of its secrets: a revision of those would confirm a guess.
        var revision: Revision
        var kept: SharedConfigState
    }

    private let memory: SharedConfigMemory
    private let state: Mutex<State>

    /// Takes over what the last worker has kept; where none has, the config on the disk.
    /// - Parameter read: reads and checks a config.
    /// - Returns: the config to serve with as well.
    static func load(
        from memory: SharedConfigMemory,
        _ read: (_ kept: ConfigBytes?) -> ConfigWatcher.Reading
    ) throws(Failure) -> (ConfigFile, ServedConfig) {
        var kept = memory.load()
        let reading = read(kept.served)
        let config = try reading.config.get()
        kept.served = reading.bytes
        if let files = kept.reading {
            // It may end this worker, too.
            let error = "the worker ended while it read the config"
            StandardErrorMessage.line("Not reloaded: \(error)")
            kept.refused = RejectedConfig([error], in: files)
            kept.reading = nil
        }
        memory.keep(&kept)
        return (config, ServedConfig(memory, State(revision: config.home.revision, kept: kept)))
    }

    private init(_ memory: SharedConfigMemory, _ state: State) {
        self.memory = memory
        self.state = Mutex(state)
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            memory.keep(&state.kept)
        }
    }

    /// The bytes of the config that is served.
    var bytes: ConfigBytes { state.withLock { $0.kept.served ?? ConfigBytes() } }

    /// The config that was refused; `nil` where there was none after the one that is served.
    var refused: RejectedConfig? { state.withLock(\.kept.refused) }

    /// Takes note that a changed config is about to be read from these files.
    func begin(reading files: [ObservedFile]) {
        change { $0.kept.reading = files }
    }

    /// Takes note that this config is served now.
    func accept(_ config: ConfigFile, _ bytes: ConfigBytes) {
        change {
            $0.revision = config.home.revision
            $0.kept.served = bytes
            $0.kept.refused = nil
            $0.kept.reading = nil
        }
    }

    /// Takes note that the config in these files is not served.
    func refuse(_ failure: Failure, in files: [ObservedFile]) {
        change {
            $0.kept.refused = RejectedConfig(failure.details.isEmpty ? [failure.message] : failure.details, in: files)
            $0.kept.reading = nil
        }
    }

    /// Writes its members.
    func write(into json: inout JSONWriter) {
        let state = state.withLock(\.self)
        json.member("revision", "\(state.revision)")
        if let served = state.kept.served { json.member("loadedAt", "\(served.readAt)") }
        json.member("lastReload", state.kept.refused == nil ? "succeeded" : "failed")
        guard let refused = state.kept.refused else { return }
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
            Double(config.bytes.readAt.nanoseconds) / 1e9
        }
    }
}
