import HomeLayout

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
