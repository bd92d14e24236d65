import Bytes
import HomeLayout

extension RevisionHasher {
    /// Mixes in a number, to the thousandth.
    mutating func combine(_ value: FixedPoint) {
        combine(value.thousandths)
    }

    mutating func combine(_ size: Size) {
        combine(size.width)
        combine(size.height)
    }

    mutating func combine(_ size: PixelSize) {
        combine(size.width)
        combine(size.height)
    }

    mutating func combine(_ insets: Insets) {
        combine(insets.top)
        combine(insets.leading)
        combine(insets.bottom)
        combine(insets.trailing)
    }

    mutating func combine(_ metrics: BarMetrics) {
        combine(metrics.height)
        combine(metrics.padding)
    }

    mutating func combine(_ metrics: Metrics) {
        combine(metrics.height)
        combine(metrics.visibleItems)
        combine(metrics.rows)
        combine(metrics.columns) { $0.combine($1) }
        combine(metrics.itemSize)
        combine(metrics.imageSize) { $0.combine($1) }
        combine(metrics.captionHeight)
        combine(metrics.contentInsets)
        combine(metrics.columnSpacing)
        combine(metrics.rowSpacing)
        combine(metrics.separator) {
            $0.combine($1.leading)
            $0.combine($1.trailing)
            $0.combine($1.thickness)
        }
        combine(metrics.scroll.rawValue)
    }

    mutating func combine(_ placement: Placement) {
        combine(placement.headerY)
        combine(placement.y)
        combine(placement.footerY)
    }
}
