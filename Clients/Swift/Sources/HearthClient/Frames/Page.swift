/// A home with the widgets and pages that were loaded into it since.
public struct Page: Hashable, Sendable {
    public private(set) var home: Home

    public init(_ home: Home) {
        self.home = home
        self.home.homeWidgets.removeAll { $0.position == nil }
    }

    public var widgets: [Widget] { home.homeWidgets }

    public subscript(id: String) -> Widget? { widgets.first { $0.id == id } }

    /// Adds the next page of a widget. Pages that were loaded in parallel may overlap: items that are on the page
    /// already are dropped.
    public mutating func append(_ next: Widget) {
        guard !next.isFailed, var widget = self[next.id] else { return }
        var known = Set(widgets.flatMap(\.items).map(\.id))
        widget.items += next.items.filter { known.insert($0.id).inserted }
        if let map = next.map { widget.map?.region.formUnion(map.region) }
        widget.map?.clusters = []
        widget.loadMore = next.loadMore
        widget.metrics.grow(to: widget.items.count)
        update(widget, shown: next.shown)
    }

    /// Replaces a widget by the same one loaded alone.
    /// - Parameter isChoice: A chip loaded it: it is complete. Of another one, items that other widgets have are dropped.
    public mutating func replace(_ loaded: Widget, isChoice: Bool = false) {
        var widget = loaded
        let others = widgets.lazy.filter { $0.id != loaded.id }
        let known = isChoice ? [] : Set(others.flatMap(\.items).map(\.id))
        widget.items.removeAll { known.contains($0.id) }
        if widget.items.count < loaded.items.count { widget.map?.clusters = [] }
        update(widget, shown: loaded.shown)
    }

    mutating func dropShown() { home.shown = nil }

    /// Puts the widget in its place, and moves everything below it by the change of its height.
    private mutating func update(_ widget: Widget, shown: String?) {
        guard let index = widgets.firstIndex(where: { $0.id == widget.id }), let top = widgets[index].position?.header
        else { return }
        let (edges, growth) = (widget.edges, widget.edges.bottom - widgets[index].edges.bottom)
        let footer = widget.footer.map { _ in top + edges.footer }
        home.homeWidgets[index] = widget
        home.homeWidgets[index].position = Position(header: top, items: top + edges.items, footer: footer)
        for below in widgets.indices.dropFirst(index + 1) { home.homeWidgets[below].position?.move(by: growth) }
        home.contentHeight += growth
        home.shown = shown ?? home.shown
    }
}

extension Widget {
    /// The first row, the footer and the end, from the top of the header.
    fileprivate var edges: (items: Double, footer: Double, bottom: Double) {
        let items = header.metrics.height + metrics.contentInsets.top
        let footer = items + metrics.height + metrics.contentInsets.bottom + (loadMore?.metrics?.height ?? 0)
        return (items, footer, footer + (self.footer?.metrics.height ?? 0))
    }
}

extension Position {
    fileprivate mutating func move(by growth: Double) {
        self = Position(header: header + growth, items: items + growth, footer: footer.map { $0 + growth })
    }
}
