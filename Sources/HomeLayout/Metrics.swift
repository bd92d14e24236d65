/// The solved geometry of a widget on a device: every length lies on the device's pixel grid and is given in points,
/// rounded to the nearest thousandth.
///
/// `height` is that of the rows alone, as in the formula; the content insets come on top of it. Where the widget
/// stands on the page is not part of its metrics: ``PageLayout`` tells.
public struct Metrics: Hashable, Sendable {
    /// How the items are scrolled through.
    public enum Scroll: String, Sendable {
        /// Sideways.
        case horizontal
        /// With the page.
        case vertical
        /// Not at all: all items share one area.
        case none
    }

    /// The height of all rows and the spaces between them: `h` if `R` = 1, else `(h + SR)·R − SR`.
    public let height: Points
    /// How many items stand side by side on the screen, `N`.
    public let visibleItems: FixedPoint
    /// How many rows there are, `R`.
    public let rows: Int
    /// How many columns a vertical layout has; `nil` for the others.
    public let columns: Int?
    /// The size of one item, `w` by `h`.
    public let itemSize: Size
    /// The size of an item's image; `nil` where the layout shows none.
    public let imageSize: Size?
    /// The size of an item's image in device pixels, to ask an image service for.
    public let imagePixels: PixelSize?
    /// The height of the text below the image, or of the whole item where it has no image.
    public let captionHeight: Points
    /// The space around the rows.
    public let contentInsets: Insets
    /// The space between two items side by side, `SC`.
    public let columnSpacing: Points
    /// The space between two rows, `SR`.
    public let rowSpacing: Points
    /// The line between two rows, where there is one.
    public let separator: SeparatorMetrics?
    /// How the items are scrolled through.
    public let scroll: Scroll

    /// The height of one row, which is that of an item.
    public var rowHeight: Points { itemSize.height }
}

/// The line between two rows, on the device's pixel grid. It lies over the lower edge of the upper row.
public struct SeparatorMetrics: Hashable, Sendable {
    /// How far from the leading edge of the screen it begins, in points.
    public let leading: Points
    /// How far from the trailing edge of the screen it ends, in points.
    public let trailing: Points
    /// How thick it is: one device pixel, in points.
    public let thickness: Points
}
