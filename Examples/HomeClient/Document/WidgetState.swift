/// The result of loading a widget, and what the client can do.
enum WidgetState: Hashable, Sendable {
    case loaded
    /// The last good items, `age` seconds old.
    case stale(age: Int)
    /// There are no items; one card may replace them.
    case empty
    /// The items were not ready in time: load `href`, and keep the space until then.
    case deferred(href: String)
    /// The items could not be loaded: offer to load `retry`, in `after` seconds if given.
    case failed(message: String, retry: String, after: Int?)
}

extension WidgetState: Decodable {
    private enum Key: CodingKey { case state, age, href, error, retry }

    private struct Failure: Decodable {
        let message: String
        let retryAfter: Int?
    }

    /// Decodes `state` and the members that belong to it.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(String.self, forKey: .state) {
        case "loaded": self = .loaded
        case "stale": self = .stale(age: try container.decode(Int.self, forKey: .age))
        case "empty": self = .empty
        case "deferred": self = .deferred(href: try container.decode(String.self, forKey: .href))
        case "error":
            let failure = try container.decode(Failure.self, forKey: .error)
            let retry = try container.decode(Link.self, forKey: .retry).href
            self = .failed(message: failure.message, retry: retry, after: failure.retryAfter)
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .state,
                in: container,
                debugDescription: "\"\(other)\": expected loaded, stale, empty, deferred or error"
            )
        }
    }
}
