/// What becomes of the load of a source, from its beginning to what a document says of it.
///
/// ```
/// loading ──→ loaded, empty, stale, deferred, failed
///    └──→ fallingBack ──→ the same
/// ```
///
/// A document is made of settled states alone. What it says of a widget may be loaded again (a retry, a refresh, the
/// next page), and begins anew then.
public enum LoadState: String, Hashable, Sendable, CaseIterable {
    /// The source was asked.
    case loading
    /// The source has failed or had nothing; what stands in for it was asked.
    case fallingBack
    /// There is content of now.
    case loaded
    /// There is nothing to show.
    case empty
    /// There is content of an earlier load.
    case stale
    /// The content was not there when the home had to be sent.
    case deferred
    /// There is no content, and why is known.
    case failed = "error"

    /// Whether a document can say so.
    public var isSettled: Bool { self != .loading && self != .fallingBack }

    /// Whether a load in this state may come into that one.
    func mayBecome(_ next: LoadState) -> Bool {
        switch (self, next) {
        case (.loading, .loading), (.fallingBack, .loading): false
        case (.loading, _), (.fallingBack, _): true
        case (_, .loading): true
        default: false
        }
    }

    /// Comes into the state `next`.
    /// - Throws: ``Defect`` where that must not be.
    mutating func become(_ next: LoadState) throws(Defect) {
        guard mayBecome(next) else { throw Defect("a load that is \(self) cannot be \(next)") }
        self = next
    }
}
