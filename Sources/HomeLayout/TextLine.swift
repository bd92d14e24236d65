/// A line of text of a caption, a header or a footer. It wraps into as many lines as it may have.
public struct TextLine: Hashable, Sendable {
    var style: TextStyle
    /// Within ``maximumLinesRange``.
    var maximumLines: Int

    public static let maximumLinesRange = 1...10

    public init(_ style: TextStyle, maximumLines: Int = 1) {
        self.style = style
        self.maximumLines = maximumLines
    }
}

/// The solved geometry of a line of text.
public struct LineMetrics: Hashable, Sendable {
    /// The name of its ``TextStyle``.
    public let style: String
    /// On the device's pixel grid.
    public let lineHeight: Points
    /// A text that needs more lines is cut.
    public let maximumLines: Int
    /// The most lines that texts could have had.
    let mostLines: Int
    /// The width of a line, in units of ``AdvanceWidths``.
    let room: Int

    public var wraps: Bool { mostLines > 1 }
}

extension LineMetrics {
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

/// The place of the caption of an item with an image.
public enum CaptionPosition: String, CaseIterable, Sendable {
    case below
    /// Over the lower edge of the image; it takes no space.
    case over
}

/// The text of an item: lines that scale with the user's text size, and padding that does not.
public struct Caption: Hashable, Sendable {
    /// From top to bottom.
    public var lines: [TextLine]
    public var padding: Insets

    public init(_ lines: [TextLine], padding: Insets = Insets()) {
        self.lines = lines
        self.padding = padding
    }

    static let none = Caption([])
}

/// The solved geometry of a caption, on the device's pixel grid, in points.
public struct CaptionMetrics: Hashable, Sendable {
    public let position: CaptionPosition
    /// Includes the padding.
    public let height: Points
    public let padding: Insets
    public let lines: [LineMetrics]

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
