/// The ids on the page in order and, separately, their contents: the input of a diffable data source.
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

/// The content of a section besides its cells. The revision does not cover position, state and badge.
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

/// The content of a cell: its hash and its size.
struct CellContent: Hashable, Sendable {
    let revision: String
    let size: Size
}

/// The id of a section: its widget's id, whatever its position and content.
struct SectionID: Hashable, Sendable { let widget: String }

/// The id of a cell: the item in its widget. Contents are separate, so that a changed content reconfigures the cell.
struct CellID: Hashable, Sendable { let widget, item: String }
