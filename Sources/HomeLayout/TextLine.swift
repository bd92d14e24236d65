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
    public let room: LineRoom

    public var wraps: Bool { room.mostLines > 1 }
}

extension LineMetrics {
    /// - Parameters:
    ///   - most: The most lines that it could have had.
    ///   - width: The width of a line, in pixels.
    init(_ style: TextStyle, count: Int, of most: Int, across width: Int, on device: Device) {
        self.init(
            style: style.name,
            lineHeight: device.points(style.lineHeight(on: device)),
            maximumLines: count,
            room: LineRoom(width: style.units(across: width, on: device), mostLines: most)
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

    public init(_ lines: [TextLine], padding: Insets) {
        self.lines = lines
        self.padding = padding
    }

    static let none = Caption([], padding: Insets())
}

/// The solved geometry of a caption, on the device's pixel grid, in points.
public struct CaptionMetrics: Hashable, Sendable {
    public let position: CaptionPosition
    /// Includes the padding.
    public let height: Points
    public let padding: Insets
    public let lines: [LineMetrics]
}

extension Device {
    /// Solves lines of text between paddings.
    /// - Parameters:
    ///   - room: The width of a line, in pixels.
    ///   - counts: The lines into which the texts wrap.
    ///   - atLeast: Each text may have so many lines, even if its own maximum is less.
    /// - Returns: The lines and their height in pixels, padding included.
    func solved(
        _ lines: [TextLine],
        _ padding: Insets,
        across room: Int,
        _ counts: LineCounts,
        atLeast: Int = 1
    ) -> (lines: [LineMetrics], height: Int) {
        var height = pixels(padding.top) + pixels(padding.bottom)
        let solved = lines.enumerated().map { index, line in
            let count = counts.count(at: index)
            height += line.style.lineHeight(on: self) * count
            return LineMetrics(line.style, count: count, of: max(line.maximumLines, atLeast), across: room, on: self)
        }
        return (solved, height)
    }
}
