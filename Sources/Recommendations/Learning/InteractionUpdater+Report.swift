import Catalogue

extension InteractionUpdater {
    /// Why everything is learned again.
    public enum RestartCause: String, Sendable {
        /// A user was forgotten whose events may have been learned.
        case userForgotten = "user_forgotten"
        /// The store has another history: events may have been lost that were learned.
        case newHistory = "new_history"
    }

    public enum Report: Sendable {
        /// Learning takes long: the number of events learned so far.
        case learning(events: Int)
        /// The model of all events is published. The openings are those of the checkpoint and behind it.
        case learned(openings: Int, Duration)
        /// A checkpoint of this many openings was read and restored, which took this long. The events behind it follow.
        case restored(openings: Int, Duration)
        case checkpointIgnored(CheckpointError)
        case checkpointWritten(bytes: Int, Duration)
        /// All events are learned again. Until then, the last model stays.
        case restarted(RestartCause)
        /// An operation took this long, or failed and is tried again. Reads of events that found none are not reported.
        case operation(StoreOperation, Duration, StoreError?)
    }
}
