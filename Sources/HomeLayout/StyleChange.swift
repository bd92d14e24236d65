/// What a config changes about a style, in general or from a certain width up; `nil` leaves a field as it is.
public struct StyleChange: Hashable, Sendable {
    /// How many items a carousel shows across the screen, within ``visibleItemsRange``.
    public var visibleItems: FixedPoint?
    /// How many rows a carousel has, within ``rowsRange``.
    public var rows: Int?
    /// How many columns a vertical layout has, within ``columnsRange``.
    public var columns: Int?
    /// The shape of the images; of a map, its own.
    public var aspectRatio: AspectRatio?
    /// The text of an item: at most ``maximumLines`` lines, each length within ``lengthRange``.
    public var caption: Caption?
    /// The space around the items, each within ``lengthRange``.
    public var contentInsets: Insets?
    /// The space between two items side by side, within ``lengthRange``.
    public var columnSpacing: Points?
    /// The space between two rows, within ``lengthRange``.
    public var rowSpacing: Points?
    /// The line between two rows of a vertical layout, its distances within ``lengthRange``.
    public var separator: Separator?

    /// How many items a carousel may show across the screen.
    public static let visibleItemsRange: ClosedRange<FixedPoint> = 1...20
    /// How many rows a carousel may have.
    public static let rowsRange = 1...10
    /// How many columns a vertical layout may have.
    public static let columnsRange = 1...12
    /// How many lines of text an item may have.
    public static let maximumLines = 10
    /// How long an inset, a spacing or the height of a line may be, in points.
    public static let lengthRange: ClosedRange<Points> = 0...500

    /// A change of nothing.
    public init() {}

    /// The fields of a change, as errors name them.
    public enum Field: String, Sendable {
        /// ``StyleChange/visibleItems``.
        case visibleItems
        /// ``StyleChange/rows``.
        case rows
        /// ``StyleChange/columns``.
        case columns
        /// ``StyleChange/aspectRatio``.
        case aspectRatio
        /// ``StyleChange/caption``.
        case caption
        /// ``StyleChange/contentInsets``.
        case contentInsets
        /// ``StyleChange/columnSpacing``.
        case columnSpacing
        /// ``StyleChange/rowSpacing``.
        case rowSpacing
        /// ``StyleChange/separator``.
        case separator
    }
}

extension StyleChange {
    /// The fields that change: each with whether its value is in its range, and what that range is.
    var given: [(field: Field, isInRange: Bool, expected: String)] {
        let lengths = Self.lengthRange
        func areLengths(_ values: Points...) -> Bool { values.allSatisfy(lengths.contains) }
        let isInRange: [(Field, Bool?, String)] = [
            (.visibleItems, visibleItems.map(Self.visibleItemsRange.contains), "from \(Self.visibleItemsRange.words)"),
            (.rows, rows.map(Self.rowsRange.contains), "from \(Self.rowsRange.words)"),
            (.columns, columns.map(Self.columnsRange.contains), "from \(Self.columnsRange.words)"),
            (.aspectRatio, aspectRatio.map { _ in true }, AspectRatio.expectation),
            (
                .caption,
                caption.map {
                    $0.lineHeights.count <= Self.maximumLines
                        && ($0.lineHeights + [$0.padding]).allSatisfy(lengths.contains)
                },
                "at most \(Self.maximumLines) lines, each length from \(lengths.words) points"
            ),
            (
                .contentInsets,
                contentInsets.map { areLengths($0.top, $0.leading, $0.bottom, $0.trailing) },
                "from \(lengths.words) points"
            ),
            (.columnSpacing, columnSpacing.map { areLengths($0) }, "from \(lengths.words) points"),
            (.rowSpacing, rowSpacing.map { areLengths($0) }, "from \(lengths.words) points"),
            (.separator, separator.map { areLengths($0.leading, $0.trailing) }, "from \(lengths.words) points"),
        ]
        return isInRange.compactMap { field, isInRange, expected in isInRange.map { (field, $0, expected) } }
    }
}

/// Why a style cannot be changed so.
public enum StyleError: Error, Hashable {
    /// The field is out of its range.
    case outOfRange(StyleChange.Field, expected: String)
    /// The layout has no such field: a carousel has no columns, a list no rows, a map no caption.
    case notApplicable(StyleChange.Field)
    /// On a screen of this width the insets and spacings leave less than ``LayoutStyle/minimumItemWidth`` to an item.
    case noRoom(width: Points)
}

extension StyleError: CustomStringConvertible {
    /// What is wrong and what was expected.
    public var description: String {
        switch self {
        case .outOfRange(let field, let expected): "\(field.rawValue) must be \(expected)"
        case .notApplicable(let field): "this layout has no \(field.rawValue)"
        case .noRoom(let width):
            "on a screen \(width) points wide the insets and spacings leave an item less than "
                + "\(LayoutStyle.minimumItemWidth) points"
        }
    }
}
