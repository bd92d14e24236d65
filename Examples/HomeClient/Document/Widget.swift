/// A widget of a home, or the response of `GET /home/widgets/{id}`: a single widget or its next page.
struct Widget: Decodable, Identifiable, Sendable {
    let id, title, layout: String
    /// A hash of header, layout, metrics and footer, except their position.
    let revision: String
    let state: WidgetState
    var header: Bar
    var metrics: Metrics
    let badge: Badge?
    let items: [Item]
    /// The next page; absent on the last one.
    let loadMore: LoadMore?
    var footer: Bar?
    /// In a single widget: see `Home.shown`.
    let shown: String?

    struct Badge: Decodable, Hashable, Sendable { let text: String }

    private enum Key: CodingKey {
        case id, title, layout, revision, header, metrics, badge, items, loadMore, footer, shown
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        layout = try container.decode(String.self, forKey: .layout)
        revision = try container.decode(String.self, forKey: .revision)
        state = try WidgetState(from: decoder)
        header = try container.decode(Bar.self, forKey: .header)
        metrics = try container.decode(Metrics.self, forKey: .metrics)
        badge = try container.decodeIfPresent(Badge.self, forKey: .badge)
        items = try container.decode([Item].self, forKey: .items)
        loadMore = try container.decodeIfPresent(LoadMore.self, forKey: .loadMore)
        footer = try container.decodeIfPresent(Bar.self, forKey: .footer)
        shown = try container.decodeIfPresent(String.self, forKey: .shown)
    }
}

/// The next page, and the row below the items of a list or a grid that offers it.
struct LoadMore: Decodable, Hashable, Sendable {
    let href: String
    let metrics: Bar.BarMetrics?
}

/// A URL relative to the server's.
struct Link: Decodable, Hashable, Sendable { let href: String }
