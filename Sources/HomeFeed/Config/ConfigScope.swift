import Catalogue
import HomeLayout

/// What the widgets of a config refer to.
struct ConfigScope {
    let kinds: KindTable
    let styles: LayoutStyles
    let fallbacks: LayoutFallbacks
    /// By their ids.
    let experiments: [String: Experiment]

    /// `layout` in `style`, and what stands in for it, each in the config's style: what a widget changes of its own layout
    /// is not meant for another.
    func chain(_ layout: Layout, _ style: LayoutStyle) -> LayoutFallbackChain {
        LayoutFallbackChain(
            wanted: LayoutFallbackChain.Link(layout, style),
            fallbacks: fallbacks.after(layout).map { LayoutFallbackChain.Link($0, styles[$0]) }
        )
    }
}
