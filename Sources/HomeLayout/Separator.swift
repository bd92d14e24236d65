/// The line between two rows or two columns, one pixel thick. Between rows, it is over the lower edge of the upper row
/// and takes no space; between columns, it is in the middle of the space between them.
public struct Separator: Hashable, Sendable {
    /// From the leading edge of the screen; between columns, from the upper edge of the first row.
    var start: Points
    /// From the trailing edge of the screen; between columns, from the lower edge of the last row.
    var end: Points
    /// The name of its colour; `nil` for the client's own.
    var color: String?

    public init(start: Points, end: Points, color: String? = nil) {
        self.start = start
        self.end = end
        self.color = color
    }
}

/// A ``Separator`` on a device's pixels.
public struct SeparatorMetrics: Hashable, Sendable {
    public let start: Points
    public let end: Points
    /// From the trailing edge of the column before the line; `nil` between rows.
    public let offset: Points?
    /// One device pixel.
    public let thickness: Points
    public let color: String?

    /// - Parameter columnSpacing: Between the columns, in pixels; `nil` between rows.
    init(_ separator: Separator, columnSpacing: Int? = nil, on device: Device) {
        start = device.snapped(separator.start)
        end = device.snapped(separator.end)
        offset = columnSpacing.map { device.points(max(0, $0 - 1) / 2) }
        thickness = device.points(1)
        color = separator.color
    }
}
