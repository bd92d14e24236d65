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
    private let device: Device
    private let style: PageStyle
    private var bottom: Int
    private var isEmpty = true

    /// - Parameter header: The height, which may be 0.
    public init(_ style: PageStyle = PageStyle(), on device: Device, header: Points) {
        self.device = device
        self.style = style
        bottom = device.pixels(header)
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
        let headerY = bottom + device.pixels(isEmpty ? style.top : style.spacing)
        let y = headerY + device.pixels(header) + device.pixels(insets.top)
        let footerY = y + device.pixels(items) + device.pixels(insets.bottom) + device.pixels(loadMore)
        bottom = footerY + device.pixels(footer ?? 0)
        isEmpty = false
        return Placement(
            header: device.points(headerY),
            items: device.points(y),
            footer: footer == nil ? nil : device.points(footerY)
        )
    }

    /// With the space below the last widget.
    public var contentHeight: Points { device.points(bottom + device.pixels(style.bottom)) }
}

/// The position of a widget on the page, in points from its top.
public struct Placement: Hashable, Sendable {
    /// The upper edge of the header.
    public let header: Points
    /// The upper edge of the first row of items.
    public let items: Points
    public let footer: Points?
}
