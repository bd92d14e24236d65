import Bytes
import HomeLayout

/// A widget's header, layout, metrics and footer, encoded once for all homes that draw the widget alike.
final class WidgetFrame: Sendable {
    /// The widget's id, unique in the document and independent of its position.
    public let id: String
    /// The header above the items.
    public let header: Header
    public let layout: Layout
    /// The configured layout, if the client does not support it and ``layout`` replaces it.
    let downgradedFrom: Layout?
    /// The style of the background, by the name that clients map to a colour of their own; `nil` for none.
    let background: String?
    /// The solved geometry. It does not depend on the state, so that nothing jumps when the items arrive.
    let metrics: EncodedMetrics
    /// The row that loads more items, below them, where the layout is a list or a grid; `nil` elsewhere.
    let loadMore: EncodedBar?
    /// The footer below the items.
    let footer: Footer?
    /// The revision of the frame.
    ///
    /// It covers neither items, state nor badge, so that a changed item does not animate the header, nor the position,
    /// so that a widget that grows does not change those below it.
    let revision: Revision

    /// The constant parts of the widget's JSON.
    let parts: FrameParts

    init(
        id: String,
        header: Header,
        layout: Layout,
        downgradedFrom: Layout? = nil,
        background: String? = nil,
        metrics: EncodedMetrics,
        loadMore: EncodedBar? = nil,
        footer: Footer? = nil
    ) {
        self.id = id
        self.header = header
        self.layout = layout
        self.downgradedFrom = downgradedFrom
        self.background = background
        self.metrics = metrics
        self.loadMore = loadMore
        self.footer = footer
        let revision = Revision {
            $0.combine(header)
            $0.combine(footer) {
                $0.combine($1.title)
                $0.combine($1.href)
                $0.combine($1.background) { $0.combine($1) }
                $0.combine($1.metrics.metrics)
            }
            $0.combine(layout.rawValue)
            $0.combine(downgradedFrom) { $0.combine($1.rawValue) }
            $0.combine(background) { $0.combine($1) }
            $0.combine(metrics.metrics)
            if let loadMore { $0.combine(loadMore.metrics) }
        }
        self.revision = revision
        parts = FrameParts(
            id: id,
            header,
            layout,
            downgradedFrom,
            background: background,
            metrics,
            footer,
            revision: revision
        )
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
    /// The style of the background, by the name that clients map to a colour of their own; `nil` for none.
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
    let background: String?
    let metrics: EncodedBar

    /// A footer with metrics solved for the document's device.
    /// - Parameter background: The style of the background, by the name that clients map to a colour; `nil` for none.
    init(title: String, href: String, background: String? = nil, metrics: EncodedBar) {
        self.title = title
        self.href = href
        self.background = background
        self.metrics = metrics
    }
}
