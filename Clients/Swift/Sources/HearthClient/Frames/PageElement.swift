/// The identity of a part of a page, apart from its content and its place.
public struct PageElement: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case pageHeader, header, badge, chips, background, item, placeholder, separator, columnSeparator
        case loadMore, footer
    }

    public let kind: Kind
    /// Only the page's header has none.
    public let widget: String?
    public let item: String?
    /// Of a placeholder; of a separator, that of the row or column after it.
    public let index: Int?

    public init(_ kind: Kind, widget: String? = nil, item: String? = nil, index: Int? = nil) {
        (self.kind, self.widget, self.item, self.index) = (kind, widget, item, index)
    }
}

public struct Frame: Hashable, Sendable {
    public let element: PageElement
    public var rect: Rect
    /// Whether it belongs to the header at the top edge, under which the others scroll.
    public var isPinned = false
}

/// How far the page and its carousels are scrolled.
public struct ScrollOffset: Hashable, Sendable {
    /// The top edge of the page's visible part, below bars that cover it: headers are pinned there.
    public var y: Double
    /// By widget: the distance from the leading edge of its content.
    public var x: [String: Double]

    public init(y: Double = 0, x: [String: Double] = [:]) { (self.y, self.x) = (y, x) }
}
