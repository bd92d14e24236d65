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
    /// What a client can act on.
    public enum Code: String, Sendable, CaseIterable {
        /// The property store did not answer.
        case storeUnavailable = "store_unavailable"
        /// The recommendation service did not answer as it should.
        case upstreamUnavailable = "upstream_unavailable"
        /// The recommendation service has more to do than it can.
        case upstreamOverloaded = "upstream_overloaded"
        /// The recommendation service did not answer in time.
        case upstreamTimeout = "upstream_timeout"
        /// The content was not there in time.
        case sourceTimeout = "source_timeout"
    }

    /// What it is.
    public let code: Code
    /// The same in words.
    public let message: String
    /// After how many seconds trying again makes sense, where that is known.
    public let retryAfter: Int?
    /// What tries again.
    public let retry: String

    /// The error `code`, in words `message`; `retry` tries again.
    public init(code: Code, message: String, retryAfter: Int? = nil, retry: String) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.retry = retry
    }
}
