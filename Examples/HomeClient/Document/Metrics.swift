/// Where a widget's items are, in points.
struct Metrics: Decodable, Hashable, Sendable {
    /// The top of the first row on the page; absent in a widget alone.
    var y: Double?
    var height: Double
    var rows: Int
    /// Of a layout that grows downwards; absent in the others.
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
        /// The top on the page; absent in a widget alone.
        var y: Double?
        let height: Double
        let padding: Insets
    }
}

struct Size: Decodable, Hashable, Sendable { let width, height: Double }

struct Insets: Decodable, Hashable, Sendable { let top, leading, bottom, trailing: Double }

extension Metrics {
    /// The same with room for `count` items, where the layout grows downwards.
    func grown(to count: Int) -> Metrics {
        guard scroll == .vertical, let columns, count > 0 else { return self }
        var grown = self
        grown.rows = (count + columns - 1) / columns
        grown.height = Double(grown.rows) * (rowHeight + rowSpacing) - rowSpacing
        return grown
    }
}
