/// The place of an item's note, which tells the user how the item concerns them: a line below the caption, or a label
/// on the image where that has room for one.
public struct NoteMetrics: Hashable, Sendable {
    public enum Position: String, CaseIterable, Sendable {
        /// Directly below the lines of the caption, whose height has room for it.
        case caption
        /// In the lower leading corner of the image.
        case image
    }

    public let position: Position
    public let line: LineMetrics
    /// Includes the label around the lines.
    public let height: Points
    /// From the edges of the image; `nil` in a caption.
    public let inset: Points?
    /// The space between the label's edges and its text; `nil` in a caption.
    public let padding: Insets?

    /// At text scale 1.
    private static let leastImage = Size(width: 120, height: 84)

    /// - Parameters:
    ///   - image: In pixels; `nil` without one.
    ///   - width: Of a line of the caption, in pixels.
    ///   - count: The lines of the longest note in the caption.
    init(_ style: LayoutStyle, on image: PixelSize?, across width: Int, count: Int, on device: Device) {
        let text = style.note
        let lineHeight = text.lineHeight(on: device)
        if let image, Self.hasRoom(image, for: text, on: device) {
            let inset = device.snapped(6)
            let padding = device.snapped(Insets(top: 2, leading: 6, bottom: 2, trailing: 6))
            let room = image.width - 2 * device.pixels(inset) - device.pixels(padding.width)
            position = .image
            line = LineMetrics(text, count: 1, of: 1, across: room, on: device)
            height = device.points(lineHeight + device.pixels(padding.top) + device.pixels(padding.bottom))
            self.inset = inset
            self.padding = padding
        } else {
            position = .caption
            line = LineMetrics(
                text,
                count: max(1, count),
                of: max(2, style.captionLineLimit),
                across: width,
                on: device
            )
            height = device.points(lineHeight * count)
            inset = nil
            padding = nil
        }
    }

    /// Whether a label leaves most of the image free: the larger the text, the higher the image must be.
    private static func hasRoom(_ image: PixelSize, for text: TextStyle, on device: Device) -> Bool {
        let least = device.pixels(leastImage.height) * text.lineHeight(on: device)
        return image.width >= device.pixels(leastImage.width)
            && image.height * device.pixels(text.lineHeight) >= least
    }
}
