/// The identities of what is on screen, in order, and apart from them the content: what a diffable data source is given.
struct Snapshot: Equatable, Sendable {
    private(set) var sections: [SectionID] = []
    private(set) var cells: [SectionID: [CellID]] = [:]
    private(set) var sectionContents: [SectionID: SectionContent] = [:]
    private(set) var cellContents: [CellID: CellContent] = [:]

    init() {}

    init(_ page: Page) {
        for section in page.sections {
            sections.append(section.id)
            sectionContents[section.id] = SectionContent(section.widget)
            cells[section.id] = section.items.map { item in
                let id = CellID(widget: section.widget.id, item: item.id)
                cellContents[id] = CellContent(revision: item.revision, size: section.widget.metrics.itemSize)
                return id
            }
        }
    }
}

/// What a section draws besides its cells. The revision does not cover the place on the page, the state and the badge.
struct SectionContent: Hashable, Sendable {
    let revision: String
    let state: WidgetState
    let badge: Widget.Badge?
    let metrics: Metrics
    let header: Bar
    let footer: Bar?

    init(_ widget: Widget) {
        revision = widget.revision
        state = widget.state
        badge = widget.badge
        metrics = widget.metrics
        header = widget.header
        footer = widget.footer
    }
}

/// What a cell draws, by the hash of it, in the size that it has.
struct CellContent: Hashable, Sendable {
    let revision: String
    let size: Size
}
