public import HomeLayout

/// One section of a home: a header, a layout, a state, metrics and items.
public struct Widget: Sendable {
    /// The widget's id, unique in the document, stable between requests, independent of position.
    public let id: String
    /// What stands above the items.
    public let header: Header
    /// What stands beside the header's title, where there is something to count.
    public let badge: Badge?
    /// How the items are shown.
    public let layout: Layout
    /// The solved geometry, whatever the state: nothing jumps when the content comes.
    public let metrics: Metrics
    /// What became of the load.
    public let state: WidgetState
    /// The items; none where the state is `empty`, `deferred` or `error`.
    public let items: [Item]
    /// Where the rest of the items is, if there are more.
    public let loadMore: String?
    /// What stands below the items.
    public let footer: Footer?

    /// A widget of these parts.
    public init(
        id: String,
        header: Header,
        badge: Badge? = nil,
        layout: Layout,
        metrics: Metrics,
        state: WidgetState,
        items: [Item] = [],
        loadMore: String? = nil,
        footer: Footer? = nil
    ) {
        self.id = id
        self.header = header
        self.badge = badge
        self.layout = layout
        self.metrics = metrics
        self.state = state
        self.items = items
        self.loadMore = loadMore
        self.footer = footer
    }
}

/// A number beside a header: `12 new`.
///
/// It is not part of the header and not covered by the widget's revision, because it changes with the items: an item
/// that is opened must not animate the header.
public struct Badge: Hashable, Sendable {
    /// How many.
    public let count: Int
    /// The same in words.
    public let text: String

    /// `count`, in words `text`.
    public init(count: Int, text: String) {
        self.count = count
        self.text = text
    }
}

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

/// One cell of a widget: what it is to everyone, and what it is to this user.
public struct Item: Sendable {
    /// What it is to everyone.
    public let card: Card
    /// What it is to this user.
    public let marks: ItemMarks

    /// `card` with the user's `marks`.
    public init(_ card: Card, _ marks: ItemMarks = .none) {
        self.card = card
        self.marks = marks
    }
}
