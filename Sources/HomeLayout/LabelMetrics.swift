/// The solved geometry of the labels in a header: a badge, or the chips with the widget's filters and orders, in a row
/// that scrolls horizontally.
public struct LabelMetrics: Hashable, Sendable {
    public enum Position: String, Sendable {
        case beside
        case below
    }

    /// Of a badge: below the title if both do not fit into one line. `nil` for chips, which are below all texts.
    public let position: Position?
    /// Between the text and the label.
    public let spacing: Points
    public let height: Points
    public let padding: Points
    /// Between two chips; `nil` for a badge.
    public let columnSpacing: Points?
    public let line: LineMetrics

    /// The most lines of a badge below the title.
    private static let maximumLines = 3

    /// - Parameter room: The width of a line of the title, in pixels.
    static func badge(_ badge: BarStyle.Badge, _ position: Position, across room: Int, on device: Device) -> Self {
        let (padding, isBeside) = (device.pixels(8), position == .beside)
        let width = room - 2 * padding
        let count = badge.longest.lines(of: badge.style.units(across: width, on: device))
        let line = LineMetrics(
            badge.style,
            count: isBeside ? 1 : min(count, maximumLines),
            of: maximumLines,
            across: width,
            on: device
        )
        return Self(
            position: position,
            spacing: device.snapped(isBeside ? 8 : 4),
            height: device.points(device.pixels(line.lineHeight) * line.maximumLines + 2 * device.pixels(1)),
            padding: device.points(padding),
            columnSpacing: nil,
            line: line
        )
    }

    /// - Parameter room: The width of the row without scrolling, in pixels.
    static func chips(_ style: TextStyle, isAlone: Bool, across room: Int, on device: Device) -> Self {
        let padding = device.pixels(12)
        let line = LineMetrics(style, count: 1, of: 1, across: room - 2 * padding, on: device)
        return Self(
            position: nil,
            spacing: isAlone ? 0 : device.snapped(8),
            height: device.points(device.pixels(line.lineHeight) + 2 * device.pixels(7)),
            padding: device.points(padding),
            columnSpacing: device.snapped(8),
            line: line
        )
    }

    /// What it adds to the height of a bar, in pixels.
    func addedHeight(on device: Device) -> Int {
        position == .beside ? 0 : device.pixels(spacing) + device.pixels(height)
    }
}
