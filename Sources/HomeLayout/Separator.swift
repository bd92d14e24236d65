/// The line between two rows, one pixel thick, over the lower edge of the upper row; it takes no space.
public struct Separator: Hashable, Sendable {
    /// The distance of the line from the leading edge of the screen, in points.
    var leading: Points
    /// The distance of the line from the trailing edge of the screen, in points.
    var trailing: Points
    /// The name of its colour; `nil` for the client's own.
    var color: String?

    /// A line at these distances from the screen's edges.
    public init(leading: Points, trailing: Points, color: String? = nil) {
        self.leading = leading
        self.trailing = trailing
        self.color = color
    }
}

/// The line between two columns, one pixel thick, in the middle of the space between them.
public struct ColumnSeparator: Hashable, Sendable {
    /// The distance of the line from the upper edge of the first row, in points.
    var top: Points
    /// The distance of the line from the lower edge of the last row, in points.
    var bottom: Points
    /// The name of its colour; `nil` for the client's own.
    var color: String?

    /// A line at these distances from the edges of the rows.
    public init(top: Points, bottom: Points, color: String? = nil) {
        self.top = top
        self.bottom = bottom
        self.color = color
    }
}

/// The line between two rows, on the device's pixel grid, over the lower edge of the upper row.
public struct SeparatorMetrics: Hashable, Sendable {
    /// The distance from the leading edge of the screen, in points.
    public let leading: Points
    /// The distance from the trailing edge of the screen, in points.
    public let trailing: Points
    /// One device pixel, in points.
    public let thickness: Points
    /// The name of its colour; `nil` for the client's own.
    public let color: String?

    init(_ separator: Separator, on grid: PixelGrid) {
        leading = grid.snapped(separator.leading)
        trailing = grid.snapped(separator.trailing)
        thickness = grid.points(1)
        color = separator.color
    }
}

/// The line between two columns, on the device's pixel grid.
public struct ColumnSeparatorMetrics: Hashable, Sendable {
    /// The distance from the upper edge of the first row, in points.
    public let top: Points
    /// The distance from the lower edge of the last row, in points.
    public let bottom: Points
    /// The distance from the trailing edge of the column before it, in points.
    public let offset: Points
    /// One device pixel, in points.
    public let thickness: Points
    /// The name of its colour; `nil` for the client's own.
    public let color: String?

    /// - Parameter columnSpacing: The space between two columns, in pixels.
    init(_ separator: ColumnSeparator, columnSpacing: Int, on grid: PixelGrid) {
        top = grid.snapped(separator.top)
        bottom = grid.snapped(separator.bottom)
        offset = grid.points(max(0, columnSpacing - 1) / 2)
        thickness = grid.points(1)
        color = separator.color
    }
}
