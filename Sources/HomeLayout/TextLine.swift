/// A line of text of a caption, a header or a footer. It wraps into as many lines as it may have.
public struct TextLine: Hashable, Sendable {
    var style: TextStyle
    /// The most lines, within ``maximumLinesRange``.
    var maximumLines: Int

    /// The range of ``maximumLines``.
    public static let maximumLinesRange = 1...10

    /// Text of `style` in up to `maximumLines` lines.
    public init(_ style: TextStyle, maximumLines: Int = 1) {
        self.style = style
        self.maximumLines = maximumLines
    }
}

/// The solved geometry of a line of text.
public struct LineMetrics: Hashable, Sendable {
    /// The name of its ``TextStyle``.
    public let style: String
    /// The height of one line on the device's pixel grid, in points.
    public let lineHeight: Points
    /// The number of lines that the text has room for; what is longer is cut.
    public let maximumLines: Int
    /// The most lines that texts could have had.
    let mostLines: Int
    /// The width of a line, in units of ``AdvanceWidths``.
    let room: Int

    /// Whether the number of lines depends on the texts.
    public var wraps: Bool { mostLines > 1 }
}

extension LineMetrics {
    /// Text in `count` lines.
    /// - Parameters:
    ///   - most: The most lines that it could have had.
    ///   - width: The width of a line, in pixels.
    init(_ style: TextStyle, count: Int, of most: Int, across width: Int, on grid: PixelGrid) {
        self.init(
            style: style.name,
            lineHeight: grid.points(style.lineHeight(on: grid)),
            maximumLines: count,
            mostLines: most,
            room: style.units(across: width, on: grid)
        )
    }
}

/// Where the caption of an item with an image is.
public enum CaptionPosition: String, CaseIterable, Sendable {
    case below
    /// Over the lower edge of the image; it takes no space.
    case over
}

/// The text of an item: lines that scale with the user's text size, and padding that does not.
public struct Caption: Hashable, Sendable {
    /// The lines from top to bottom.
    public var lines: [TextLine]
    /// The space around the lines, in points.
    public var padding: Insets

    /// Lines with `padding` around them.
    public init(_ lines: [TextLine], padding: Insets = Insets()) {
        self.lines = lines
        self.padding = padding
    }

    /// No text, no height.
    static let none = Caption([])
}

/// The solved geometry of a caption, on the device's pixel grid, in points.
public struct CaptionMetrics: Hashable, Sendable {
    /// Whether it is below the image or over it.
    public let position: CaptionPosition
    /// The height of all lines, padding included.
    public let height: Points
    /// The space around the lines.
    public let padding: Insets
    /// The lines from top to bottom.
    public let lines: [LineMetrics]

    /// Whether ``height`` depends on the texts.
    public var dependsOnTexts: Bool { lines.contains { $0.wraps } }
}

extension PixelGrid {
    /// Solves lines of text between paddings.
    /// - Parameters:
    ///   - width: In pixels, padding included.
    ///   - counts: The lines into which the texts wrap.
    ///   - atLeast: Each text may have so many lines, even if its own maximum is less.
    /// - Returns: The lines and their height in pixels, padding included.
    func solved(
        _ lines: [TextLine],
        _ padding: Insets,
        width: Int,
        _ counts: LineCounts,
        atLeast: Int = 1
    ) -> (lines: [LineMetrics], height: Int) {
        let room = width - pixels(padding.width)
        var height = pixels(padding.top) + pixels(padding.bottom)
        var solved: [LineMetrics] = []
        for (index, line) in lines.enumerated() {
            let most = max(line.maximumLines, atLeast)
            let count = counts.count(at: index)
            height += line.style.lineHeight(on: self) * count
            solved.append(LineMetrics(line.style, count: count, of: most, across: room, on: self))
        }
        return (solved, height)
    }
}
