import EventLoop
import HomeFeed
import Synchronization

/// The config that a worker serves and the last rejected one, for `/readyz`, the metrics and the next worker.
final class ServedConfig: Sendable {
    private struct State {
        var config: ConfigFile
        var saved: SavedConfig
    }

    private let memory: SharedConfigMemory
    private let state: Mutex<State>

    /// Loads the config of the last worker, or that on the disk if there is none.
    init(
        from memory: SharedConfigMemory,
        _ read: (_ saved: ConfigBytes?) -> ConfigWatcher.Reading
    ) throws(Failure) {
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
        self.memory = memory
        state = Mutex(State(config: config, saved: saved))
    }

    private func update(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            memory.save(&state.saved)
        }
    }

    var current: ConfigFile { state.withLock(\.config) }

    var bytes: ConfigBytes { state.withLock { $0.saved.served ?? ConfigBytes() } }

    var rejected: RejectedConfig? { state.withLock(\.saved.rejected) }

    /// Called before the files are read.
    func beginReading(_ files: [FileStatus]) {
        update { $0.saved.reading = files }
    }

    func accept(_ config: ConfigFile, _ bytes: ConfigBytes) {
        update {
            $0.config = config
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
        json.member("revision", "\(state.config.revision)")
        // Recordings have this one.
        json.member("homes", "\(state.config.home.revision)")
        if let served = state.saved.served { json.member("loadedAt", "\(served.readAt)") }
        json.member("lastReload", state.saved.rejected == nil ? "succeeded" : "failed")
        guard let rejected = state.saved.rejected else { return }
        json.member("failedAt", "\(rejected.at)")
        json.member("errors", rejected.errors)
    }
}
