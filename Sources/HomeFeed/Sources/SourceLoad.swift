import Catalogue
import Recommendations

/// The work of one source for a home, for metrics and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget; `nil` for the user record, which is read once for the home.
    public let widget: String?
    /// An index in ``sources``.
    public let sourceIndex: Int
    public let state: LoadState
    public let duration: Duration
    /// For the operator; `nil` if the source did not fail.
    public let failure: String?

    /// `user` for the user record.
    public var source: String { Self.sources[sourceIndex] }

    public static let sources = ["user"] + SourceTable.names

    init(of widget: WidgetConfig, _ outcome: SourceOutcome, _ duration: Duration) {
        self.widget = widget.id
        sourceIndex = 1 + outcome.kind
        state = outcome.state
        self.duration = duration
        failure = outcome.error?.explanation
    }

    init(userSince start: ContinuousClock.Instant, _ unread: UserRecordFailure?) {
        widget = nil
        sourceIndex = 0
        duration = ContinuousClock.now - start
        switch unread {
        case nil: (state, failure) = (.loaded, nil)
        case .failed(let error): (state, failure) = (.failed, SourceError.store(error).explanation)
        case .late: (state, failure) = (.deferred, nil)
        }
    }
}

/// The result of a source, or of the fallback that replaced it.
struct SourceOutcome {
    /// An index in ``SourceTable``.
    var kind: Int
    var state = LoadState.empty
    /// Of stale recommendations, in seconds.
    var age = 0
    /// Why the source itself failed.
    var error: SourceError?
    /// Whether the source itself had anything to search for.
    var hadQuery = false

    init(kind: Int) { self.kind = kind }

    var isMissing: Bool { state == .failed || state == .deferred }

    /// If the source was late, no time is left for a fallback.
    var needsFallback: Bool { state == .failed || state == .empty }
}

public enum LoadState: Int, Hashable, Sendable, CaseIterable {
    case loaded
    case empty
    /// The items are earlier recommendations of a service.
    case stale
    /// The source missed the home's deadline.
    case deferred
    case failed

    var hasItems: Bool { self == .loaded || self == .stale }

    /// For metrics and documents.
    public var name: String { "\(literal)" }

    /// ``name``, without allocating memory.
    var literal: StaticString {
        switch self {
        case .loaded: "loaded"
        case .empty: "empty"
        case .stale: "stale"
        case .deferred: "deferred"
        case .failed: "error"
        }
    }
}

enum SourceError: Error, Hashable, Sendable {
    case store(StoreError)
    case recommendations(RecommendationError)
    /// The source missed its deadline.
    case timedOut

    /// For the operator.
    var explanation: String {
        switch self {
        case .store(let error): "the store: \(error)"
        case .recommendations(let error): "the recommendation service: \(error)"
        case .timedOut: "not done by the source's deadline"
        }
    }
}
