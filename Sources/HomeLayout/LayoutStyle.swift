/// The style of a layout. Every style fits on every screen within ``Device/widths``, so that solving it cannot fail.
///
/// Create a style with ``standard(_:_:)`` and change it with ``apply(_:from:)``.
public struct LayoutStyle: Hashable, Sendable {
    enum Flow: Hashable, Sendable {
        /// A carousel with a number of items visible across the screen, in one or more rows.
        case horizontal(visibleItems: FixedPoint, rows: Int)
        /// A list or a grid.
        case vertical(columns: Int)
        /// One area of this shape with all items, such as a map.
        case area(AspectRatio)
    }

    var flow: Flow
    public internal(set) var image: AspectRatio?
    /// The most images of an item: one, or several that the user looks through.
    var imageLimit = 1
    /// The text below an item's image, or the whole item without an image.
    public internal(set) var caption = Caption.none
    var captionPosition = CaptionPosition.below
    /// Each line of the caption, and a note below it, may wrap into this many lines, or into its own greater maximum.
    var captionLineLimit = 1
    /// A note tells the user how an item concerns them.
    var note: TextStyle
    /// The radius of the corners of the images, or of items without one.
    var cornerRadius: Points = 0
    public internal(set) var contentInsets = Insets(leading: 16, trailing: 16)
    var columnSpacing: Points = 8
    var rowSpacing: Points = 8
    var separator: Separator?
    var columnSeparator: Separator?
    /// In the order of ``apply(_:from:)``.
    var steps: [Step] = []

    struct Step: Hashable, Sendable {
        var threshold: StyleThreshold
        var change: StyleChange
    }

    public var dependsOnItemCount: Bool {
        if case .vertical = flow { true } else { false }
    }

    /// Changes for a text scale override those for a width alone, and later changes override earlier ones.
    func resolved(for device: Device) -> LayoutStyle {
        var style = self
        for dependsOnTextScale in [false, true] {
            for step in steps where step.threshold.dependsOnTextScale == dependsOnTextScale {
                if step.threshold.includes(device) { style.set(step.change) }
            }
        }
        return style
    }
}

extension LayoutStyle {
    /// On any screen. Rounding to pixels takes far less, so that no item is empty.
    static let minimumItemWidth: Points = 8

    /// Changes the style on all devices, or on those from a threshold.
    ///
    /// Changes without a threshold come first, then those for a width, then those for a text scale. Later changes override
    /// earlier ones, field by field.
    /// - Parameter change: Only of ``fields``, each value in its range.
    /// - Throws: ``NoRoom``; the style is then unchanged.
    public mutating func apply(_ change: StyleChange, from threshold: StyleThreshold? = nil) throws(NoRoom) {
        var changed = self
        if let threshold {
            changed.steps.append(Step(threshold: threshold, change: change))
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
        if case .area = flow {} else if image != nil { image = change.aspectRatio ?? image }
        imageLimit = change.imageLimit ?? imageLimit
        caption = change.caption ?? caption
        captionPosition = change.captionPosition ?? captionPosition
        captionLineLimit = change.captionLineLimit ?? captionLineLimit
        cornerRadius = change.cornerRadius ?? cornerRadius
        contentInsets = change.contentInsets ?? contentInsets
        columnSpacing = change.columnSpacing ?? columnSpacing
        rowSpacing = change.rowSpacing ?? rowSpacing
        separator = change.separator ?? separator
        columnSeparator = change.columnSeparator ?? columnSeparator
    }

    /// Checks that an item, and a cell between the insets, is at least ``minimumItemWidth`` wide on every screen. Room
    /// grows with the screen between two steps, so that only the least width and text scale of each step matter.
    private func checkRoom() throws(NoRoom) {
        let widths = [Device.widths.lowerBound] + steps.compactMap(\.threshold.width)
        let textScales = [Device.textScales.lowerBound] + steps.compactMap(\.threshold.textScale)
        for width in widths.filter(Device.widths.contains) {
            for textScale in textScales {
                let style = resolved(for: Device(width: width, textScale: textScale))
                let room = style.room(across: width.thousandths) { $0.thousandths }
                let cell = width.thousandths - style.contentInsets.width.thousandths
                let least = Self.minimumItemWidth.thousandths
                guard room * 1_000 >= style.itemsAcross.thousandths * least, cell >= least else {
                    throw NoRoom(width: width)
                }
            }
        }
    }

    /// A carousel has no columns, a list no rows, a map no caption.
    public var fields: Set<StyleChange.Field> {
        switch flow {
        case .horizontal:
            [
                .visibleItems, .rows, .aspectRatio, .imageLimit, .caption, .captionPosition, .captionLineLimit,
                .cornerRadius, .contentInsets, .columnSpacing, .rowSpacing, .columnSeparator,
            ]
        case .vertical:
            Set([
                .columns, .caption, .captionLineLimit, .cornerRadius, .contentInsets, .columnSpacing, .rowSpacing,
                .separator, .columnSeparator,
            ])
            .union(image == nil ? [] : [.aspectRatio, .imageLimit, .captionPosition])
        case .area: [.aspectRatio, .imageLimit, .cornerRadius, .contentInsets]
        }
    }
}
