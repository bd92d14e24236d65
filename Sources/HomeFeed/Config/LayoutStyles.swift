import HomeLayout
import JSON

/// The text styles, and the style of each layout: the standard ones with the changes of a config.
public struct LayoutStyles: Sendable {
    private(set) var palette = Palette()
    public private(set) var text = TextStyles.standard
    private var changed: [Layout: LayoutStyle] = [:]

    public init() {}

    /// Reads the members `palette`, `textStyles` and `layouts`: `{"HomeWidgetProductM": {"aspectRatio": "3:4"}}`.
    init(reading object: inout CheckedObject) {
        if let value = object.optional("palette") { palette = Palette(reading: value) }
        if let value = object.optional("textStyles") { text = TextStyles(reading: value, palette) }
        object.section("layouts") { object in
            for layout in Layout.allCases {
                changed[layout] = object.optional(layout.rawValue).flatMap { style(self[layout], changedBy: $0) }
            }
        }
    }

    public subscript(layout: Layout) -> LayoutStyle {
        changed[layout] ?? .standard(layout, text)
    }

    /// Reads `{"rows": 2, "contentInsets": {"leading": 20}, "from": [{"width": 700, …}]}`.
    func style(_ style: LayoutStyle, changedBy value: CheckedValue) -> LayoutStyle? {
        value.object { object in
            var style = style
            let steps = object.optional("from")
            object.change(&style, self)
            _ = steps?.array { step in
                step.object { object in
                    let threshold = StyleThreshold(reading: &object)
                    object.change(&style, from: threshold, self)
                }
            }
            return style
        }
    }
}

extension CheckedObject {
    /// Reads the fields of a style.
    fileprivate mutating func change(
        _ style: inout LayoutStyle,
        from threshold: StyleThreshold? = nil,
        _ styles: LayoutStyles
    ) {
        let old = style
        var changes: [LayoutStyle.Change] = []
        func read<Value: Sendable>(
            _ field: LayoutStyle.Field,
            _ path: any WritableKeyPath<LayoutStyle, Value> & Sendable,
            _ value: (CheckedValue) -> Value?
        ) {
            guard let found = optional(field.rawValue) else { return }
            if !old.fields.contains(field) { report("this layout has no \(field)") }
            if let value = value(found) { changes.append { $0[keyPath: path] = value } }
        }
        read(.visibleItems, \.visibleItems) { $0.points(in: LayoutStyle.visibleItemsRange) }
        read(.rows, \.rows) { $0.count(in: LayoutStyle.rowsRange) }
        read(.columns, \.columns) { $0.count(in: LayoutStyle.columnsRange) }
        read(.aspectRatio, \.aspectRatio) { $0.parsed(AspectRatio.init, AspectRatio.expectation) }
        read(.imageLimit, \.imageLimit) { $0.count(in: LayoutStyle.imageLimitRange) }
        read(.caption, \.caption) { $0.caption(changing: old.caption, styles.text) }
        read(.captionPosition, \.captionPosition) { $0.choice("position", of: CaptionPosition.self) }
        read(.captionLineLimit, \.captionLineLimit) { $0.count(in: TextLine.maximumLinesRange) }
        read(.cornerRadius, \.cornerRadius) { $0.length() }
        read(.contentInsets, \.contentInsets) { $0.insets(changing: old.contentInsets) }
        read(.columnSpacing, \.columnSpacing) { $0.length() }
        read(.rowSpacing, \.rowSpacing) { $0.length() }
        read(.separator, \.separator) { $0.separator(start: "leading", end: "trailing", styles.palette) }
        read(.columnSeparator, \.columnSeparator) { $0.separator(start: "top", end: "bottom", styles.palette) }
        do {
            try style.apply({ [changes] style in for change in changes { change(&style) } }, from: threshold)
        } catch {
            report(error.description)
        }
    }
}

extension StyleThreshold {
    fileprivate init(reading object: inout CheckedObject) {
        let width = object.optional("width")
        let textScale = object.optional("textScale")
        if width == nil, textScale == nil { object.report("expected \"width\", \"textScale\" or both") }
        self.init(
            width: width?.points(in: 0...Device.widths.upperBound),
            textScale: textScale?.points(in: Device.textScales)
        )
    }
}

extension PageStyle {
    /// Reads `{"top", "spacing", "bottom"}`, in points.
    init(reading object: inout CheckedObject) {
        self.init()
        top = object.optional("top")?.length() ?? top
        spacing = object.optional("spacing")?.length() ?? spacing
        bottom = object.optional("bottom")?.length() ?? bottom
    }
}

extension CheckedValue {
    /// A number to the thousandth.
    func points(in range: ClosedRange<FixedPoint>) -> FixedPoint? {
        number(in: Double(range.lowerBound.thousandths) / 1000...Double(range.upperBound.thousandths) / 1000)
            .map { FixedPoint(thousandths: Int(($0 * 1000).rounded())) }
    }

    fileprivate func length() -> Points? { points(in: LayoutStyle.lengthRange) }

    func count(in range: ClosedRange<Int>) -> Int? {
        integer(in: Int64(range.lowerBound)...Int64(range.upperBound)).map(Int.init)
    }

    /// Missing padding is that of `caption`.
    fileprivate func caption(changing caption: Caption, _ styles: TextStyles) -> Caption? {
        object { object in
            let lines = object.required("lines")?.array(of: "lines", 0...LayoutStyle.maximumCaptionLines) {
                $0.textLine(styles)
            }
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
            var insets = insets
            insets.top = object.optional("top")?.length() ?? insets.top
            insets.leading = object.optional("leading")?.length() ?? insets.leading
            insets.bottom = object.optional("bottom")?.length() ?? insets.bottom
            insets.trailing = object.optional("trailing")?.length() ?? insets.trailing
            return insets
        }
    }

    fileprivate func separator(start: String, end: String, _ palette: Palette) -> Separator? {
        object { object in
            Separator(
                start: object.optional(start)?.length() ?? 0,
                end: object.optional(end)?.length() ?? 0,
                color: object.optional("color")?.colorName(in: palette)
            )
        }
    }
}
