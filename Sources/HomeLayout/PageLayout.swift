/// The space that a page keeps around and between its widgets.
public struct PageStyle: Hashable, Sendable {
    /// Between the page's header and the first widget, in points.
    public let top: Points
    /// Between a widget and the next, in points.
    public let spacing: Points
    /// Below the last widget, in points.
    public let bottom: Points

    /// Where a config says nothing.
    public static let standard = PageStyle(unchecked: 20, spacing: 24, bottom: 24)

    /// Such spaces; `nil` where one is not within ``StyleChange/lengthRange``.
    public init?(top: Points, spacing: Points, bottom: Points) {
        guard [top, spacing, bottom].allSatisfy(StyleChange.lengthRange.contains) else { return nil }
        self.init(unchecked: top, spacing: spacing, bottom: bottom)
    }

    private init(unchecked top: Points, spacing: Points, bottom: Points) {
        self.top = top
        self.spacing = spacing
        self.bottom = bottom
    }
}

/// Stacks the widgets of a page, from its top to its bottom, on the device's pixel grid.
///
/// The page's header begins at 0. Each widget is its header, the top inset, the rows, the bottom inset and its footer,
/// one under the other:
///
///     0         page header
///               page's top space
///     headerY   header
///               top inset
///     y         rows: `Metrics.height`
///               bottom inset
///     footerY   footer
///               page's spacing, then the next widget
public struct PageLayout: Sendable {
    private let grid: PixelGrid
    private let style: PageStyle
    private var bottom: Int
    private var isEmpty = true

    /// A page on `device` that begins with `header` (of height 0 where it has none).
    public init(_ style: PageStyle = .standard, on device: Device, header: BarMetrics) {
        grid = PixelGrid(device)
        self.style = style
        bottom = grid.pixels(header.height)
    }

    /// Puts a widget below all others and tells where its parts are. The metrics must be solved for the page's device.
    public mutating func add(header: BarMetrics, _ metrics: Metrics, footer: BarMetrics?) -> Placement {
        let headerY = bottom + grid.pixels(isEmpty ? style.top : style.spacing)
        let y = headerY + grid.pixels(header.height) + grid.pixels(metrics.contentInsets.top)
        let footerY = y + grid.pixels(metrics.height) + grid.pixels(metrics.contentInsets.bottom)
        bottom = footerY + (footer.map { grid.pixels($0.height) } ?? 0)
        isEmpty = false
        return Placement(headerY: grid.points(headerY), y: grid.points(y), footerY: grid.points(footerY))
    }

    /// How high the page is with the widgets that it has so far, the space below the last one included, in points.
    public var contentHeight: Points { grid.points(bottom + grid.pixels(style.bottom)) }
}

/// Where the parts of a widget are on the page, in points from its top.
public struct Placement: Hashable, Sendable {
    /// The upper edge of the header.
    public let headerY: Points
    /// The upper edge of the first row of items.
    public let y: Points
    /// The upper edge of the footer, or where it would be.
    public let footerY: Points
}
