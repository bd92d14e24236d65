import HomeLayout
import JSON

/// A layout with its style. A class, because every request passes it on.
final class StyledLayout: Sendable {
    let layout: Layout
    let style: LayoutStyle

    init(_ layout: Layout, _ style: LayoutStyle) {
        self.layout = layout
        self.style = style
    }
}

/// The layout of a widget, and its fallbacks for clients that do not support it.
struct LayoutChain: Sendable {
    let preferred: StyledLayout
    let fallbacks: [StyledLayout]

    func first(supportedBy supported: SupportedLayouts?) -> StyledLayout? {
        guard let supported, !supported.contains(preferred.layout) else { return preferred }
        return fallbacks.first { supported.contains($0.layout) }
    }

    func preferred(insteadOf layout: StyledLayout) -> Layout? {
        preferred.layout == layout.layout ? nil : preferred.layout
    }
}

/// The fallback of each layout, for clients that do not support it; without one, they do not get its widgets. Any layout
/// can be the fallback of any other, because each shows items of every kind.
typealias LayoutFallbacks = [Layout: Layout]

extension LayoutFallbacks {
    /// Reads `{"HomeWidgetMap": "HomeWidgetFullWidth", …}`; a cycle is an error.
    init(reading object: inout CheckedObject) {
        self.init()
        for layout in Layout.allCases {
            self[layout] = object.optional(layout.rawValue)?.choice("layout", of: Layout.self)
        }
        for layout in Layout.allCases where after(layout).contains(layout) {
            object.report("the fallbacks of \"\(layout.rawValue)\" lead back to it")
        }
    }

    /// In order, each once.
    func after(_ layout: Layout) -> [Layout] {
        var layouts: [Layout] = []
        var last = layout
        while let layout = self[last], !layouts.contains(layout) {
            layouts.append(layout)
            last = layout
        }
        return layouts
    }
}
