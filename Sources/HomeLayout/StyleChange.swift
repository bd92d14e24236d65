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
    public var columnSeparator: ColumnSeparator?

    public static let visibleItemsRange: ClosedRange<FixedPoint> = 1...20
    public static let rowsRange = 1...10
    public static let columnsRange = 1...12
    public static let imageLimitRange = 1...10
    static let maximumCaptionLines = 10
    /// The range of radii, insets, spacings, and the distances of separators.
    public static let lengthRange: ClosedRange<Points> = 0...500

    public init() {}

    /// The fields of a change, as errors name them.
    enum Field: String {
        case visibleItems, rows, columns, aspectRatio, imageLimit, caption, captionPosition, captionLineLimit
        case cornerRadius, contentInsets, columnSpacing, rowSpacing, separator, columnSeparator
    }
}

extension StyleChange {
    /// Tells for each changed field whether its value is in its range, and names that range.
    var given: [(field: Field, isInRange: Bool, expected: String)] {
        let lengths = Self.lengthRange
        func areLengths(_ values: Points...) -> Bool { values.allSatisfy(lengths.contains) }
        let isInRange: [(Field, Bool?, String)] = [
            (.visibleItems, visibleItems.map(Self.visibleItemsRange.contains), "from \(Self.visibleItemsRange.words)"),
            (.rows, rows.map(Self.rowsRange.contains), "from \(Self.rowsRange.words)"),
            (.columns, columns.map(Self.columnsRange.contains), "from \(Self.columnsRange.words)"),
            (.aspectRatio, aspectRatio.map { _ in true }, AspectRatio.expectation),
            (.imageLimit, imageLimit.map(Self.imageLimitRange.contains), "from \(Self.imageLimitRange.words)"),
            (
                .caption,
                caption.map { caption in
                    let padding = caption.padding
                    return caption.lines.count <= Self.maximumCaptionLines
                        && caption.lines.allSatisfy { TextLine.maximumLinesRange.contains($0.maximumLines) }
                        && areLengths(padding.top, padding.leading, padding.bottom, padding.trailing)
                },
                "at most \(Self.maximumCaptionLines) lines, the padding from \(lengths.words) points"
            ),
            (.captionPosition, captionPosition.map { _ in true }, "below or over"),
            (
                .captionLineLimit, captionLineLimit.map(TextLine.maximumLinesRange.contains),
                "from \(TextLine.maximumLinesRange.words)"
            ),
            (.cornerRadius, cornerRadius.map { areLengths($0) }, "from \(lengths.words) points"),
            (
                .contentInsets,
                contentInsets.map { areLengths($0.top, $0.leading, $0.bottom, $0.trailing) },
                "from \(lengths.words) points"
            ),
            (.columnSpacing, columnSpacing.map { areLengths($0) }, "from \(lengths.words) points"),
            (.rowSpacing, rowSpacing.map { areLengths($0) }, "from \(lengths.words) points"),
            (.separator, separator.map { areLengths($0.leading, $0.trailing) }, "from \(lengths.words) points"),
            (.columnSeparator, columnSeparator.map { areLengths($0.top, $0.bottom) }, "from \(lengths.words) points"),
        ]
        return isInRange.compactMap { field, isInRange, expected in isInRange.map { (field, $0, expected) } }
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

    func includes(width: Points, textScale: FixedPoint) -> Bool {
        width >= (self.width ?? width) && textScale >= (self.textScale ?? textScale)
    }
}

public enum StyleError: Error, Hashable {
    case outOfRange(field: String, expected: String)
    /// The layout does not have the field: a carousel has no columns, a list no rows, a map no caption.
    case notApplicable(field: String)
    /// On a screen of this width, an item would be narrower than ``LayoutStyle/minimumItemWidth``.
    case noRoom(width: Points)
}

extension StyleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .outOfRange(let field, let expected): "\(field) must be \(expected)"
        case .notApplicable(let field): "this layout has no \(field)"
        case .noRoom(let width):
            "on a screen \(width) points wide the insets and spacings leave an item less than "
                + "\(LayoutStyle.minimumItemWidth) points"
        }
    }
}

extension ClosedRange {
    /// For error messages.
    fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}
