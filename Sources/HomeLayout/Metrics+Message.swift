extension Metrics {
    /// A cell as wide as the page in place of a widget's items: a message, and the words of what a tap does.
    /// - Parameters:
    ///   - texts: The message, then the words.
    ///   - style: The style of the widget's items, whose insets it has.
    ///   - least: The least height: that of a carousel, so that nothing moves when its items arrive.
    public init(
        message texts: [TextExtent],
        inPlaceOf style: LayoutStyle,
        _ styles: TextStyles,
        on device: Device,
        atLeast least: Points = 0
    ) {
        let style = style.resolved(for: device)
        let grid = PixelGrid(device)
        let contentInsets = grid.snapped(style.contentInsets)
        let width = grid.pixels(device.width) - grid.pixels(contentInsets.width)
        let styled = [TextLine(styles[.body], maximumLines: 6), TextLine(styles[.link], maximumLines: 2)]
        let padding = Insets(top: 12, bottom: 12)
        var counts = LineCounts.one
        for (index, line) in grid.solved(styled, padding, width: width, .one).lines.enumerated() {
            counts.fit(index < texts.count ? texts[index] : .none, at: index, LineRoom(line))
        }
        let (lines, textHeight) = grid.solved(styled, padding, width: width, counts)
        let height = max(textHeight, grid.pixels(least))
        let above = (height - textHeight) / 2
        self.init(
            height: grid.points(height),
            visibleItems: 1,
            rows: 1,
            columns: 1,
            itemSize: Size(width: grid.points(width), height: grid.points(height)),
            image: nil,
            caption: CaptionMetrics(
                position: .below,
                height: grid.points(height),
                padding: Insets(
                    top: grid.points(grid.pixels(padding.top) + above),
                    bottom: grid.points(grid.pixels(padding.bottom) + height - textHeight - above)
                ),
                lines: lines
            ),
            note: nil,
            cornerRadius: grid.snapped(style.cornerRadius),
            contentInsets: contentInsets,
            columnSpacing: grid.snapped(style.columnSpacing),
            rowSpacing: grid.snapped(style.rowSpacing),
            separator: nil,
            columnSeparator: nil,
            scroll: .vertical
        )
    }
}
