/// The geometry of a widget's items.
public struct Metrics: Decodable, Hashable, Sendable {
    /// Of all rows, with the spaces between them.
    public internal(set) var height: Double, rows: Int
    public let visibleItems: Double
    /// Of a vertical widget.
    public let columns: Int?
    public let rowHeight, columnSpacing, rowSpacing: Double
    public let itemSize: Size, imageSize: Size?, cornerRadius: Double?
    public let caption: CaptionMetrics?, note: NoteMetrics?
    public let contentInsets: Insets
    public let separator: Separator?, columnSeparator: ColumnSeparator?
    public let scroll: Scroll, itemOrder: ItemOrder?

    var fillsRows: Bool { itemOrder.map { $0 == .row } ?? (scroll != .horizontal) }

    /// Makes room for `count` items, if the layout grows downwards.
    mutating func grow(to count: Int) {
        guard scroll == .vertical, count > 0 else { return }
        rows = Self.lines(of: count, across: columns ?? 1)
        height = Double(rows) * (rowHeight + rowSpacing) - rowSpacing
    }

    /// The number of rows with `across` items each, or of columns, that `count` items fill.
    static func lines(of count: Int, across: Int) -> Int { (count + max(1, across) - 1) / max(1, across) }
}

/// The height is with the padding, and with a note in the caption.
public struct CaptionMetrics: Decodable, Hashable, Sendable {
    public let position: CaptionPosition, height: Double, padding: Insets
    @Lossy public private(set) var lines: [TextLine]
}

/// The text that concerns the user: below the caption's lines, or a label over the image's lower leading corner,
/// `inset` from its edges.
public struct NoteMetrics: Decodable, Hashable, Sendable {
    public let position: NotePosition, style: String, lineHeight, height: Double, maxLines: Int
    public let inset: Double?, padding: Insets?
}

/// The line between two rows, over the lower edge of the upper one. `leading` and `trailing` are from the page's edges.
public struct Separator: Decodable, Hashable, Sendable {
    public let leading, trailing, thickness: Double, color: String?
}

/// The line between two columns: `top` and `bottom` are from the edges of all rows, `offset` from the column before it.
public struct ColumnSeparator: Decodable, Hashable, Sendable {
    public let top, bottom, offset, thickness: Double, color: String?
}

public struct Size: Decodable, Hashable, Sendable { public let width, height: Double }

public struct Insets: Decodable, Hashable, Sendable { public let top, leading, bottom, trailing: Double }
