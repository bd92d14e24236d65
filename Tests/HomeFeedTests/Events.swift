import Catalogue

@testable import HomeFeed

extension World {
    /// The user sees the items `times` times, now or earlier.
    func show(_ items: [String], to user: String, times: Int = 1, in widget: String = "list", at time: Instant? = nil)
        throws
    {
        for _ in 0..<times {
            try report(ids(items).map { .shown($0) }, by: user, in: widget, at: time)
        }
    }

    /// The user acts on the widget's items, now or earlier.
    func act(_ actions: UserAction..., by user: String, in widget: String = "list", at time: Instant? = nil) throws {
        try report(actions.map { .action($0) }, by: user, in: widget, at: time)
    }

    private func report(
        _ contents: [ReportedEvent.Content],
        by id: String,
        in widget: String,
        at time: Instant?
    ) throws {
        let place = EventOrigin(widget: WidgetID(segment: "homes", widget: widget), rank: 0)
        let snapshot = try snapshot
        let events = contents.map { content in
            var price: Money?
            if case .action(.opened(let id, _)) = content {
                price = snapshot.row(of: id).flatMap { snapshot.price(of: $0) }
            }
            if case .action(.saved(let id)) = content {
                price = snapshot.row(of: id).flatMap { snapshot.price(of: $0) }
            }
            return ReportedEvent(content, at: time ?? now, origin: place, price: price)
        }
        store.record(events, by: try user(id))
    }
}

/// The item, such as `listing:h1`.
func item(_ id: String) -> CatalogueItem.ID { ids(id)[0] }

/// A widget of the items of a source.
func list(_ source: String, _ members: String = "", id: String = "list", limit: Int = 3) -> String {
    """
    {"id": "\(id)", "title": "A list", "layout": "HomeWidgetProductL", "source": \(source), "limit": \(limit)\(members)}
    """
}
