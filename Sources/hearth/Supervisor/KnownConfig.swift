import Processes

/// What the supervisor knows of the config, of which it reads nothing itself.
struct KnownConfig {
    /// The last valid config, for a worker that replaces one; `nil` before there was any.
    private(set) var record: ConfigRecord?
    /// The config that was refused after it.
    private(set) var refused: RefusedConfig?
    /// The files of the last config, as they stood when the worker began to read a changed one; `nil` while it does not.
    private var reading: [WatchedFile]?

    /// Takes note of what the worker says of the config.
    mutating func note(_ word: Word, _ record: ConfigRecord?) {
        switch word {
        case .reads(let files):
            reading = files
        case .accepted:
            self.record = record ?? self.record
            refused = nil
            reading = nil
        case .refused(let config):
            refused = config
            reading = nil
        case .start, .answers, .retries, .loads, .stalls, .serves, .reload, .leave:
            break
        }
    }

    /// Takes note of the worker's end. A config during whose reading it ended is refused: it may end the next worker too.
    /// - Returns: whether that is so.
    mutating func note(_ end: ProcessEnd) -> Bool {
        guard let files = reading else { return false }
        refused = RefusedConfig(["the worker \(end) while it read the config"], in: files)
        reading = nil
        return true
    }

    /// Lets the next worker read the config that was refused.
    mutating func retry() {
        refused = nil
    }
}
