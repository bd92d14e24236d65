extension Page {
    /// The frames of all elements, or of those that are partly within `visible`.
    public func frames(at offset: ScrollOffset = ScrollOffset(), in visible: Rect? = nil) -> [Frame] {
        let width = home.device.width
        let pinned = pinnedWidget(at: offset.y)?.id
        let header = Rect(x: 0, y: 0, width: width, height: home.header.metrics.height)
        var frames = header.height > 0 ? [Frame(element: PageElement(.pageHeader), rect: header)] : []
        for (index, widget) in widgets.enumerated() {
            guard let position = widget.position else { continue }
            let end = end(of: index)
            if let visible, end <= visible.y || position.header >= visible.y + visible.height { continue }
            let isPinned = widget.id == pinned
            let top = isPinned ? min(offset.y, end - widget.header.metrics.height) : position.header
            frames += widget.headerFrames(at: top, width: width, isPinned: isPinned)
            frames += WidgetLayout(widget, width: width, offset: offset.x[widget.id] ?? 0).frames(at: position)
        }
        if home.direction == .rightToLeft {
            for index in frames.indices { frames[index].rect.mirror(in: width) }
        }
        return visible.map { visible in frames.filter { $0.rect.fraction(in: visible) > 0 } } ?? frames
    }

    /// The widget under the top edge at `y`, if it has a header: it is pinned there, until the next widget pushes it up.
    public func pinnedWidget(at y: Double) -> Widget? {
        let index = widgets.lastIndex { ($0.position?.header ?? y) < y }
        return index.flatMap { y < end(of: $0) && widgets[$0].header.metrics.height > 0 ? widgets[$0] : nil }
    }

    /// The items within `visible`, below the pinned header, for an ``ImpressionCounter``.
    public func visibleItems(at offset: ScrollOffset, in visible: Rect) -> [VisibleItem] {
        let frames = frames(at: offset, in: visible)
        let header = frames.first(where: \.isPinned)?.rect
        let top = max(visible.y, header.map { $0.y + $0.height } ?? offset.y)
        let uncovered = Rect(x: visible.x, y: top, width: visible.width, height: visible.y + visible.height - top)
        return frames.compactMap { frame in
            guard let id = frame.element.item, let widget = frame.element.widget,
                let item = self[widget]?.items.first(where: { $0.id == id }), ![.error, .loadMore].contains(item.kind)
            else { return nil }
            let fraction = frame.rect.fraction(in: uncovered)
            return fraction > 0
                ? VisibleItem(widget: widget, item: id, tracking: item.tracking, fraction: fraction) : nil
        }
    }

    /// The top of the next widget.
    private func end(of index: Int) -> Double {
        index + 1 < widgets.count ? widgets[index + 1].position?.header ?? 0 : home.contentHeight
    }
}
