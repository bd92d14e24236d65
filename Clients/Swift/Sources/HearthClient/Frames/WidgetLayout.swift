/// The frames of a widget below its header, with `x` from the page's leading edge.
struct WidgetLayout {
    private let widget: Widget
    private let metrics: Metrics
    private let width: Double
    private let offset: Double

    init(_ widget: Widget, width: Double, offset: Double = 0) {
        (self.widget, metrics, self.width) = (widget, widget.metrics, width)
        self.offset = metrics.scroll == .horizontal ? offset : 0
    }

    func frames(at position: Position) -> [Frame] {
        let (id, insets, top) = (widget.id, metrics.contentInsets, position.items)
        var frames: [Frame] = []
        func add(_ kind: PageElement.Kind, _ rect: Rect, item: String? = nil, index: Int? = nil) {
            var rect = rect
            rect.y += top
            frames.append(Frame(element: PageElement(kind, widget: id, item: item, index: index), rect: rect))
        }
        if widget.background != nil {
            let height = insets.top + metrics.height + insets.bottom
            add(.background, Rect(x: 0, y: -insets.top, width: width, height: height))
        }
        for (index, item) in widget.items.enumerated() { add(.item, cell(at: index), item: item.id) }
        if widget.state == .deferred && widget.items.isEmpty {
            for index in 0..<placeholderCount { add(.placeholder, cell(at: index), index: index) }
        }
        if !widget.items.isEmpty && metrics.scroll != .none {
            for row in 1..<max(1, metrics.rows) { separator(above: row).map { add(.separator, $0, index: row) } }
            for next in 1..<max(1, columns) { separator(before: next).map { add(.columnSeparator, $0, index: next) } }
        }
        if let loadMore { add(.loadMore, loadMore) }
        if let footer = widget.footer, let y = position.footer {
            add(.footer, Rect(x: 0, y: y - top, width: width, height: footer.metrics.height))
        }
        return frames
    }

    private var columns: Int {
        metrics.columns ?? Metrics.lines(of: widget.items.count, across: metrics.rows)
    }

    /// As many as the rows have, or as fill the width of a carousel.
    private var placeholderCount: Int {
        let visible = (width / max(1, metrics.itemSize.width + metrics.columnSpacing)).rounded(.up)
        return max(0, metrics.rows * (metrics.scroll == .none ? 1 : metrics.columns ?? Int(visible)))
    }

    private func leading(of column: Int) -> Double {
        metrics.contentInsets.leading + Double(column) * (metrics.itemSize.width + metrics.columnSpacing) - offset
    }

    private func top(of row: Int) -> Double { Double(row) * (metrics.rowHeight + metrics.rowSpacing) }

    private func cell(at index: Int) -> Rect {
        let across = max(1, metrics.fillsRows ? metrics.columns ?? 1 : metrics.rows)
        let (line, place) = metrics.scroll == .none ? (0, 0) : (index / across, index % across)
        let (column, row) = metrics.fillsRows ? (place, line) : (line, place)
        let size = metrics.itemSize
        return Rect(x: leading(of: column), y: top(of: row), width: size.width, height: size.height)
    }

    private func separator(above row: Int) -> Rect? {
        guard let line = metrics.separator else { return nil }
        let y = top(of: row) - metrics.rowSpacing - line.thickness
        let length = width - line.leading - line.trailing
        return Rect(x: line.leading - offset, y: y, width: length, height: line.thickness)
    }

    private func separator(before column: Int) -> Rect? {
        guard let line = metrics.columnSeparator else { return nil }
        let x = leading(of: column) - metrics.columnSpacing + line.offset
        return Rect(x: x, y: line.top, width: line.thickness, height: metrics.height - line.top - line.bottom)
    }

    /// A row below a vertical widget, or a cell after a carousel's last column. A map's control is the app's own.
    private var loadMore: Rect? {
        guard let loadMore = widget.loadMore else { return nil }
        if let bar = loadMore.metrics {
            return Rect(x: 0, y: metrics.height + metrics.contentInsets.bottom, width: width, height: bar.height)
        }
        guard metrics.scroll == .horizontal else { return nil }
        let height = (metrics.rows == 1 ? metrics.imageSize?.height : nil) ?? metrics.height
        return Rect(x: leading(of: columns), y: 0, width: min(metrics.itemSize.width, 128), height: height)
    }
}
