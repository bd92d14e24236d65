import Catalogue
import Recommendations

/// The result of one source for a home, also for metrics and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget; `nil` for the user record, which is read once for the home.
    public let widget: String?
    /// An index in ``sources``; of a widget's source also in ``SourceKind/all``.
    public let kind: Int
    public internal(set) var state = LoadState.empty
    public internal(set) var duration = Duration.zero
    var error: SourceError?
    /// Of stale recommendations, in seconds.
    var age: Int?
    /// Whether the source itself, not its fallback, had anything to search for.
    var hadQuery = false

    /// `user` for the user record.
    public var source: String { Self.sources[kind] }

    public static let sources = SourceKind.names + ["user"]

    mutating func fail(_ error: SourceError) { (state, self.error) = (error.isLate ? .deferred : .failed, error) }

    /// If the source was late, no time is left for a fallback.
    var needsFallback: Bool { state == .failed || state == .empty }

    /// For the operator; `nil` if the source did not fail.
    public var failure: String? {
        switch error {
        case .store(let error): "the store: \(error)"
        case .recommendations(let error): "the recommendation service: \(error)"
        case .timedOut: "not done by the source's deadline"
        case .late, nil: nil
        }
    }
}

extension SourceLoad {
    init(userSince start: ContinuousClock.Instant, _ error: SourceError?) {
        self.init(widget: nil, kind: SourceKind.all.count, state: .loaded, duration: ContinuousClock.now - start)
        if let error { fail(error) }
    }
}

public enum LoadState: Int, Hashable, Sendable, CaseIterable {
    case loaded
    case empty
    /// The items are earlier recommendations of a service.
    case stale
    case deferred
    case failed

    var hasItems: Bool { self == .loaded || self == .stale }

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

/// Why the user record or the items of a source are missing.
enum SourceError: Error, Sendable {
    case store(StoreError)
    case recommendations(RecommendationError)
    /// The source missed its own deadline.
    case timedOut
    /// The home's deadline was missed: the client loads the widget later.
    case late

    var isLate: Bool { if case .late = self { true } else { false } }
}
