import Catalogue

/// The result of one source of a home, or of one of its fallbacks, as recordings keep it.
struct RecordedLoad: Sendable {
    /// The place of a source in a home.
    struct Key: Hashable, Sendable {
        /// The id of the widget.
        let widget: String
        /// The index of the source in the widget.
        let source: Int
        /// The index of the fallback; `nil` for the source itself.
        let fallback: Int?
    }

    let key: Key
    /// The kind of the source.
    let kind: String
    let state: LoadState
    /// The candidates, best first; `nil` without anything to search for.
    let candidates: Candidates?
    /// The age of stale recommendations, in seconds.
    let age: Int?
    /// Why the source failed.
    let error: SourceError?
    let duration: Duration

    /// Whether the items could not be loaded.
    var isMissing: Bool { state == .failed || state == .deferred }
}

extension RecordedLoad {
    init(_ key: Key, _ result: borrowing SourceResult, _ duration: Duration) {
        self.init(
            key: key,
            kind: "\(result.kind)",
            state: result.state,
            candidates: result.hadQuery ? result.candidates : nil,
            age: result.age,
            error: result.error,
            duration: duration
        )
    }
}
