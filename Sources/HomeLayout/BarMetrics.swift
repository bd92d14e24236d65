/// The header of a widget or a page.
public enum HeaderKind: String, CaseIterable, Sendable {
    /// A title that can be tapped.
    case tappable
    /// A title.
    case plain
    /// No header and no space for one.
    case empty
}

/// The style of a header or a footer: a bar of text as wide as the page.
public struct BarStyle: Hashable, Sendable {
    /// The height of each line of text at text scale 1, in points.
    public let lineHeights: [Points]
    /// The space around the text.
    public let padding: Insets
    /// The minimum height in points: a tap target must be as high as a finger is wide.
    public let minimumHeight: Points

    /// The header of a widget: a line of 22-point type, with the subtitle beside it.
    public static func header(_ kind: HeaderKind) -> BarStyle {
        switch kind {
        case .tappable: BarStyle([28], padding: padding, minimumHeight: 44)
        case .plain: BarStyle([28], padding: padding)
        case .empty: none
        }
    }

    /// The header of a page: a line of 34-point type.
    public static func pageHeader(_ kind: HeaderKind) -> BarStyle {
        switch kind {
        case .tappable, .plain: BarStyle([41], padding: padding, minimumHeight: 44)
        case .empty: none
        }
    }

    /// The footer of a widget: a line of 15-point type that can be tapped.
    public static let footer = BarStyle([20], padding: padding, minimumHeight: 44)

    /// No bar: no text, no padding, no height.
    public static let none = BarStyle([], padding: Insets())

    private init(_ lineHeights: [Points], padding: Insets, minimumHeight: Points = 0) {
        self.lineHeights = lineHeights
        self.padding = padding
        self.minimumHeight = minimumHeight
    }

    private static let padding = Insets(top: 8, leading: 16, bottom: 8, trailing: 16)
}

/// The solved geometry of a header or a footer, on the device's pixel grid, in points.
public struct BarMetrics: Hashable, Sendable {
    /// The height of the bar, padding included.
    public let height: Points
    /// The space around its text.
    public let padding: Insets

    /// Solves `style` for `device`: the lines grow with the text scale, the padding does not, the height is rounded
    /// up to the pixel.
    public init(_ style: BarStyle, on device: Device) {
        let grid = PixelGrid(device)
        let padding = grid.snapped(style.padding)
        let lines = Points(thousandths: style.lineHeights.reduce(0) { $0 + $1.thousandths })
        let text = grid.textHeight(lines, padding: 0)
        let height = grid.pixels(padding.top) + text + grid.pixels(padding.bottom)
        self.height = grid.points(max(height, grid.pixels(style.minimumHeight)))
        self.padding = padding
    }
}
