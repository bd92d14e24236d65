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
