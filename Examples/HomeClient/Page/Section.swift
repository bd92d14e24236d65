/// A widget on the page, with all of its items that have been loaded.
struct Section: Identifiable, Sendable {
    private(set) var widget: Widget
    private(set) var items: [Item]
    /// Where the next page is; absent behind the last one.
    private(set) var next: String?

    init(_ widget: Widget, items: [Item]) {
        self.widget = widget
        self.items = items
        next = widget.loadMore?.href
    }

    var id: SectionID { SectionID(widget: widget.id) }

    /// What loads the items of a widget that has none yet, or tries again.
    var pending: String? {
        switch widget.state {
        case .deferred(let href), .failed(_, let href, _): href
        case .loaded, .stale, .empty: nil
        }
    }

    /// Adds the next page.
    mutating func append(_ page: Widget, items more: [Item]) {
        items += more
        next = page.loadMore?.href
        widget.metrics = widget.metrics.grown(to: items.count)
    }

    /// Puts what was loaded alone in this section's place on the page. The header and the footer stay, and so does their place.
    mutating func replace(with alone: Widget, items: [Item]) {
        var loaded = alone
        loaded.header = widget.header
        loaded.footer = widget.footer
        loaded.metrics.y = widget.metrics.y
        self = Section(loaded, items: items)
    }

    /// Moves it down by `shift` points, and its footer by `growth` more.
    mutating func move(by shift: Double, growth: Double) {
        widget.header.metrics.y? += shift
        widget.metrics.y? += shift
        widget.footer?.metrics.y? += shift + growth
    }
}
