/// A widget of a home, or the response of `GET /home/widgets/{id}`: a widget alone or its next page.
public struct Widget: Decodable, Hashable, Identifiable, Sendable {
    public let id: String, state: WidgetState
    /// Absent in a widget loaded alone.
    public internal(set) var position: Position?
    public let title, background, selectedBackground, downgradedFrom, fallback: String?
    public let layout, revision, contentRevision, tracking: String
    public let dismissible: Bool?
    public let header: Header, badge: Badge?, footer: Footer?
    @Lossy public private(set) var filters: [Chip]
    @Lossy public private(set) var sorts: [Chip]
    public internal(set) var metrics: Metrics
    /// Of stale items, in seconds.
    public let age: Int?
    /// Loads a deferred widget, which may become shorter then.
    public let href: String?, mayShrink: Bool?
    public let error: LoadError?, retry: Retry?
    public internal(set) var map: MapContent?
    @Lossy public internal(set) var items: [Item]
    public internal(set) var loadMore: LoadMore?
    /// In a widget loaded alone: replaces the token of the home.
    public internal(set) var shown: String?

    public var chips: [Chip] { filters + sorts }

    /// Whether it could not be loaded.
    var isFailed: Bool { state == .error || state == .deferred }

    /// Loads a deferred widget, or one of which a part failed.
    public var pendingHref: String? {
        state == .deferred ? href : retry?.href ?? items.lazy.compactMap(\.retry?.href).first
    }
}

/// The tops of a widget's header, first row and footer on the page.
public struct Position: Decodable, Hashable, Sendable { public var header, items: Double, footer: Double? }

public struct Badge: Decodable, Hashable, Sendable { public let count: Int?, text: String }

/// A filter or an order. Its `href` loads the widget with the chip switched on or off.
public struct Chip: Decodable, Hashable, Identifiable, Sendable {
    public let id, title: String, selected: Bool, href: String
}

/// Why a widget or a part of it could not be loaded. `retryAfter` is in seconds.
public struct LoadError: Decodable, Hashable, Sendable { public let code, message: String, retryAfter: Double? }

/// The `href` is relative to the server's URL, as all are.
public struct Retry: Decodable, Hashable, Sendable { public let href: String }

/// The next page, and the row that offers it below a vertical widget.
public struct LoadMore: Decodable, Hashable, Sendable { public let href: String, metrics: BarMetrics? }
