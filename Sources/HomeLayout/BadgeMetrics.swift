/// The solved geometry of a header's badge.
public struct BadgeMetrics: Hashable, Sendable {
    public enum Position: String, Sendable {
        case beside
        case below
    }

    /// Below the title if both do not fit into one line.
    public let position: Position
    /// Between the title and the badge.
    public let spacing: Points
    public let height: Points
    public let padding: Points
    public let line: LineMetrics
    /// The widest title beside which there is room for it, in units of ``AdvanceWidths``; negative for none.
    let titleRoom: Int

    /// The most lines of a badge below the title.
    private static let maximumLines = 3

    /// - Parameter room: The width of a line, in pixels.
    init(_ badge: BarStyle.Badge, _ position: Position, title: TextStyle, across room: Int, on grid: PixelGrid) {
        let padding = grid.pixels(8)
        let width = badge.style.pixels(across: badge.longest, on: grid) + 2 * padding
        let isBeside = position == .beside
        let titleWidth = room - grid.pixels(8) - width
        titleRoom = titleWidth < 0 ? -1 : title.units(across: titleWidth, on: grid)
        let lineWidth = room - 2 * padding
        let count = badge.longest.lines(of: badge.style.units(across: lineWidth, on: grid))
        self.position = position
        spacing = grid.snapped(isBeside ? 8 : 4)
        self.padding = grid.points(padding)
        line = LineMetrics(
            badge.style,
            count: isBeside ? 1 : min(count, Self.maximumLines),
            of: Self.maximumLines,
            across: lineWidth,
            on: grid
        )
        height = grid.points(grid.pixels(line.lineHeight) * line.maximumLines + 2 * grid.pixels(1))
    }
}
