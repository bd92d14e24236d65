import HomeLayout
import JSON

/// The style of each layout: the standard one with the changes of a config.
public struct LayoutStyles: Hashable, Sendable {
    private var changed: [Layout: LayoutStyle] = [:]

    /// The standard styles.
    public static let standard = LayoutStyles()

    private init() {}

    /// Reads the changes: `{"HomeWidgetProductM": {"aspectRatio": "3:4"}}`.
    init?(reading value: CheckedValue) {
        let changed = value.object { object in
            Layout.allCases.reduce(into: [Layout: LayoutStyle]()) { changed, layout in
                changed[layout] = object.optional(layout.rawValue).flatMap(LayoutStyle.standard(layout).changed)
            }
        }
        guard let changed else { return nil }
        self.changed = changed
    }

    /// The style of `layout`.
    public subscript(layout: Layout) -> LayoutStyle {
        changed[layout] ?? .standard(layout)
    }
}

extension LayoutStyle {
    /// The style with the changes of a config: `{"rows": 2, "contentInsets": {"leading": 20}, "from": [{"width": 700,
    /// …}]}`.
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
        columnSpacing = object.optional("columnSpacing")?.length()
        rowSpacing = object.optional("rowSpacing")?.length()
        separator = object.optional("separator")?.separator()
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

    /// A length in points.
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

    fileprivate func caption() -> Caption? {
        object { object in
            let lines = object.required("lineHeights")?.array { $0.length() }
            let padding = object.optional("padding")?.length() ?? 0
            return lines.map { Caption(lineHeights: $0, padding: padding) }
        }
    }

    /// Insets; missing ones are those of `insets`.
    fileprivate func insets(changing insets: Insets) -> Insets? {
        object { object in
            Insets(
                top: object.optional("top")?.length() ?? insets.top,
                leading: object.optional("leading")?.length() ?? insets.leading,
                bottom: object.optional("bottom")?.length() ?? insets.bottom,
                trailing: object.optional("trailing")?.length() ?? insets.trailing
            )
        }
    }

    fileprivate func separator() -> Separator? {
        object { object in
            Separator(
                leading: object.optional("leading")?.length() ?? 0,
                trailing: object.optional("trailing")?.length() ?? 0
            )
        }
    }
}
