/// The space around and between the widgets of a page.
public struct PageStyle: Hashable, Sendable {
    /// Between the page's header and the first widget.
    public var top: Points = 20
    /// Between a widget and the next.
    public var spacing: Points = 24
    /// Below the last widget.
    public var bottom: Points = 24

    public init() {}
}

/// Stacks the widgets of a page from top to bottom, on the device's pixel grid. The page's header begins at 0:
///
///     0         page header
///               page's top space
///     header    header
///               top inset
///     items     rows: `Metrics.height`
///               bottom inset
///               row that loads more
///     footer    footer
///               page's spacing, then the next widget
public struct PageLayout: Sendable {
    private let grid: PixelGrid
    private let style: PageStyle
    private var bottom: Int
    private var isEmpty = true

    /// - Parameter header: The height, which may be 0.
    public init(_ style: PageStyle = PageStyle(), on device: Device, header: Points) {
        grid = PixelGrid(device)
        self.style = style
        bottom = grid.pixels(header)
    }

    /// Adds a widget below the others and returns its position. Heights must be solved for the page's device.
    /// - Parameters:
    ///   - items: The height of the rows between the insets.
    ///   - loadMore: 0 without the row that loads more items.
    public mutating func add(
        header: Points,
        items: Points,
        _ insets: Insets,
        loadMore: Points = 0,
        footer: Points?
    ) -> Placement {
        let headerY = bottom + grid.pixels(isEmpty ? style.top : style.spacing)
        let y = headerY + grid.pixels(header) + grid.pixels(insets.top)
        let footerY = y + grid.pixels(items) + grid.pixels(insets.bottom) + grid.pixels(loadMore)
        bottom = footerY + grid.pixels(footer ?? 0)
        isEmpty = false
        return Placement(
            header: grid.points(headerY),
            items: grid.points(y),
            footer: footer == nil ? nil : grid.points(footerY)
        )
    }

    /// With the space below the last widget.
    public var contentHeight: Points { grid.points(bottom + grid.pixels(style.bottom)) }
}

/// The position of a widget on the page, in points from its top.
public struct Placement: Hashable, Sendable {
    /// The upper edge of the header.
    public let header: Points
    /// The upper edge of the first row of items.
    public let items: Points
    public let footer: Points?
}
