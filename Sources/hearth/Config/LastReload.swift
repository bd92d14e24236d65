import Synchronization

/// What became of the last attempt to serve with another config, as the supervisor tells its worker.
final class LastReload: Sendable {
    private let state = Mutex<RefusedConfig?>(nil)

    /// The config that was refused; `nil` where there was none after the one that is served.
    var refused: RefusedConfig? { state.withLock(\.self) }

    /// Takes note of one that was refused.
    func note(_ config: RefusedConfig) {
        state.withLock { $0 = config }
    }
}
