/// A config's changes of a style; `nil` leaves a field unchanged.
public struct StyleChange: Hashable, Sendable {
    /// Items across the screen of a carousel, within ``visibleItemsRange``.
    public var visibleItems: FixedPoint?
    /// The rows of a carousel, within ``rowsRange``.
    public var rows: Int?
    /// The columns of a vertical layout, within ``columnsRange``.
    public var columns: Int?
    /// The shape of the images, or of a map.
    public var aspectRatio: AspectRatio?
    /// The most images of an item, within ``imageLimitRange``.
    public var imageLimit: Int?
    /// The text of an item: at most ``maximumCaptionLines`` lines, each within ``TextLine/maximumLinesRange``, and the
    /// padding within ``lengthRange``.
    public var caption: Caption?
    public var captionPosition: CaptionPosition?
    /// The most lines into which each line of the caption may wrap, within ``TextLine/maximumLinesRange``.
    public var captionLineLimit: Int?
    public var cornerRadius: Points?
    public var contentInsets: Insets?
    public var columnSpacing: Points?
    public var rowSpacing: Points?
    /// The line between two rows of a vertical layout.
    public var separator: Separator?
    public var columnSeparator: Separator?

    public static let visibleItemsRange: ClosedRange<FixedPoint> = 1...20
    public static let rowsRange = 1...10
    public static let columnsRange = 1...12
    public static let imageLimitRange = 1...10
    public static let maximumCaptionLines = 10
    /// The range of radii, insets, spacings, and the distances of separators.
    public static let lengthRange: ClosedRange<Points> = 0...500

    public init() {}

    /// Raw values are the keys in a config.
    public enum Field: String, CaseIterable, Sendable {
        case visibleItems, rows, columns, aspectRatio, imageLimit, caption, captionPosition, captionLineLimit
        case cornerRadius, contentInsets, columnSpacing, rowSpacing, separator, columnSeparator
    }
}

/// The devices for which a style changes: those from a width, from a text scale, or from both.
public struct StyleThreshold: Hashable, Sendable {
    /// The least width of the screen; `nil` for any.
    let width: Points?
    /// The least text scale, within ``Device/textScales``; `nil` for any.
    let textScale: FixedPoint?

    /// Devices must reach both.
    public init(width: Points? = nil, textScale: FixedPoint? = nil) {
        self.width = width
        self.textScale = textScale
    }

    var dependsOnTextScale: Bool { textScale != nil }

    func includes(_ device: Device) -> Bool {
        device.width >= width ?? 0 && device.textScale >= textScale ?? 0
    }
}

/// On a screen of this width, an item would be narrower than ``LayoutStyle/minimumItemWidth``.
public struct NoRoom: Error, Hashable, CustomStringConvertible {
    let width: Points

    public var description: String {
        "on a screen \(width) points wide the insets and spacings leave an item less than "
            + "\(LayoutStyle.minimumItemWidth) points"
    }
}
