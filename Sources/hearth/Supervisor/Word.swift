/// What a supervisor and a worker say to each other.
enum Word: Codable {
    /// The worker: it has read this file of the config, or has found none to read.
    case read(WatchedFile)
    /// The worker: it cannot serve with this config. The supervisor: so said another, whose config was newer.
    case refused(RefusedConfig)
    /// The worker: it serves.
    case serves
    /// The supervisor: the worker is to leave.
    case leave
}
