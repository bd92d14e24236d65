/// Whether a text fits into its lines, by its estimated width.
public struct TextFit: Hashable, Sendable {
    /// The estimated width of the text in one line, in points.
    public let width: Points
    /// The width of a line, in points.
    public let lineWidth: Points
    /// The estimated number of lines that the text needs.
    let lines: Int
    /// The most lines that it may have.
    public let maximumLines: Int

    /// Whether no part of the text is cut.
    public var isComplete: Bool { lines <= maximumLines }
}

extension LineMetrics {
    /// How `text` fits into the line, and into those that it may wrap into.
    /// - Parameters:
    ///   - styles: The text styles, one of which is the line's.
    ///   - device: The device that the line is solved for.
    public func fit(of text: TextExtent, _ styles: TextStyles, on device: Device) -> TextFit {
        guard let style = styles.byName[style] else { preconditionFailure("there is no text style \"\(style)\"") }
        return TextFit(
            width: style.points(across: Int(text.width), on: device),
            lineWidth: style.points(across: room, on: device),
            lines: text.lines(of: room),
            maximumLines: mostLines
        )
    }
}
