/// The style of a layout. Every style fits on every screen within ``Device/widths``, so that solving it cannot fail.
///
/// Create a style with ``standard(_:_:)`` and change it with ``apply(_:from:)``.
public struct LayoutStyle: Sendable {
    public let scroll: Metrics.Scroll
    /// `N`: the items across the screen of a carousel, within ``visibleItemsRange``, or the columns of a list or a grid.
    public var visibleItems: FixedPoint = 1
    /// The rows of a carousel, within ``rowsRange``.
    public var rows = 1
    /// The shape of the images, or of the area with all items, such as a map; `nil` without images.
    public var aspectRatio: AspectRatio?
    /// The most images of an item, within ``imageLimitRange``: one, or several that the user looks through.
    public var imageLimit = 1
    /// The text below an item's image, or the whole item without an image: at most ``maximumCaptionLines`` lines, each
    /// within ``TextLine/maximumLinesRange``, and the padding within ``lengthRange``.
    public var caption = Caption.none
    public var captionPosition = CaptionPosition.below
    /// Each line of the caption, and a note below it, may wrap into this many lines, within
    /// ``TextLine/maximumLinesRange``, or into its own greater maximum.
    public var captionLineLimit = 1
    /// A note tells the user how an item concerns them.
    let note: TextStyle
    /// The radius of the corners of the images, or of items without one.
    public var cornerRadius: Points = 0
    public var contentInsets = Insets(leading: 16, trailing: 16)
    public var columnSpacing: Points = 8
    public var rowSpacing: Points = 8
    /// The line between two rows of a vertical layout.
    public var separator: Separator?
    public var columnSeparator: Separator?
    /// In the order of ``apply(_:from:)``.
    var steps: [(threshold: StyleThreshold, change: Change)] = []

    public typealias Change = @Sendable (inout LayoutStyle) -> Void

    public static let visibleItemsRange: ClosedRange<FixedPoint> = 1...20
    public static let rowsRange = 1...10
    public static let columnsRange = 1...12
    public static let imageLimitRange = 1...10
    public static let maximumCaptionLines = 10
    /// The range of radii, insets, spacings, and the distances of separators.
    public static let lengthRange: ClosedRange<Points> = 0...500

    /// The columns of a vertical layout, within ``columnsRange``.
    public var columns: Int {
        get { visibleItems.thousandths / 1_000 }
        set { visibleItems = FixedPoint(integerLiteral: newValue) }
    }

    /// Changes for a text scale override those for a width alone, and later changes override earlier ones.
    func resolved(for device: Device) -> LayoutStyle {
        var style = self
        for dependsOnTextScale in [false, true] {
            for (from, change) in steps where (from.textScale != nil) == dependsOnTextScale {
                if device.width >= from.width ?? 0, device.textScale >= from.textScale ?? 0 { change(&style) }
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
    public mutating func apply(_ change: @escaping Change, from threshold: StyleThreshold? = nil) throws(NoRoom) {
        var changed = self
        if let threshold { changed.steps.append((threshold, change)) } else { change(&changed) }
        try changed.checkRoom()
        self = changed
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
                guard room * 1_000 >= style.visibleItems.thousandths * least, cell >= least else {
                    throw NoRoom(width: width)
                }
            }
        }
    }

    /// Raw values are the keys in a config.
    public enum Field: String, CaseIterable, Sendable {
        case visibleItems, rows, columns, aspectRatio, imageLimit, caption, captionPosition, captionLineLimit
        case cornerRadius, contentInsets, columnSpacing, rowSpacing, separator, columnSeparator
    }

    /// Those that can be changed: a carousel has no columns, a list no rows, a map no caption.
    public var fields: Set<Field> {
        if scroll == .none { return [.aspectRatio, .imageLimit, .cornerRadius, .contentInsets] }
        let missing: Set<Field> = scroll == .horizontal ? [.columns, .separator] : [.visibleItems, .rows]
        let ofImages: Set<Field> = [.aspectRatio, .imageLimit, .captionPosition]
        return Set(Field.allCases).subtracting(missing).subtracting(aspectRatio == nil ? ofImages : [])
    }
}
