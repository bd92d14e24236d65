/// Whether a text fits into its lines, by its estimated width.
public struct TextFit: Hashable, Sendable {
    /// The estimated width of the text in one line.
    public let width: Points
    public let lineWidth: Points
    /// The estimated number of lines that the text needs.
    let lines: Int
    public let maximumLines: Int

    /// No part of the text is cut.
    public var isComplete: Bool { lines <= maximumLines }
}

extension LineMetrics {
    /// - Parameters:
    ///   - styles: One of them is the line's.
    ///   - device: The line must be solved for this device.
    public func fit(of text: TextExtent, _ styles: TextStyles, on device: Device) -> TextFit {
        guard let style = styles.byName[style] else { preconditionFailure("there is no text style \"\(style)\"") }
        return TextFit(
            width: style.points(across: Int(text.width), on: device),
            lineWidth: style.points(across: room.width, on: device),
            lines: text.lines(of: room.width),
            maximumLines: room.mostLines
        )
    }
}
