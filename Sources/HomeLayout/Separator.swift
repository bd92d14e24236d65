/// The line between two rows, one pixel thick, over the lower edge of the upper row; it takes no space.
public struct Separator: Hashable, Sendable {
    /// The distance of the line from the leading edge of the screen, in points.
    var leading: Points
    /// The distance of the line from the trailing edge of the screen, in points.
    var trailing: Points
    /// The name that clients map to a colour of their own; `nil` for their default.
    var style: String?

    /// A line at these distances from the screen's edges.
    public init(leading: Points, trailing: Points, style: String? = nil) {
        self.leading = leading
        self.trailing = trailing
        self.style = style
    }
}

/// The line between two columns, one pixel thick, in the middle of the space between them.
public struct ColumnSeparator: Hashable, Sendable {
    /// The distance of the line from the upper edge of the first row, in points.
    var top: Points
    /// The distance of the line from the lower edge of the last row, in points.
    var bottom: Points
    /// The name that clients map to a colour of their own; `nil` for their default.
    var style: String?

    /// A line at these distances from the edges of the rows.
    public init(top: Points, bottom: Points, style: String? = nil) {
        self.top = top
        self.bottom = bottom
        self.style = style
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
    /// The name of its style; `nil` for the client's default.
    public let style: String?

    init(_ separator: Separator, on grid: PixelGrid) {
        leading = grid.snapped(separator.leading)
        trailing = grid.snapped(separator.trailing)
        thickness = grid.points(1)
        style = separator.style
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
    /// The name of its style; `nil` for the client's default.
    public let style: String?

    /// - Parameter columnSpacing: The space between two columns, in pixels.
    init(_ separator: ColumnSeparator, columnSpacing: Int, on grid: PixelGrid) {
        top = grid.snapped(separator.top)
        bottom = grid.snapped(separator.bottom)
        offset = grid.points(max(0, columnSpacing - 1) / 2)
        thickness = grid.points(1)
        style = separator.style
    }
}
