import Bytes
import HomeLayout

/// A widget's header, layout, metrics and footer, encoded once for all homes that draw the widget alike.
final class WidgetFrame: Sendable {
    struct Content: Sendable {
        /// The widget's id, unique in the document and independent of its position.
        var id: String
        var header: Header
        var layout: Layout
        /// The configured layout, if the client does not support it and ``layout`` replaces it.
        var downgradedFrom: Layout?
        var backgrounds = Backgrounds()
        /// The solved geometry. Of a deferred widget that of all its items, so that little jumps when they arrive.
        var metrics: EncodedMetrics
        /// The row that loads more items, below them, where the layout is a list or a grid; `nil` elsewhere.
        var loadMore: EncodedBar?
        /// The footer below the items.
        var footer: Footer?
    }

    let content: Content
    /// The constant parts of the widget's JSON.
    let parts: FrameParts

    /// The revision of the frame.
    ///
    /// It covers neither items, state nor badge, so that a changed item does not animate the header, nor the position,
    /// so that a widget that grows does not change those below it.
    var revision: Revision { parts.revision }

    init(_ content: Content) {
        self.content = content
        parts = FrameParts(content)
    }
}

public struct Header: Sendable {
    /// The texts and the link of a header.
    public struct Content: Hashable, Sendable {
        public let kind: HeaderKind
        /// The title; `nil` without a header.
        public let title: String?
        public let subtitle: String?
        /// The URL that a tappable header opens.
        public let href: String?

        static func tappable(title: String, subtitle: String? = nil, href: String) -> Content {
            Content(kind: .tappable, title: title, subtitle: subtitle, href: href)
        }

        public static func plain(title: String, subtitle: String? = nil) -> Content {
            Content(kind: .plain, title: title, subtitle: subtitle, href: nil)
        }

        public static let empty = Content(kind: .empty, title: nil, subtitle: nil, href: nil)
    }

    /// The texts and the link.
    public let content: Content
    /// The colour of the background, by its name in the palette; `nil` for none.
    let background: String?
    /// The solved geometry.
    let metrics: EncodedBar

    /// A header with metrics solved for the document's device.
    init(_ content: Content, background: String? = nil, metrics: EncodedBar) {
        self.content = content
        self.background = background
        self.metrics = metrics
    }
}

/// A link below a widget's items.
struct Footer: Sendable {
    let title: String
    let href: String
    let metrics: EncodedBar
}
