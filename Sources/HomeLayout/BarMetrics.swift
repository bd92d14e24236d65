/// What stands above a widget's rows, and above the first widget of a page.
public enum HeaderKind: String, CaseIterable, Sendable {
    /// A title that leads somewhere.
    case tappable
    /// A title.
    case plain
    /// Nothing, and no space for it.
    case empty
}

/// What a designer sets for a header or a footer: a bar as wide as the page with text in it.
public struct BarStyle: Hashable, Sendable {
    /// The height of each line of text at text scale 1, in points.
    public let lineHeights: [Points]
    /// The space around the text.
    public let padding: Insets
    /// The bar is never lower than this, in points: what can be tapped has to be as high as a finger is wide.
    public let minimumHeight: Points

    /// The header of a widget where a config says nothing: a line of 22-point type. A subtitle stands beside it.
    public static func header(_ kind: HeaderKind) -> BarStyle {
        switch kind {
        case .tappable: BarStyle([28], padding: padding, minimumHeight: 44)
        case .plain: BarStyle([28], padding: padding)
        case .empty: none
        }
    }

    /// The header of a page where a config says nothing: a line of 34-point type.
    public static func pageHeader(_ kind: HeaderKind) -> BarStyle {
        switch kind {
        case .tappable, .plain: BarStyle([41], padding: padding, minimumHeight: 44)
        case .empty: none
        }
    }

    /// The footer of a widget where a config says nothing: a line of 15-point type that can be tapped.
    public static let footer = BarStyle([20], padding: padding, minimumHeight: 44)

    /// No bar: no text, no padding, no height.
    public static let none = BarStyle([], padding: Insets())

    /// A bar of such text and padding; throws where there are more than ``StyleChange/maximumLines`` lines or a length
    /// is not within ``StyleChange/lengthRange``.
    public init(lineHeights: [Points], padding: Insets, minimumHeight: Points = 0) throws(BarError) {
        let lengths = lineHeights + [padding.top, padding.leading, padding.bottom, padding.trailing, minimumHeight]
        guard lineHeights.count <= StyleChange.maximumLines else { throw .tooManyLines }
        guard lengths.allSatisfy(StyleChange.lengthRange.contains) else { throw .lengthOutOfRange }
        self.init(lineHeights, padding: padding, minimumHeight: minimumHeight)
    }

    private init(_ lineHeights: [Points], padding: Insets, minimumHeight: Points = 0) {
        self.lineHeights = lineHeights
        self.padding = padding
        self.minimumHeight = minimumHeight
    }

    private static let padding = Insets(top: 8, leading: 16, bottom: 8, trailing: 16)
}

/// Why there cannot be such a bar.
public enum BarError: Error, Hashable, CustomStringConvertible {
    /// More lines than ``StyleChange/maximumLines``.
    case tooManyLines
    /// A length that is not within ``StyleChange/lengthRange``.
    case lengthOutOfRange

    /// What was expected.
    public var description: String {
        switch self {
        case .tooManyLines: "a header or footer has at most \(StyleChange.maximumLines) lines"
        case .lengthOutOfRange: "each length must be from \(StyleChange.lengthRange.words) points"
        }
    }
}

/// The solved geometry of a header or a footer, on the device's pixel grid, in points.
public struct BarMetrics: Hashable, Sendable {
    /// How high the bar is, its padding included.
    public let height: Points
    /// The space around its text.
    public let padding: Insets

    /// Solves `style` for `device`: the lines grow with the text scale, the padding does not, the height is rounded
    /// up to the pixel.
    public init(_ style: BarStyle, on device: Device) {
        let grid = PixelGrid(device)
        let padding = grid.snapped(style.padding)
        let lines = Points(thousandths: style.lineHeights.reduce(0) { $0 + $1.thousandths })
        let text = grid.textHeight(lines, padding: 0)
        let height = grid.pixels(padding.top) + text + grid.pixels(padding.bottom)
        self.height = grid.points(max(height, grid.pixels(style.minimumHeight)))
        self.padding = padding
    }
}
