import Localization

/// One section of a home: a header, a layout, a state, metrics and items.
public struct Widget: Sendable {
    /// What frames the items.
    public let frame: WidgetFrame
    /// What stands beside the header's title, where there is something to count.
    public let badge: Badge?
    /// The filters that a client can choose from; none where the widget has none.
    public let filters: [Chip]
    /// The orders that a client can choose from; none where the widget has none.
    public let sorts: [Chip]
    /// What became of the load.
    public let state: WidgetState
    /// The kind of source that stands in for the widget's own, where that is of no use.
    public let fallback: String?
    /// The items; none where the state is `empty`, `deferred` or `error`.
    public let items: [Item]
    /// How many items stand before the first of ``items``, on the pages before this one.
    public let firstRank: Int
    /// Where the rest of the items is, if there are more.
    public let loadMore: String?
    /// Its token, which those of its items begin with.
    public let tracking: TrackingToken
    /// The words that it is in, and that its items' marks are told in.
    public let localizer: Localizer

    /// The token that says which items the client shows, once it shows the widget; `nil` for a part of a home.
    public var shown: String?

    /// Why it is as it is, where that was asked for of the widget alone.
    public var explanation: Explanation?

    /// A widget of these parts.
    public init(
        frame: WidgetFrame,
        badge: Badge? = nil,
        filters: [Chip] = [],
        sorts: [Chip] = [],
        state: WidgetState,
        fallback: String? = nil,
        items: [Item] = [],
        firstRank: Int = 0,
        loadMore: String? = nil,
        tracking: TrackingToken,
        localizer: Localizer
    ) {
        self.frame = frame
        self.badge = badge
        self.filters = filters
        self.sorts = sorts
        self.state = state
        self.fallback = fallback
        self.items = items
        self.firstRank = firstRank
        self.loadMore = loadMore
        self.tracking = tracking
        self.localizer = localizer
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
