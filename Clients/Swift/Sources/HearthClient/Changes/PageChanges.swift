/// The changes from one page to another, for a list view that animates them.
///
/// A section is a widget: its content is its revision, state, badge and chips. A cell is an item of a widget: its content
/// is its revision and size. Their places are no content.
public struct PageChanges: Hashable, Sendable {
    public let sections: ListChanges
    /// By widget: the cells of the kept sections that have changes.
    public let items: [String: ListChanges]
    /// How each element of the two pages appears, moves or disappears.
    public let transitions: [PageElement: ElementTransition]

    public init(from old: Page, to new: Page, at offset: ScrollOffset = ScrollOffset()) {
        sections = ListChanges(from: old.sections, to: new.sections)
        items = new.widgets.reduce(into: [:]) { items, widget in
            guard let former = old[widget.id] else { return }
            let changes = ListChanges(from: former.cells, to: widget.cells)
            if !changes.isEmpty { items[widget.id] = changes }
        }
        transitions = Transitions(from: old, to: new, at: offset).all
    }
}

extension Page {
    fileprivate var sections: [ListChanges.Element] {
        widgets.map { ($0.id, [$0.revision, $0.state, $0.badge, $0.chips]) }
    }
}

extension Widget {
    fileprivate var cells: [ListChanges.Element] { items.map { ($0.id, [$0.revision, metrics.itemSize]) } }
}
