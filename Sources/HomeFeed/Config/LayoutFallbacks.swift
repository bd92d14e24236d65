import HomeLayout
import JSON

/// Which layout stands in for another where a client does not know that one.
///
/// Any layout may stand in for any other: each shows items of every kind.
struct LayoutFallbacks: Sendable {
    private var next: [Layout: Layout] = [:]

    /// No layout has one: what a client does not know is left out.
    static let none = LayoutFallbacks()

    private init() {}

    /// Reads `{"HomeWidgetMap": "HomeWidgetFullWidth", …}`; one that leads back to itself is an error.
    init?(reading value: CheckedValue) {
        let read = value.object { object in
            for layout in Layout.allCases {
                next[layout] = object.optional(layout.rawValue)?.choice("layout", of: Layout.self)
            }
            return true
        }
        if read == nil { return nil }
        for layout in Layout.allCases where after(layout).contains(layout) {
            value.report("the fallbacks of \"\(layout.rawValue)\" lead back to it")
        }
    }

    /// What stands in for `layout`, in order, each once.
    func after(_ layout: Layout) -> [Layout] {
        var layouts: [Layout] = []
        var last = layout
        while let layout = next[last], !layouts.contains(layout) {
            layouts.append(layout)
            last = layout
        }
        return layouts
    }
}

/// The layouts that one thing can be shown in, the one that the config asks for first, each with its style.
struct LayoutFallbackChain: Sendable {
    /// A layout and how it is styled.
    final class Link: Sendable {
        let layout: Layout
        let style: LayoutStyle

        init(_ layout: Layout, _ style: LayoutStyle) {
            self.layout = layout
            self.style = style
        }
    }

    /// What the config asks for.
    let wanted: Link
    /// What stands in for it where a client does not know it, in order.
    let fallbacks: [Link]

    /// The first that the client knows; `nil` where it knows none. `known` is `nil` where it knows all layouts.
    func first(knownTo known: SupportedLayouts?) -> Link? {
        guard let known, !known.contains(wanted.layout) else { return wanted }
        return fallbacks.first { known.contains($0.layout) }
    }

    /// The layout that the config asks for, where `link` stands in for it.
    func wanted(insteadOf link: Link) -> Layout? {
        wanted.layout == link.layout ? nil : wanted.layout
    }
}
