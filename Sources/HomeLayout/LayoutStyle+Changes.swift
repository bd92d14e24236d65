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
