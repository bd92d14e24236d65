/// The line between two rows, one pixel thick, over the lower edge of the upper row; it takes no space.
public struct Separator: Hashable, Sendable {
    /// From the leading edge of the screen.
    var leading: Points
    /// From the trailing edge of the screen.
    var trailing: Points
    /// The name of its colour; `nil` for the client's own.
    var color: String?

    public init(leading: Points, trailing: Points, color: String? = nil) {
        self.leading = leading
        self.trailing = trailing
        self.color = color
    }
}

/// The line between two columns, one pixel thick, in the middle of the space between them.
public struct ColumnSeparator: Hashable, Sendable {
    /// From the upper edge of the first row.
    var top: Points
    /// From the lower edge of the last row.
    var bottom: Points
    /// The name of its colour; `nil` for the client's own.
    var color: String?

    public init(top: Points, bottom: Points, color: String? = nil) {
        self.top = top
        self.bottom = bottom
        self.color = color
    }
}

/// A ``Separator`` on the device's pixel grid.
public struct SeparatorMetrics: Hashable, Sendable {
    public let leading: Points
    public let trailing: Points
    /// One device pixel.
    public let thickness: Points
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
    public let top: Points
    public let bottom: Points
    /// From the trailing edge of the column before the line.
    public let offset: Points
    /// One device pixel.
    public let thickness: Points
    public let color: String?

    /// - Parameter columnSpacing: In pixels.
    init(_ separator: ColumnSeparator, columnSpacing: Int, on grid: PixelGrid) {
        top = grid.snapped(separator.top)
        bottom = grid.snapped(separator.bottom)
        offset = grid.points(max(0, columnSpacing - 1) / 2)
        thickness = grid.points(1)
        color = separator.color
    }
}
