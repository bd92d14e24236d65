import Catalogue
import Recommendations

/// The work of one source while a home was made, for measurements and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget that it was for; `nil` for the user's record, which is read once for the whole home.
    public let widget: String?
    /// The kind of the source, or ``user``.
    public let source: String
    /// Its result.
    public let state: LoadState
    /// How long it took.
    public let duration: Duration
    /// Why it failed, for the operator; `nil` where it did not.
    public let failure: String?

    /// The user's record.
    public static let user = "user"

    /// Every value that ``source`` can have.
    public static let sources = [user] + SourceTable.kinds.map { $0.kind }

    init(widget: String, source: String, state: LoadState, duration: Duration, _ error: SourceError?) {
        self.widget = widget
        self.source = source
        self.state = state
        self.duration = duration
        failure = error?.explanation
    }

    /// The reading of the user's record.
    init(userSince start: ContinuousClock.Instant, _ unread: UserRecordFailure?) {
        widget = nil
        source = Self.user
        duration = ContinuousClock.now - start
        switch unread {
        case nil: (state, failure) = (.loaded, nil)
        case .failed(let error): (state, failure) = (.failed, SourceError.store(error).explanation)
        case .late: (state, failure) = (.deferred, nil)
        }
    }
}

/// The result of a source.
public enum LoadState: String, Hashable, Sendable, CaseIterable {
    /// There are items.
    case loaded
    /// There is nothing to show.
    case empty
    /// There are items that a recommendation service has ranked before.
    case stale
    /// The items were not there when the home had to be sent.
    case deferred
    /// There are no items, and the cause is known.
    case failed = "error"
}

/// Why a source has no items.
enum SourceError: Error, Hashable, Sendable {
    /// The user's record could not be read.
    case store(StoreError)
    /// The recommendation service did not answer.
    case recommendations(RecommendationError)
    /// The source was not done by its deadline.
    case timedOut

    /// The cause, for the operator.
    var explanation: String {
        switch self {
        case .store(let error): "the store: \(error)"
        case .recommendations(let error): "the recommendation service: \(error)"
        case .timedOut: "not done by the source's deadline"
        }
    }
}

extension StoreError {
    /// The program's defect that it is, if it is one.
    var programDefect: InternalError? {
        if case .defect(let what) = self { InternalError("the store: \(what)") } else { nil }
    }
}
