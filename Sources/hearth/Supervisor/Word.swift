/// What a supervisor and a worker say to each other.
enum Word: Codable {
    /// The supervisor, first of all: this config was refused after the one that the worker serves with.
    case start(refused: RefusedConfig?)
    /// The worker: it begins to read a changed config. These are the files of the last one, as they stand now.
    case reads([WatchedFile])
    /// The worker: the config that it has read is valid. Its record comes with the word.
    case accepted
    /// The worker: the config that it has read is not.
    case refused(RefusedConfig)
    /// The worker: it answers requests while it opens the store or loads the catalogue.
    case answers
    /// The worker: an attempt to open the store has failed, and it makes another after this pause.
    case retries(after: Duration)
    /// The worker: it has loaded more of the catalogue, or tries again.
    case loads
    /// The worker: it answers, and cannot serve before its store changes.
    case stalls
    /// The worker: it has a catalogue, and serves.
    case serves
    /// The supervisor: the worker is to read the config anew.
    case reload
    /// The supervisor: the worker is to leave.
    case leave
}
