/// What a supervisor and a worker say to each other.
enum Word: Codable {
    /// The worker: it has read this file of the config, or has found none to read.
    case read(WatchedFile)
    /// The worker: it cannot serve with this config. The supervisor: so said another, whose config was newer.
    case refused(RefusedConfig)
    /// The worker: its config is good, and it answers requests while it opens the store.
    case answers
    /// The worker: an attempt to open the store has failed, and it makes another after this pause.
    case retries(after: Duration)
    /// The worker: its store is open, and it serves.
    case serves
    /// The supervisor: the worker is to leave.
    case leave
}
