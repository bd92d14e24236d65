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
        var cell = LayoutStyle(
            scroll: .vertical,
            caption: Caption(
                [TextLine(styles[.body], maximumLines: 6), TextLine(styles[.link], maximumLines: 2)],
                padding: Insets(top: 12, bottom: 12)
            ),
            note: styles[.badge],
            cornerRadius: style.cornerRadius,
            contentInsets: style.contentInsets,
            columnSpacing: style.columnSpacing,
            rowSpacing: style.rowSpacing
        )
        self.init(cell, on: device, itemCount: 1)
        var counts = LineCounts.one
        for (index, (text, line)) in zip(texts, caption?.lines ?? []).enumerated() {
            counts.fit(text, at: index, line.room)
        }
        if counts != .one { self.init(cell, on: device, itemCount: 1, captions: counts) }
        let missing = device.pixels(least) - device.pixels(height)
        if missing <= 0 { return }
        let (padding, above) = (device.pixels(12), missing / 2)
        cell.caption.padding.top = device.points(padding + above)
        cell.caption.padding.bottom = device.points(padding + missing - above)
        self.init(cell, on: device, itemCount: 1, captions: counts)
    }
}
