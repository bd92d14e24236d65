import HomeLayout
import JSON

/// The style of each layout: the standard one, or what a config made of it.
public struct LayoutStyles: Hashable, Sendable {
    private var changed: [Layout: LayoutStyle] = [:]

    /// The standard styles.
    public static let standard = LayoutStyles()

    private init() {}

    /// Reads what a config changes: `{"HomeWidgetProductM": {"aspectRatio": "3:4"}}`.
    init?(reading value: CheckedValue) {
        let read = value.object { object in
            for layout in Layout.allCases {
                changed[layout] = object.optional(layout.rawValue).flatMap(LayoutStyle.standard(layout).changed)
            }
            return true
        }
        if read == nil { return nil }
    }

    /// The style of `layout`.
    public subscript(layout: Layout) -> LayoutStyle {
        changed[layout] ?? .standard(layout)
    }
}

extension LayoutStyle {
    /// The style, changed as a config says: `{"rows": 2, "contentInsets": {"leading": 20}, "from": [{"width": 700, …}]}`.
    func changed(by value: CheckedValue) -> LayoutStyle? {
        value.object { object in
            var style = self
            let steps = object.optional("from")
            style.apply(StyleChange(reading: &object, of: style), from: nil, reporting: value)
            _ = steps?.array { step in
                step.object { object in
                    let width = object.required("width")?.points(in: 0...Device.widths.upperBound)
                    let change = StyleChange(reading: &object, of: style)
                    if let width { style.apply(change, from: width, reporting: step) }
                }
            }
            return style
        }
    }

    private mutating func apply(_ change: StyleChange, from width: Points?, reporting value: CheckedValue) {
        do {
            try apply(change, from: width)
        } catch {
            value.report(error.description)
        }
    }
}

extension StyleChange {
    fileprivate init(reading object: inout CheckedObject, of style: LayoutStyle) {
        self.init()
        visibleItems = object.optional("visibleItems")?.points(in: Self.visibleItemsRange)
        rows = object.optional("rows")?.count(in: Self.rowsRange)
        columns = object.optional("columns")?.count(in: Self.columnsRange)
        aspectRatio = object.optional("aspectRatio")?.aspectRatio()
        caption = object.optional("caption")?.caption()
        contentInsets = object.optional("contentInsets")?.insets(changing: style.contentInsets)
        columnSpacing = object.optional("columnSpacing")?.points(in: Self.lengthRange)
        rowSpacing = object.optional("rowSpacing")?.points(in: Self.lengthRange)
        separator = object.optional("separator")?.separator()
    }
}

extension PageStyle {
    /// Reads `{"top", "spacing", "bottom"}`, in points.
    init?(reading object: inout CheckedObject) {
        func space(_ name: String, _ standard: Points) -> Points {
            object.optional(name)?.points(in: StyleChange.lengthRange) ?? standard
        }
        let standard = PageStyle.standard
        self.init(
            top: space("top", standard.top),
            spacing: space("spacing", standard.spacing),
            bottom: space("bottom", standard.bottom)
        )
    }
}

extension CheckedValue {
    /// A number to the thousandth, such as a length in points.
    func points(in range: ClosedRange<FixedPoint>) -> FixedPoint? {
        number(in: Double(range.lowerBound.thousandths) / 1000...Double(range.upperBound.thousandths) / 1000)
            .map { FixedPoint(thousandths: Int(($0 * 1000).rounded())) }
    }

    fileprivate func count(in range: ClosedRange<Int>) -> Int? {
        integer(in: Int64(range.lowerBound)...Int64(range.upperBound)).map(Int.init)
    }

    fileprivate func aspectRatio() -> AspectRatio? {
        guard case .string(let text) = json, let ratio = AspectRatio(text) else {
            return mismatch(AspectRatio.expectation)
        }
        return ratio
    }

    fileprivate func caption() -> Caption? {
        object { object in
            let lines = object.required("lineHeights")?.array { $0.points(in: StyleChange.lengthRange) }
            let padding = object.value("padding", default: 0) { $0.points(in: StyleChange.lengthRange) }
            guard let lines, let padding else { return nil }
            return Caption(lineHeights: lines, padding: padding)
        }
    }

    /// Insets, those that are not named as in `insets`.
    fileprivate func insets(changing insets: Insets) -> Insets? {
        object { object in
            func side(_ name: String, _ inset: Points) -> Points {
                object.optional(name)?.points(in: StyleChange.lengthRange) ?? inset
            }
            return Insets(
                top: side("top", insets.top),
                leading: side("leading", insets.leading),
                bottom: side("bottom", insets.bottom),
                trailing: side("trailing", insets.trailing)
            )
        }
    }

    fileprivate func separator() -> Separator? {
        object { object in
            func side(_ name: String) -> Points {
                object.optional(name)?.points(in: StyleChange.lengthRange) ?? 0
            }
            return Separator(leading: side("leading"), trailing: side("trailing"))
        }
    }
}
