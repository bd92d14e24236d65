/// The solved geometry of a widget on a device: lengths on the device's pixel grid, in points, rounded to the
/// thousandth.
///
/// `height` does not include the content insets. ``PageLayout`` computes the widget's position on the page.
public struct Metrics: Hashable, Sendable {
    public enum Scroll: String, Sendable {
        case horizontal
        case vertical
        /// All items are in one area.
        case none
    }

    /// The height of all rows and the spaces between them: `h` if `R` = 1, else `(h + SR)·R − SR`.
    public let height: Points
    /// `N`.
    public let visibleItems: FixedPoint
    /// `R`.
    public let rows: Int
    /// `nil` unless the layout is vertical.
    public let columns: Int?
    /// `w` by `h`.
    public let itemSize: Size
    public let image: ImageMetrics?
    /// Below or over the image, or the whole item without an image.
    public let caption: CaptionMetrics?
    /// The place of an item's note: in a caption of height 0 if no item has one; `nil` if the layout shows none.
    public let note: NoteMetrics?
    /// The radius of the corners of the image, or of an item without one.
    public let cornerRadius: Points
    public let contentInsets: Insets
    /// `SC`, between two items side by side.
    public let columnSpacing: Points
    /// `SR`.
    public let rowSpacing: Points
    public let separator: SeparatorMetrics?
    public let columnSeparator: SeparatorMetrics?
    public let scroll: Scroll

    /// Items fill each column from top to bottom, or each row from the leading edge; `nil` for items in one area.
    public var itemOrder: String? {
        switch scroll {
        case .horizontal: "column"
        case .vertical: "row"
        case .none: nil
        }
    }
}

extension Metrics {
    /// Solves `style` for `device`, in whole device pixels:
    ///
    ///     gaps          g = ⌈N⌉ − 1
    ///     fractional N: W = SL + N·w + g·SC          → w = (W − SL − g·SC) / N
    ///     whole N:      W = SL + N·w + g·SC + ST     → w = (W − SL − ST − g·SC) / N
    ///
    /// The screen's width, the insets and the spacings are first snapped to the nearest pixel; then `w` is rounded
    /// down, and the heights of image and caption are rounded up. In a vertical layout `N` is the number of columns.
    ///
    /// - Parameters:
    ///   - itemCount: The number of items, 0…1,000,000. A vertical layout has ⌈`itemCount` / columns⌉ rows, at least one;
    ///     other layouts ignore it.
    ///   - counts: The lines into which the items' captions wrap.
    public init(_ style: LayoutStyle, on device: Device, itemCount: Int, captions counts: LineCounts = .one) {
        let style = style.resolved(for: device)
        let room = style.room(across: device.pixels(device.width), device.pixels)
        let width = (room * 1_000).dividedDown(by: style.visibleItems.thousandths)
        let padding = device.snapped(style.caption.padding)
        let captionRoom = width - device.pixels(padding.width)
        let (lines, textHeight) = device.solved(
            style.caption.lines,
            padding,
            across: captionRoom,
            counts,
            atLeast: style.captionLineLimit
        )
        let area = style.scroll == .none ? style.aspectRatio?.height(of: width) : nil
        let imageWidth = area == nil ? width : device.pixels(ImageMetrics.mapWidth)
        let ratio = area == nil ? style.aspectRatio : .landscape
        let image = ratio.map { PixelSize(width: imageWidth, height: $0.height(of: imageWidth)) }
        let noteImage = style.captionPosition == .below ? image : nil
        note =
            area == nil && !lines.isEmpty
            ? NoteMetrics(style, on: noteImage, across: captionRoom, count: counts.note, on: device) : nil
        let noteHeight = note?.position == .caption ? note.map { device.pixels($0.height) } ?? 0 : 0
        let captionHeight = textHeight + noteHeight
        let addsCaption = style.captionPosition == .below && !lines.isEmpty
        let itemHeight = (area ?? image?.height ?? 0) + (addsCaption ? captionHeight : 0)

        visibleItems = style.visibleItems
        rows = style.scroll == .vertical ? max(1, itemCount.dividedUp(by: style.columns)) : style.rows
        columns = style.scroll == .vertical ? style.columns : nil
        let spacing = device.pixels(style.rowSpacing)
        height = device.points((itemHeight + spacing) * rows - spacing)
        itemSize = Size(width: device.points(width), height: device.points(itemHeight))
        let hasAlternatives = style.imageLimit > 1 || area != nil
        self.image = image.map {
            ImageMetrics($0, limit: style.imageLimit, hasAlternatives: hasAlternatives, on: device)
        }
        caption =
            lines.isEmpty
            ? nil
            : CaptionMetrics(
                position: style.captionPosition,
                height: device.points(captionHeight),
                padding: padding,
                lines: lines
            )
        cornerRadius = device.snapped(style.cornerRadius)
        contentInsets = device.snapped(style.contentInsets)
        columnSpacing = device.snapped(style.columnSpacing)
        rowSpacing = device.snapped(style.rowSpacing)
        separator = style.separator.map { SeparatorMetrics($0, on: device) }
        columnSeparator = style.columnSeparator.map {
            SeparatorMetrics($0, columnSpacing: device.pixels(style.columnSpacing), on: device)
        }
        scroll = style.scroll
    }
}

extension LayoutStyle {
    /// The width for the items themselves: `W − SL − g·SC`, for whole `N` also minus `ST`.
    /// - Parameter length: Converts points to the unit of `width`.
    func room(across width: Int, _ length: (Points) -> Int) -> Int {
        let items = visibleItems.thousandths
        let gaps = items.dividedUp(by: 1_000) - 1
        let trailing = items % 1_000 == 0 ? length(contentInsets.trailing) : 0
        return width - length(contentInsets.leading) - trailing - gaps * length(columnSpacing)
    }
}

extension AspectRatio {
    /// Rounded up to the pixel.
    fileprivate func height(of pixels: Int) -> Int { (pixels * height).dividedUp(by: width) }
}
