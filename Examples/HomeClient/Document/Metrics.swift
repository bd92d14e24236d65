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
    let contentInsets: Insets
    let scroll: Scroll

    enum Scroll: String, Decodable, Sendable { case horizontal, vertical, none }
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
    }
}

struct Size: Decodable, Hashable, Sendable { let width, height: Double }

struct Insets: Decodable, Hashable, Sendable { let top, leading, bottom, trailing: Double }

extension Metrics {
    /// The metrics with room for `count` items, if the layout grows downwards.
    func grown(to count: Int) -> Metrics {
        guard scroll == .vertical, let columns, count > 0 else { return self }
        var grown = self
        grown.rows = (count + columns - 1) / columns
        grown.height = Double(grown.rows) * (rowHeight + rowSpacing) - rowSpacing
        return grown
    }
}
