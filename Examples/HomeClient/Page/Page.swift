/// What is on screen: a home, with all that was loaded into it since.
struct Page: Sendable {
    let segments: [Home.Segment]
    private(set) var sections: [Section]
    /// In points.
    private(set) var contentHeight: Double
    /// The newest `shown` token. Each href is loaded with it, so that the server repeats no item.
    private(set) var shown: String?

    /// A fresh home starts over: with its own items and its own token.
    init(_ home: Home) {
        segments = home.segments
        sections = home.homeWidgets.map { Section($0, items: $0.items) }
        contentHeight = home.contentHeight
        shown = home.shown
    }

    subscript(id: SectionID) -> Section? { sections.first { $0.id == id } }

    /// Adds the next page of a section.
    mutating func append(_ page: Widget) {
        change(page) { section, items in section.append(page, items: items) }
    }

    /// Puts a widget that was deferred, or had failed, in its place.
    mutating func replace(with widget: Widget) {
        change(widget) { section, items in section.replace(with: widget, items: items) }
    }

    /// Forgets the token, which the server refuses.
    mutating func dropShown() { shown = nil }

    /// Pages that were loaded in parallel may overlap: an item that is on the page already is dropped from the later one.
    private mutating func change(_ loaded: Widget, _ change: (inout Section, [Item]) -> Void) {
        guard let index = sections.firstIndex(where: { $0.id.widget == loaded.id }) else { return }
        var known = Set(sections.flatMap(\.items).map(\.id))
        let items = loaded.items.filter { known.insert($0.id).inserted }
        let height = sections[index].widget.metrics.height
        change(&sections[index], items)
        let growth = sections[index].widget.metrics.height - height
        sections[index].move(by: 0, growth: growth)
        for below in sections.indices.dropFirst(index + 1) { sections[below].move(by: growth, growth: 0) }
        contentHeight += growth
        shown = loaded.shown ?? shown
    }
}
