import Bytes
import HomeLayout
import Localization

/// One section of a home: a header, a layout, a state, metrics and items.
public struct Widget: Sendable {
    let frame: WidgetFrame
    var header = Header.empty
    /// The number beside the header's title.
    var badge: Badge?
    var filters: [Chip] = []
    /// The sort orders that the client offers.
    var sorts: [Chip] = []
    /// The result of loading the items.
    let state: WidgetState
    /// The kind of source that replaced the widget's own source.
    public internal(set) var fallback: String?
    /// The items; empty if ``state`` is `empty`, `deferred` or `error`.
    public internal(set) var items: ItemList = []
    /// The region and the clusters of a map; `nil` for other layouts, and if no item has a place.
    public internal(set) var map: MapRegion?
    /// The number of items on the pages before this one.
    var firstRank = 0
    /// The URL of the next page, if there is one, as bytes that need no escaping.
    var loadMore: [UInt8]?
    /// The tracking token, which begins those of the items.
    let tracking: TrackingToken
    /// Whether users can dismiss the widget.
    var isDismissible = false
    public let localizer: Localizer

    /// The token of the items that the client shows after it shows the widget, as bytes that need no escaping; `nil`
    /// within a home.
    public var shown: [UInt8]?
    /// Why the widget has this content; `nil` unless requested for the widget alone.
    public var explanation: Explanation?

    /// The revision of the frame and the header.
    ///
    /// It covers neither items, state nor badge, so that a changed item does not animate the header, nor the position,
    /// so that a widget that grows does not change those below it.
    var revision: Revision {
        Revision {
            $0.combine(frame.parts.revision)
            $0.combine(header.revision)
        }
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
    /// In the document's language.
    let message: String
    /// The seconds after which a client may load `retry`.
    let retryAfter: Int
    /// The URL to load again.
    let retry: String
}
