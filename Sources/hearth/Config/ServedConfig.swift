import Bytes
import EventLoop
import HomeFeed
import Observability
import Synchronization

/// The config that a worker serves and the last rejected one, for `/readyz`, the metrics and the next worker.
final class ServedConfig: Sendable {
    private struct State {
        var revision: Revision
        /// The revision of the members that are about homes, which recordings have.
        var homes: Revision
        var saved: SavedConfig
    }

    private let memory: SharedConfigMemory
    private let state: Mutex<State>

    /// Without a config of the last worker, the one on the disk is loaded.
    static func load(
        from memory: SharedConfigMemory,
        _ read: (_ saved: ConfigBytes?) -> ConfigWatcher.Reading
    ) throws(Failure) -> (ConfigFile, ServedConfig) {
        var saved = memory.load()
        let reading = read(saved.served)
        let config = try reading.config.get()
        saved.served = reading.bytes
        if let files = saved.reading {
            // The same config could end this worker too.
            let error = "the worker exited while it read the config"
            StandardError.line("Config not reloaded: \(error)")
            saved.rejected = RejectedConfig([error], in: files)
            saved.reading = nil
        }
        memory.save(&saved)
        return (
            config, ServedConfig(memory, State(revision: config.revision, homes: config.home.revision, saved: saved))
        )
    }

    private init(_ memory: SharedConfigMemory, _ state: State) {
        self.memory = memory
        self.state = Mutex(state)
    }

    private func update(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            memory.save(&state.saved)
        }
    }

    var bytes: ConfigBytes { state.withLock { $0.saved.served ?? ConfigBytes() } }

    var rejected: RejectedConfig? { state.withLock(\.saved.rejected) }

    /// Called before the files are read.
    func beginReading(_ files: [FileStatus]) {
        update { $0.saved.reading = files }
    }

    func accept(_ config: ConfigFile, _ bytes: ConfigBytes) {
        update {
            $0.revision = config.revision
            $0.homes = config.home.revision
            $0.saved.served = bytes
            $0.saved.rejected = nil
            $0.saved.reading = nil
        }
    }

    func reject(_ failure: Failure, in files: [FileStatus]) {
        update {
            let errors = failure.details.isEmpty ? [failure.message] : failure.details
            $0.saved.rejected = RejectedConfig(errors, in: files)
            $0.saved.reading = nil
        }
    }

    /// For `/readyz`.
    func write(into json: inout JSONWriter) {
        let state = state.withLock(\.self)
        json.member("revision", "\(state.revision)")
        json.member("homes", "\(state.homes)")
        if let served = state.saved.served { json.member("loadedAt", "\(served.readAt)") }
        json.member("lastReload", state.saved.rejected == nil ? "succeeded" : "failed")
        guard let rejected = state.saved.rejected else { return }
        json.member("failedAt", "\(rejected.at)")
        json.array("errors") { list in
            for error in rejected.errors { list.element(error) }
        }
    }
}
