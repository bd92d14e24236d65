/// What became of loading a widget.
public enum WidgetState: Hashable, Sendable {
    /// The items are those of now.
    case loaded
    /// The items are the last good ones, so many seconds old.
    case stale(age: Int)
    /// There are no items.
    case empty
    /// The items were not ready in time; `href` loads them.
    case deferred(href: String)
    /// The items could not be loaded.
    case error(WidgetError)

    /// The word in a document.
    public var word: String {
        switch self {
        case .loaded: "loaded"
        case .stale: "stale"
        case .empty: "empty"
        case .deferred: "deferred"
        case .error: "error"
        }
    }
}

/// Why a widget's items could not be loaded, and how to try again.
public struct WidgetError: Hashable, Sendable {
    /// What a client can act on: `upstream_timeout`.
    public let code: String
    /// The same in words.
    public let message: String
    /// After how many seconds trying again makes sense, where that is known.
    public let retryAfter: Int?
    /// What tries again.
    public let retry: String

    /// The error `code`, in words `message`; `retry` tries again.
    public init(code: String, message: String, retryAfter: Int? = nil, retry: String) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.retry = retry
    }
}
