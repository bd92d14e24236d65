/// The geometry of a widget's items, in points.
struct Metrics: Decodable, Hashable, Sendable {
    /// The top of the first row on the page; absent in a single widget.
    var y: Double?
    var height: Double
    var rows: Int
    /// The columns of a layout that grows downwards.
    let columns: Int?
    let rowHeight, columnSpacing, rowSpacing: Double
    let itemSize: Size
    /// Absent where the layout shows no images.
    let imageSize: Size?
    /// Absent where the layout shows no text.
    let caption: Caption?
    let contentInsets: Insets
    let scroll: Scroll
    /// Absent where all items are in one area, such as a map.
    let itemOrder: ItemOrder?

    enum Scroll: String, Decodable, Sendable { case horizontal, vertical, none }

    /// What the items fill one after another.
    enum ItemOrder: String, Decodable, Sendable { case row, column }
}

/// A header or a footer.
struct Bar: Decodable, Hashable, Sendable {
    let title, subtitle, href: String?
    var metrics: BarMetrics

    struct BarMetrics: Decodable, Hashable, Sendable {
        /// The top on the page; absent in a single widget.
        var y: Double?
        let height: Double
        let padding: Insets
        /// The title, then the subtitle; absent without a title.
        let lines: [TextLine]?
    }
}

struct Size: Decodable, Hashable, Sendable { let width, height: Double }

struct Insets: Decodable, Hashable, Sendable { let top, leading, bottom, trailing: Double }

/// A rectangle, from the leading upper corner of the widget's first row.
struct Frame: Hashable, Sendable { let leading, top, width, height: Double }

extension Metrics {
    /// The frame of the item at `index`.
    func frame(at index: Int) -> Frame {
        let (column, row): (Int, Int) =
            switch itemOrder {
            case .row: (index % (columns ?? 1), index / (columns ?? 1))
            case .column: (index / rows, index % rows)
            case nil: (0, 0)
            }
        return Frame(
            leading: contentInsets.leading + Double(column) * (itemSize.width + columnSpacing),
            top: Double(row) * (rowHeight + rowSpacing),
            width: itemSize.width,
            height: itemSize.height
        )
    }

    /// The metrics with room for `count` items, if the layout grows downwards.
    func grown(to count: Int) -> Metrics {
        guard scroll == .vertical, let columns, count > 0 else { return self }
        var grown = self
        grown.rows = (count + columns - 1) / columns
        grown.height = Double(grown.rows) * (rowHeight + rowSpacing) - rowSpacing
        return grown
    }
}
