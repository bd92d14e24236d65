import Bytes
import HomeLayout

extension JSONWriter {
    mutating func members(of metrics: Metrics) {
        member("height", metrics.height)
        member("visibleItems", metrics.visibleItems)
        member("rows", metrics.rows)
        if let columns = metrics.columns { member("columns", columns) }
        member("rowHeight", metrics.itemSize.height)
        member("itemSize", metrics.itemSize)
        if let image = metrics.image { member("imageSize", image.size) }
        if metrics.cornerRadius > 0 { member("cornerRadius", metrics.cornerRadius) }
        if let caption = metrics.caption {
            object("caption") {
                $0.member("position", caption.position.rawValue)
                $0.member("height", caption.height)
                $0.member("padding", caption.padding)
                $0.objects("lines", caption.lines) { $0.members(of: $1) }
            }
        }
        if let note = metrics.note, note.height > 0 {
            object("note") {
                $0.member("position", note.position.rawValue)
                $0.member("height", note.height)
                if let inset = note.inset { $0.member("inset", inset) }
                if let padding = note.padding { $0.member("padding", padding) }
                $0.members(of: note.line)
            }
        }
        member("contentInsets", metrics.contentInsets)
        member("columnSpacing", metrics.columnSpacing)
        member("rowSpacing", metrics.rowSpacing)
        member("separator", metrics.separator, start: "leading", end: "trailing")
        member("columnSeparator", metrics.columnSeparator, start: "top", end: "bottom")
        member("scroll", metrics.scroll.rawValue)
        if let order = metrics.itemOrder { member("itemOrder", order) }
    }

    mutating func members(of metrics: BarMetrics) {
        member("height", metrics.height)
        member("padding", metrics.padding)
        if !metrics.lines.isEmpty { objects("lines", metrics.lines) { $0.members(of: $1) } }
        if metrics.accessoryWidth > 0 { member("accessoryWidth", metrics.accessoryWidth) }
        member("badge", metrics.badge)
        member("chips", metrics.chips)
    }

    private mutating func member(_ key: StaticString, _ label: LabelMetrics?) {
        guard let label else { return }
        object(key) {
            if let position = label.position { $0.member("position", position.rawValue) }
            $0.member("spacing", label.spacing)
            $0.member("height", label.height)
            $0.member("padding", label.padding)
            if let spacing = label.columnSpacing { $0.member("columnSpacing", spacing) }
            $0.members(of: label.line)
        }
    }

    private mutating func member(
        _ key: StaticString,
        _ separator: SeparatorMetrics?,
        start: StaticString,
        end: StaticString
    ) {
        guard let separator else { return }
        object(key) {
            $0.member(start, separator.start)
            $0.member(end, separator.end)
            if let offset = separator.offset { $0.member("offset", offset) }
            $0.member("thickness", separator.thickness)
            if let color = separator.color { $0.member("color", color) }
        }
    }

    private mutating func members(of line: LineMetrics) {
        member("style", line.style)
        member("lineHeight", line.lineHeight)
        member("maxLines", line.maximumLines)
    }

    private mutating func member(_ key: StaticString, _ size: Size) {
        object(key) {
            $0.member("width", size.width)
            $0.member("height", size.height)
        }
    }

    fileprivate mutating func member(_ key: StaticString, _ insets: Insets) {
        object(key) {
            $0.member("top", insets.top)
            $0.member("leading", insets.leading)
            $0.member("bottom", insets.bottom)
            $0.member("trailing", insets.trailing)
        }
    }
}
