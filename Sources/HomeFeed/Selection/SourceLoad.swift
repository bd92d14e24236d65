import Catalogue
import Recommendations

/// The work of one source for a home, for metrics and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget; `nil` for the user record, which is read once for the home.
    public let widget: String?
    /// The kind of the source, or ``user``.
    public let source: String
    /// The result.
    public let state: LoadState
    /// The duration.
    public let duration: Duration
    /// Why it failed, for the operator; `nil` if it did not.
    public let failure: String?

    /// The ``source`` of the user record.
    public static let user = "user"

    /// All values of ``source``.
    public static let sources = [user] + SourceTable.kinds.map { $0.kind }

    /// The load of a source or fallback of `widget`.
    init(of widget: WidgetConfig, _ result: SourceResult, _ duration: Duration) {
        self.widget = widget.id
        source = result.kind
        state = result.state
        self.duration = duration
        failure = result.error?.explanation
    }

    /// The load of the user record.
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
    /// There are no items.
    case empty
    /// The items are earlier recommendations of a service.
    case stale
    /// The source missed the home's deadline.
    case deferred
    /// The source failed.
    case failed = "error"
}

/// Why a source has no items.
enum SourceError: Error, Hashable, Sendable {
    /// The user record could not be read.
    case store(StoreError)
    /// The recommendation service failed.
    case recommendations(RecommendationError)
    /// The source missed its deadline.
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
