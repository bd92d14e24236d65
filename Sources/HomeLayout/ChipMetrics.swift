/// The solved geometry of a row of chips: the filters and orders of a widget, which scroll horizontally.
public struct ChipMetrics: Hashable, Sendable {
    /// Between the text above and the chips.
    public let spacing: Points
    public let height: Points
    public let padding: Points
    public let columnSpacing: Points
    public let line: LineMetrics

    /// - Parameter room: The width of the row without scrolling, in pixels.
    init(_ style: TextStyle, isAlone: Bool, across room: Int, on grid: PixelGrid) {
        spacing = isAlone ? 0 : grid.snapped(8)
        padding = grid.snapped(12)
        line = LineMetrics(style, count: 1, of: 1, across: room - 2 * grid.pixels(padding), on: grid)
        height = grid.points(grid.pixels(line.lineHeight) + 2 * grid.pixels(7))
        columnSpacing = grid.snapped(8)
    }
}
