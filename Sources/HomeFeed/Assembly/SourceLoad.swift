import Catalogue
import Recommendations

/// How one load went while a home was made, for whoever measures and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget that it was for; `nil` for what the whole home needs.
    public let widget: String?
    /// What was loaded: the kind of the source, or ``user``.
    public let source: String
    /// What became of it.
    public let state: LoadState
    /// How long it took, in nanoseconds.
    public let nanoseconds: Int
    /// What went wrong, for whoever runs the server; `nil` where nothing did.
    public let failure: String?

    init(
        widget: String?,
        source: String,
        state: LoadState,
        since start: Instant,
        until end: Instant = .now,
        _ error: SourceError?
    ) {
        self.widget = widget
        self.source = source
        self.state = state
        nanoseconds = start.nanoseconds(to: end)
        failure = error?.explanation
    }

    /// What is known of the user, read once for the whole home.
    public static let user = "user"

    /// The cards of all that a home shows, looked up at once.
    public static let cards = "cards"

    /// The kinds of sources, ``user`` and ``cards``: every value that ``source`` can have.
    public static let sources = [user, cards] + SourceTable.kinds.map { $0.kind }
}

extension SourceLoad {
    /// A look into the store for the whole home.
    init(_ source: String, since start: Instant, _ error: StoreError?) {
        self.init(
            widget: nil,
            source: source,
            state: error == nil ? .loaded : .failed,
            since: start,
            error.map { .store($0) }
        )
    }

    /// The reading of what is known of the user.
    init(userSince start: Instant, _ unread: UnreadRecord?) {
        switch unread {
        case nil: self.init(Self.user, since: start, nil)
        case .failed(let error): self.init(Self.user, since: start, error)
        case .late: self.init(widget: nil, source: Self.user, state: .deferred, since: start, nil)
        }
    }
}

extension SourceError {
    /// What went wrong, for whoever runs the server.
    var explanation: String {
        switch self {
        case .store(let error), .recommendations(.store(let error)): "the property store: \(error)"
        case .recommendations(let error): "the recommendation service: \(error)"
        case .timedOut: "not done by the source's deadline"
        }
    }

    /// The mistake of the program that it is, where it is one.
    var defect: Defect? {
        switch self {
        case .store(let error), .recommendations(.store(let error)): error.mistake
        case .recommendations, .timedOut: nil
        }
    }
}

extension StoreError {
    /// The mistake of the program that it is, where it is one.
    var mistake: Defect? {
        if case .defect(let what) = self { Defect("the property store: \(what)") } else { nil }
    }
}
