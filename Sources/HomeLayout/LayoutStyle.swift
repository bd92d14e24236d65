/// The style of a layout. Every style fits on every screen within ``Device/widths``, so that solving it cannot fail.
///
/// Create a style with ``standard(_:)`` and change it with ``apply(_:from:)``.
public struct LayoutStyle: Hashable, Sendable {
    /// How the items are arranged.
    public enum Flow: Hashable, Sendable {
        /// A carousel with a number of items visible across the screen, in one or more rows.
        case horizontal(visibleItems: FixedPoint, rows: Int)
        /// A list or a grid.
        case vertical(columns: Int)
        /// One area of this shape with all items, such as a map.
        case area(AspectRatio)
    }

    /// How the items are arranged.
    public internal(set) var flow: Flow
    /// The shape of an item's image; `nil` for no image.
    public internal(set) var image: AspectRatio?
    /// The text below an item's image, or the whole item without an image.
    public internal(set) var caption: Caption
    /// The space around the items.
    public internal(set) var contentInsets: Insets
    /// The space between two items side by side, in points.
    public internal(set) var columnSpacing: Points
    /// The space between two rows, in points.
    public internal(set) var rowSpacing: Points
    /// The line between two rows; `nil` for none.
    public internal(set) var separator: Separator?
    /// Changes for screens from a minimum width, in the order of ``apply(_:from:)``.
    var steps: [Step] = []

    struct Step: Hashable, Sendable {
        var minimumWidth: Points
        var change: StyleChange
    }

    /// Whether the metrics depend on the number of items.
    public var dependsOnItemCount: Bool {
        if case .vertical = flow { true } else { false }
    }

    /// The style for a screen of `width` points; later changes override earlier ones.
    func resolved(at width: Points) -> LayoutStyle {
        var style = self
        for step in steps where step.minimumWidth <= width {
            style.set(step.change)
        }
        return style
    }
}

/// The text of an item: lines that scale with the user's text size, and padding that does not.
public struct Caption: Hashable, Sendable {
    /// The height of each line at text scale 1, in points.
    public var lineHeights: [Points]
    /// The total space above, between and below the lines, in points.
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

/// The line between two rows, one pixel thick, over the lower edge of the upper row; it takes no space.
public struct Separator: Hashable, Sendable {
    /// The distance of the line from the leading edge of the screen, in points.
    public var leading: Points
    /// The distance of the line from the trailing edge of the screen, in points.
    public var trailing: Points

    /// A line at these distances from the screen's edges.
    public init(leading: Points, trailing: Points) {
        self.leading = leading
        self.trailing = trailing
    }
}

extension LayoutStyle {
    /// The least width of an item on any screen, in points. Rounding to pixels takes far less, so that no item is
    /// empty.
    public static let minimumItemWidth: Points = 8

    /// Changes the style on all screens, or on screens of at least `minimumWidth` points.
    ///
    /// Later changes override earlier ones, field by field. Changes with a width start from the style with all changes
    /// without one.
    /// - Throws: ``StyleError``; the style is then unchanged.
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

    /// Checks that the layout has each field of `change`, and that each is in its range.
    private func check(_ change: StyleChange) throws(StyleError) {
        for (field, isInRange, expected) in change.given {
            guard fields.contains(field) else { throw .notApplicable(field: field.rawValue) }
            guard isInRange else { throw .outOfRange(field: field.rawValue, expected: expected) }
        }
    }

    /// Checks that an item is at least ``minimumItemWidth`` wide on every screen. Between two steps the room grows with
    /// the screen, so that only the least width of each step has to be checked.
    private func checkRoom() throws(StyleError) {
        let widths = [Device.widths.lowerBound] + steps.map(\.minimumWidth)
        for width in widths.filter(Device.widths.contains) {
            let style = resolved(at: width)
            let room = style.room(across: width.thousandths) { $0.thousandths }
            let needed = style.itemsAcross.thousandths * Self.minimumItemWidth.thousandths
            guard room * 1_000 >= needed else { throw .noRoom(width: width) }
        }
    }

    /// The fields of the layout.
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
