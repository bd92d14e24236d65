/// What a designer sets for a layout, checked: every style fits on every screen within ``Device/widths``, so that
/// solving one cannot fail.
///
/// A style begins as ``standard(_:)`` and is changed by ``apply(_:from:)``.
public struct LayoutStyle: Hashable, Sendable {
    /// How the items are arranged.
    public enum Flow: Hashable, Sendable {
        /// A carousel with so many items visible across the screen, in so many rows.
        case horizontal(visibleItems: FixedPoint, rows: Int)
        /// A list or a grid that grows downwards.
        case vertical(columns: Int)
        /// One area of this shape that shows all items at once, as a map does.
        case area(AspectRatio)
    }

    /// How the items are arranged.
    public internal(set) var flow: Flow
    /// The shape of an item's image; `nil` where an item has none.
    public internal(set) var image: AspectRatio?
    /// The text below an item's image, or the whole item where it has no image.
    public internal(set) var caption: Caption
    /// The space around the items.
    public internal(set) var contentInsets: Insets
    /// The space between two items side by side, in points.
    public internal(set) var columnSpacing: Points
    /// The space between two rows, in points.
    public internal(set) var rowSpacing: Points
    /// The line between two rows, where there is one.
    public internal(set) var separator: Separator?
    /// Changes for wide screens, in the order they were given: from `minimumWidth` up.
    var steps: [Step] = []

    struct Step: Hashable, Sendable {
        var minimumWidth: Points
        var change: StyleChange
    }

    /// Whether the metrics depend on how many items there are.
    public var dependsOnItemCount: Bool {
        if case .vertical = flow { true } else { false }
    }

    /// The style for a screen of `width` points: of the changes that apply there the last wins, field by field.
    func resolved(at width: Points) -> LayoutStyle {
        var style = self
        for step in steps where step.minimumWidth <= width {
            style.set(step.change)
        }
        return style
    }
}

/// The text of an item: lines that grow with the user's text scale, and the space around them, which does not.
public struct Caption: Hashable, Sendable {
    /// The height of each line at text scale 1, in points.
    public var lineHeights: [Points]
    /// The space above, between and below the lines, in points altogether.
    public var padding: Points

    /// Lines of these heights with `padding` around them.
    public init(lineHeights: [Points], padding: Points) {
        self.lineHeights = lineHeights
        self.padding = padding
    }

    /// No text, no height.
    public static let none = Caption(lineHeights: [], padding: 0)

    var lines: Points { Points(thousandths: lineHeights.reduce(0) { $0 + $1.thousandths }) }
}

/// The line between two rows, one pixel thick, drawn over the lower edge of the upper row: it takes no space.
public struct Separator: Hashable, Sendable {
    /// How far from the leading edge of the screen the line begins, in points.
    public var leading: Points
    /// How far from the trailing edge of the screen the line ends, in points.
    public var trailing: Points

    /// A line that keeps these distances from the screen's edges.
    public init(leading: Points, trailing: Points) {
        self.leading = leading
        self.trailing = trailing
    }
}
