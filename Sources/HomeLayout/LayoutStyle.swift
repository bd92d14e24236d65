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

extension LayoutStyle {
    /// The least width that a style may leave to an item on any screen, in points.
    ///
    /// It is far more than snapping insets and spacings to pixels can take away, so that an item is never empty.
    public static let minimumItemWidth: Points = 8

    /// Changes the style: on every screen, or on those from `minimumWidth` points up.
    ///
    /// Where several changes apply to a screen, the last one wins, field by field; one without a width changes the
    /// style that those with a width start from. A change that throws leaves the style as it was.
    public mutating func apply(_ change: StyleChange, from minimumWidth: Points? = nil) throws(StyleError) {
        try check(change)
        var changed = self
        if let minimumWidth {
            changed.steps.append(Step(minimumWidth: minimumWidth, change: change))
        } else {
            changed.set(change)
        }
        try changed.checkRoom()
        self = changed
    }

    mutating func set(_ change: StyleChange) {
        switch flow {
        case .horizontal(let visibleItems, let rows):
            flow = .horizontal(visibleItems: change.visibleItems ?? visibleItems, rows: change.rows ?? rows)
        case .vertical(let columns): flow = .vertical(columns: change.columns ?? columns)
        case .area(let ratio): flow = .area(change.aspectRatio ?? ratio)
        }
        if image != nil, let ratio = change.aspectRatio { image = ratio }
        caption = change.caption ?? caption
        contentInsets = change.contentInsets ?? contentInsets
        columnSpacing = change.columnSpacing ?? columnSpacing
        rowSpacing = change.rowSpacing ?? rowSpacing
        separator = change.separator ?? separator
    }

    /// Every field of `change` is one that this layout has, and within its range.
    private func check(_ change: StyleChange) throws(StyleError) {
        for (field, isInRange, expected) in change.given {
            guard fields.contains(field) else { throw .notApplicable(field) }
            guard isInRange else { throw .outOfRange(field, expected: expected) }
        }
    }

    /// On every screen an item is at least ``minimumItemWidth`` wide. Between two steps the room only grows with the
    /// screen, so that the least width of each step speaks for all above it.
    private func checkRoom() throws(StyleError) {
        let widths = [Device.widths.lowerBound] + steps.map(\.minimumWidth)
        for width in widths.filter(Device.widths.contains) {
            let style = resolved(at: width)
            let room = style.room(across: width.thousandths) { $0.thousandths }
            let needed = style.itemsAcross.thousandths * Self.minimumItemWidth.thousandths
            guard room * 1_000 >= needed else { throw .noRoom(width: width) }
        }
    }

    /// The fields that a change of this style can have.
    private var fields: Set<StyleChange.Field> {
        switch flow {
        case .horizontal:
            [.visibleItems, .rows, .aspectRatio, .caption, .contentInsets, .columnSpacing, .rowSpacing]
        case .vertical:
            image == nil
                ? [.columns, .caption, .contentInsets, .columnSpacing, .rowSpacing, .separator]
                : [.columns, .aspectRatio, .caption, .contentInsets, .columnSpacing, .rowSpacing, .separator]
        case .area: [.aspectRatio, .contentInsets]
        }
    }
}
