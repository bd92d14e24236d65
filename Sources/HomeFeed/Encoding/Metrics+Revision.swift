import Bytes
import HomeLayout

extension RevisionHasher {
    mutating func combine(_ value: FixedPoint) {
        combine(value.thousandths)
    }

    mutating func combine(_ metrics: BarMetrics) {
        combine(metrics.height)
        combine(metrics.padding)
        combine(metrics.lines)
        combine(metrics.accessoryWidth)
        combine(metrics.badge) {
            $0.combine($1.position.rawValue)
            $0.combine($1.spacing)
            $0.combine($1.height)
            $0.combine($1.padding)
            $0.combine($1.line)
        }
        combine(metrics.chips) {
            $0.combine($1.spacing)
            $0.combine($1.height)
            $0.combine($1.padding)
            $0.combine($1.columnSpacing)
            $0.combine($1.line)
        }
    }

    mutating func combine(_ metrics: Metrics) {
        combine(metrics.height)
        combine(metrics.visibleItems)
        combine(metrics.rows)
        combine(metrics.columns) { $0.combine($1) }
        combine(metrics.itemSize)
        combine(metrics.image) {
            $0.combine($1.size)
            $0.combine($1.limit)
        }
        combine(metrics.caption) {
            $0.combine($1.position.rawValue)
            $0.combine($1.height)
            $0.combine($1.padding)
            $0.combine($1.lines)
        }
        combine(metrics.contentInsets)
        combine(metrics.columnSpacing)
        combine(metrics.rowSpacing)
        combine(metrics.separator) {
            $0.combine($1.leading)
            $0.combine($1.trailing)
            $0.combine($1.thickness)
            $0.combine($1.style) { $0.combine($1) }
        }
        combine(metrics.columnSeparator) {
            $0.combine($1.top)
            $0.combine($1.bottom)
            $0.combine($1.offset)
            $0.combine($1.thickness)
            $0.combine($1.style) { $0.combine($1) }
        }
        combine(metrics.scroll.rawValue)
    }

    private mutating func combine(_ lines: [LineMetrics]) {
        combine(lines.count)
        for line in lines { combine(line) }
    }

    private mutating func combine(_ line: LineMetrics) {
        combine(line.style)
        combine(line.lineHeight)
        combine(line.maximumLines)
    }

    private mutating func combine(_ size: Size) {
        combine(size.width)
        combine(size.height)
    }

    private mutating func combine(_ insets: Insets) {
        combine(insets.top)
        combine(insets.leading)
        combine(insets.bottom)
        combine(insets.trailing)
    }
}
