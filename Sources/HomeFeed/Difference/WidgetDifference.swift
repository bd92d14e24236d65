import Bytes
import HomeLayout

/// The difference between a widget of two homes.
public struct WidgetDifference: Sendable {
    /// The widget in the first home; `nil` if it is added.
    public let before: MeasuredWidget?
    /// The widget in the second home; `nil` if it is removed.
    public let after: MeasuredWidget?
    /// Whether its place among the widgets of both homes differs.
    public let isMoved: Bool
    public let items: ItemDifference
    /// Whether the header, the geometry, the background or the footer differs.
    public let hasFrameChanged: Bool
    /// Whether the badge, the choices, the error, the link to more items or whether users can dismiss the widget differs.
    public let hasStateChanged: Bool

    public var id: String { (after ?? before)?.id ?? "" }

    /// The heights with header, insets, the row that loads more and footer, in points; 0 without the widget.
    public var height: Change<Points> { Change(before?.height ?? 0, after?.height ?? 0) }

    /// The sizes in the documents, in bytes; 0 without the widget.
    public var bytes: Change<Int> { Change(before?.bytes ?? 0, after?.bytes ?? 0) }

    /// Whether a client shows the same.
    var isEmpty: Bool {
        before != nil && after != nil && !isMoved && items.isEmpty && !hasFrameChanged && !hasStateChanged
    }

    init(from before: MeasuredWidget?, to after: MeasuredWidget?, isMoved: Bool) {
        self.before = before
        self.after = after
        self.isMoved = isMoved
        items = ItemDifference(from: before?.items ?? [], to: after?.items ?? [])
        hasFrameChanged = before?.frame != after?.frame
        hasStateChanged = before?.content != after?.content
    }
}

/// A widget of a home, with its place and sizes.
public struct MeasuredWidget: Sendable {
    public let id: String
    /// The number of widgets above it.
    public let position: Int
    public let layout: Layout
    /// The name of the ``WidgetState``.
    public let state: String
    /// The height with header, insets and footer, in points.
    public let height: Points
    /// The size in the document, in bytes.
    public let bytes: Int
    let items: [ComparedItem]
    let frame: Revision
    let content: Content

    /// The content besides items and frame.
    struct Content: Hashable {
        let state: WidgetState
        let badge: Badge?
        let choices: [[Chip]]
        let fallback: String?
        let loadsMore: Bool
        let isDismissible: Bool
    }

    init(_ widget: Widget, at position: Int, _ placement: Placement) {
        let (frame, metrics) = (widget.frame.content, widget.frame.content.metrics.metrics)
        id = frame.id
        self.position = position
        layout = frame.layout
        state = widget.state.name
        let bars = [frame.header, widget.loadMore == nil ? nil : frame.loadMore, frame.footer?.metrics]
        let heights =
            bars.compactMap { $0?.metrics.height }
            + [metrics.contentInsets.top, metrics.height, metrics.contentInsets.bottom]
        height = Points(thousandths: heights.reduce(0) { $0 + $1.thousandths })
        var writer = JSONWriter()
        _ = widget.write(into: &writer, at: placement)
        bytes = writer.bytes.count
        items = zip(widget.items, widget.items.revisionsWithoutImages(widget.localizer)).map {
            ComparedItem(id: $0.card.id, revision: $1)
        }
        self.frame = widget.revision
        content = Content(
            state: widget.state,
            badge: widget.badge,
            choices: [widget.filters, widget.sorts],
            fallback: widget.fallback,
            loadsMore: widget.loadMore != nil,
            isDismissible: widget.isDismissible
        )
    }
}
