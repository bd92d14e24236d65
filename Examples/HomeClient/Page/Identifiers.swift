/// The identity of a section: that of its widget, wherever it is on the page and whatever it shows.
struct SectionID: Hashable, Sendable { let widget: String }

/// The identity of a cell: the item in its widget. Its content is apart, in `Snapshot`, so that a change of the content
/// reconfigures the cell and neither deletes nor inserts it.
struct CellID: Hashable, Sendable { let widget, item: String }
