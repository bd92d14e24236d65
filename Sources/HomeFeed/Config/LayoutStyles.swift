import HomeLayout
import JSON

/// The text styles, and the style of each layout: the standard ones with the changes of a config.
public struct LayoutStyles: Hashable, Sendable {
    public let text: TextStyles
    let palette: Palette
    private var changed: [Layout: LayoutStyle] = [:]

    public init(_ text: TextStyles) { self.init(text, Palette()) }

    init(_ text: TextStyles, _ palette: Palette) {
        self.text = text
        self.palette = palette
    }

    /// Reads the changes: `{"HomeWidgetProductM": {"aspectRatio": "3:4"}}`.
    init?(reading value: CheckedValue, _ text: TextStyles, _ palette: Palette) {
        let changed = value.object { object in
            Layout.allCases.reduce(into: [Layout: LayoutStyle]()) { changed, layout in
                changed[layout] = object.optional(layout.rawValue).flatMap {
                    LayoutStyle.standard(layout, text).changed(by: $0, text, palette)
                }
            }
        }
        guard let changed else { return nil }
        self.init(text, palette)
        self.changed = changed
    }

    public subscript(layout: Layout) -> LayoutStyle {
        changed[layout] ?? .standard(layout, text)
    }
}

extension LayoutStyle {
    /// Reads `{"rows": 2, "contentInsets": {"leading": 20}, "from": [{"width": 700, …}]}`.
    func changed(by value: CheckedValue, _ text: TextStyles, _ palette: Palette) -> LayoutStyle? {
        value.object { object in
            var style = self
            let steps = object.optional("from")
            style.apply(StyleChange(reading: &object, of: style, text, palette), from: nil, reporting: value)
            _ = steps?.array { step in
                step.object { object in
                    let threshold = StyleThreshold(reading: &object)
                    let change = StyleChange(reading: &object, of: style, text, palette)
                    if let threshold { style.apply(change, from: threshold, reporting: step) }
                }
            }
            return style
        }
    }

    private mutating func apply(_ change: StyleChange, from threshold: StyleThreshold?, reporting value: CheckedValue) {
        do {
            try apply(change, from: threshold)
        } catch {
            value.report(error.description)
        }
    }
}

extension StyleChange {
    fileprivate init(
        reading object: inout CheckedObject,
        of style: LayoutStyle,
        _ text: TextStyles,
        _ palette: Palette
    ) {
        self.init()
        visibleItems = object.optional("visibleItems")?.points(in: Self.visibleItemsRange)
        rows = object.optional("rows")?.count(in: Self.rowsRange)
        columns = object.optional("columns")?.count(in: Self.columnsRange)
        aspectRatio = object.optional("aspectRatio")?.aspectRatio()
        imageLimit = object.optional("imageLimit")?.count(in: Self.imageLimitRange)
        caption = object.optional("caption")?.caption(changing: style.caption, text)
        captionPosition = object.optional("captionPosition")?.choice("position", of: CaptionPosition.self)
        captionLineLimit = object.optional("captionLineLimit")?.count(in: TextLine.maximumLinesRange)
        cornerRadius = object.optional("cornerRadius")?.length()
        contentInsets = object.optional("contentInsets")?.insets(changing: style.contentInsets)
        columnSpacing = object.optional("columnSpacing")?.length()
        rowSpacing = object.optional("rowSpacing")?.length()
        separator = object.optional("separator")?.separator(palette)
        columnSeparator = object.optional("columnSeparator")?.columnSeparator(palette)
    }
}

extension StyleThreshold {
    fileprivate init?(reading object: inout CheckedObject) {
        let width = object.optional("width")
        let textScale = object.optional("textScale")
        if width == nil, textScale == nil {
            object.report("expected \"width\", \"textScale\" or both")
            return nil
        }
        self.init(
            width: width?.points(in: 0...Device.widths.upperBound),
            textScale: textScale?.points(in: Device.textScales)
        )
    }
}

extension PageStyle {
    /// Reads `{"top", "spacing", "bottom"}`, in points.
    init?(reading object: inout CheckedObject) {
        let standard = PageStyle.standard
        self.init(
            top: object.optional("top")?.length() ?? standard.top,
            spacing: object.optional("spacing")?.length() ?? standard.spacing,
            bottom: object.optional("bottom")?.length() ?? standard.bottom
        )
    }
}

extension CheckedValue {
    /// A number to the thousandth.
    func points(in range: ClosedRange<FixedPoint>) -> FixedPoint? {
        number(in: Double(range.lowerBound.thousandths) / 1000...Double(range.upperBound.thousandths) / 1000)
            .map { FixedPoint(thousandths: Int(($0 * 1000).rounded())) }
    }

    fileprivate func length() -> Points? { points(in: StyleChange.lengthRange) }

    fileprivate func count(in range: ClosedRange<Int>) -> Int? {
        integer(in: Int64(range.lowerBound)...Int64(range.upperBound)).map(Int.init)
    }

    fileprivate func aspectRatio() -> AspectRatio? {
        guard case .string(let text) = json, let ratio = AspectRatio(text) else {
            return mismatch(AspectRatio.expectation)
        }
        return ratio
    }

    /// Missing padding is that of `caption`.
    fileprivate func caption(changing caption: Caption, _ styles: TextStyles) -> Caption? {
        object { object in
            let lines = object.required("lines")?.array { $0.textLine(styles) }
            let padding = object.optional("padding")?.insets(changing: caption.padding) ?? caption.padding
            return lines.map { Caption($0, padding: padding) }
        }
    }

    /// The name of a text style, or `{"style": "body", "maxLines": 2}`.
    private func textLine(_ styles: TextStyles) -> TextLine? {
        if case .string = json { return choice("text style", among: styles.byName).map { TextLine($0) } }
        return object { object in
            let style = object.required("style")?.choice("text style", among: styles.byName)
            let maximumLines = object.optional("maxLines")?.count(in: TextLine.maximumLinesRange) ?? 1
            return style.map { TextLine($0, maximumLines: maximumLines) }
        }
    }

    /// Leaves room for text on the narrowest screen; missing sides are the standard ones.
    func barPadding() -> Insets? {
        guard let padding = insets(changing: BarStyle.padding) else { return nil }
        let width = Device.widths.lowerBound
        return width.thousandths - padding.width.thousandths >= 120_000
            ? padding : mismatch("insets that leave 120 points of \(width) points for text")
    }

    /// Missing sides are those of `insets`.
    func insets(changing insets: Insets) -> Insets? {
        object { object in
            Insets(
                top: object.optional("top")?.length() ?? insets.top,
                leading: object.optional("leading")?.length() ?? insets.leading,
                bottom: object.optional("bottom")?.length() ?? insets.bottom,
                trailing: object.optional("trailing")?.length() ?? insets.trailing
            )
        }
    }

    fileprivate func separator(_ palette: Palette) -> Separator? {
        object { object in
            Separator(
                leading: object.optional("leading")?.length() ?? 0,
                trailing: object.optional("trailing")?.length() ?? 0,
                color: object.optional("color")?.colorName(in: palette)
            )
        }
    }

    fileprivate func columnSeparator(_ palette: Palette) -> ColumnSeparator? {
        object { object in
            ColumnSeparator(
                top: object.optional("top")?.length() ?? 0,
                bottom: object.optional("bottom")?.length() ?? 0,
                color: object.optional("color")?.colorName(in: palette)
            )
        }
    }
}
