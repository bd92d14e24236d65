/// A widget on the page with all items loaded so far.
struct Section: Identifiable, Sendable {
    private(set) var widget: Widget
    private(set) var items: [Item]
    /// The next page; absent after the last one.
    private(set) var loadMore: LoadMore?

    init(_ widget: Widget, items: [Item]) {
        self.widget = widget
        self.items = items
        loadMore = widget.loadMore
    }

    var id: SectionID { SectionID(widget: widget.id) }

    /// The height of the items and of the row that offers more.
    var height: Double { widget.metrics.height + (loadMore?.metrics?.height ?? 0) }

    /// The URL that loads a deferred section or retries a failed one.
    var pending: String? {
        switch widget.state {
        case .deferred(let href), .failed(_, let href, _): href
        case .loaded, .stale, .empty: nil
        }
    }

    /// Adds the next page.
    mutating func append(_ page: Widget, items more: [Item]) {
        items += more
        loadMore = page.loadMore
        widget.metrics = widget.metrics.grown(to: items.count)
    }

    /// Replaces the content by a widget loaded alone; header, footer and position stay.
    mutating func replace(with alone: Widget, items: [Item]) {
        var loaded = alone
        loaded.header = widget.header
        loaded.footer = widget.footer
        loaded.metrics.y = widget.metrics.y
        self = Section(loaded, items: items)
    }

    /// Moves the section down by `shift` points, and its footer by `growth` more.
    mutating func move(by shift: Double, growth: Double) {
        widget.header.metrics.y? += shift
        widget.metrics.y? += shift
        widget.footer?.metrics.y? += shift + growth
    }
}
