import Bytes
import HomeLayout

/// A widget's layout, metrics and footer, and what of its header is not personal, encoded once for all homes that draw
/// the widget alike.
final class WidgetFrame: Sendable {
    struct Content: Sendable {
        /// The widget's id, unique in the document and independent of its position.
        var id: String
        var headerKind: HeaderKind
        var header: EncodedBar
        var layout: Layout
        /// The configured layout, if the client does not support it and ``layout`` replaces it.
        var downgradedFrom: Layout?
        var backgrounds = Backgrounds()
        /// The solved geometry. Of a deferred widget that of all its items, so that little jumps when they arrive.
        var metrics: EncodedMetrics
        /// The row that loads more items, below them, where the layout is a list or a grid; `nil` elsewhere.
        var loadMore: EncodedBar?
        var footer: Footer?
    }

    let content: Content
    /// The constant parts of the widget's JSON.
    let parts: FrameParts

    init(_ content: Content) {
        self.content = content
        parts = FrameParts(content)
    }
}

/// A link below a widget's items.
struct Footer: Sendable {
    let title: String
    let href: String
    let metrics: EncodedBar
}
