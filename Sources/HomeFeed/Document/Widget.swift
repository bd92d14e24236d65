import HomeLayout
import Localization

/// One section of a home: a header, a layout, a state, metrics and items.
public struct Widget: Sendable {
    /// The header, layout, metrics and footer.
    let frame: WidgetFrame
    /// The number beside the header's title.
    let badge: Badge?
    /// The filters that the client offers.
    let filters: [Chip]
    /// The sort orders that the client offers.
    let sorts: [Chip]
    /// The result of loading the items.
    let state: WidgetState
    /// The kind of source that replaced the widget's own source.
    public let fallback: String?
    /// The items; empty if ``state`` is `empty`, `deferred` or `error`.
    public let items: ItemList
    /// The region and the clusters of a map; `nil` for other layouts, and if no item has a place.
    public let map: MapRegion?
    /// The number of items on the pages before this one.
    let firstRank: Int
    /// The URL of the next page, if there is one, as bytes that need no escaping.
    let loadMore: [UInt8]?
    /// The tracking token, which begins those of the items.
    let tracking: TrackingToken
    /// Whether users can dismiss the widget.
    let isDismissible: Bool
    public let localizer: Localizer

    /// The token of the items that the client shows after it shows the widget, as bytes that need no escaping; `nil`
    /// within a home.
    public var shown: [UInt8]?
    /// Why the widget has this content; `nil` unless requested for the widget alone.
    public var explanation: Explanation?

    /// A widget with these parts.
    init(
        frame: WidgetFrame,
        badge: Badge? = nil,
        filters: [Chip] = [],
        sorts: [Chip] = [],
        state: WidgetState,
        fallback: String? = nil,
        items: ItemList = [],
        map: MapRegion? = nil,
        firstRank: Int = 0,
        loadMore: [UInt8]? = nil,
        tracking: TrackingToken,
        isDismissible: Bool = false,
        localizer: Localizer
    ) {
        self.frame = frame
        self.badge = badge
        self.filters = filters
        self.sorts = sorts
        self.state = state
        self.fallback = fallback
        self.items = items
        self.map = map
        self.firstRank = firstRank
        self.loadMore = loadMore
        self.tracking = tracking
        self.isDismissible = isDismissible
        self.localizer = localizer
    }
}

/// A number beside a header: `12 new`.
///
/// The widget's own revision does not cover it, so that an opened item does not animate the header.
struct Badge: Hashable, Sendable {
    let count: Int
    let text: String
}

/// A filter or a sort order above a widget's items.
struct Chip: Hashable, Sendable {
    let id: String
    let title: String
    let selected: Bool
    let href: String
}

/// The result of loading a widget.
enum WidgetState: Hashable, Sendable {
    case loaded
    /// The items are the last good ones, `age` seconds old.
    case stale(age: Int)
    /// There are no items.
    case empty
    /// The items were not ready in time; `href` loads them. A list may be shorter then.
    case deferred(href: String, mayShrink: Bool)
    /// The items could not be loaded.
    case error(WidgetError)

    public var name: String { "\(literal)" }

    /// ``name``, without allocating memory.
    var literal: StaticString {
        switch self {
        case .loaded: "loaded"
        case .stale: "stale"
        case .empty: "empty"
        case .deferred: "deferred"
        case .error: "error"
        }
    }
}

/// Why a widget's items could not be loaded, and how to retry.
struct WidgetError: Hashable, Sendable {
    enum Code: String, Sendable, CaseIterable {
        /// The store did not answer.
        case storeUnavailable = "store_unavailable"
        /// The recommendation service failed.
        case upstreamUnavailable = "upstream_unavailable"
        /// The recommendation service is overloaded.
        case upstreamOverloaded = "upstream_overloaded"
        /// The recommendation service did not answer in time.
        case upstreamTimeout = "upstream_timeout"
        /// The source did not finish in time.
        case sourceTimeout = "source_timeout"
    }

    let code: Code
    let message: String
    let retryAfter: Int?
    let retry: String

    /// An error with a localized `message`; `retry` is the URL to load again, in `retryAfter` seconds if known.
    init(code: Code, message: String, retryAfter: Int? = nil, retry: String) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.retry = retry
    }
}
