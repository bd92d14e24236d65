/// A home with everything loaded into it since.
struct Page: Sendable {
    let segments: [Home.Segment]
    /// The type of all texts, by the names in metrics.
    let textStyles: [String: TextStyle]
    private(set) var sections: [Section]
    /// In points.
    private(set) var contentHeight: Double
    /// The newest `shown` token. Hrefs are loaded with it, so that the server repeats no item.
    private(set) var shown: String?

    /// The page of a new home.
    init(_ home: Home) {
        segments = home.segments
        textStyles = home.textStyles
        sections = home.homeWidgets.map { Section($0, items: $0.items) }
        contentHeight = home.contentHeight
        shown = home.shown
    }

    subscript(id: SectionID) -> Section? { sections.first { $0.id == id } }

    /// Adds the next page of a section.
    mutating func append(_ page: Widget) {
        change(page) { section, items in section.append(page, items: items) }
    }

    /// Replaces a deferred or failed section.
    mutating func replace(with widget: Widget) {
        change(widget) { section, items in section.replace(with: widget, items: items) }
    }

    /// Drops a token that the server rejects.
    mutating func dropShown() { shown = nil }

    /// Pages loaded in parallel may overlap: items that are on the page already are dropped.
    private mutating func change(_ loaded: Widget, _ change: (inout Section, [Item]) -> Void) {
        guard let index = sections.firstIndex(where: { $0.id.widget == loaded.id }) else { return }
        var known = Set(sections.flatMap(\.items).map(\.id))
        let items = loaded.items.filter { known.insert($0.id).inserted }
        let height = sections[index].height
        change(&sections[index], items)
        let growth = sections[index].height - height
        sections[index].move(by: 0, growth: growth)
        for below in sections.indices.dropFirst(index + 1) { sections[below].move(by: growth, growth: 0) }
        contentHeight += growth
        shown = loaded.shown ?? shown
    }
}
