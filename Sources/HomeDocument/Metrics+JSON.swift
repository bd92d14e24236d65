import HomeLayout

extension JSONWriter {
    /// Writes a widget's metrics; `y` only where its place on a page is known.
    mutating func member(_ key: StaticString, _ metrics: Metrics, y: Points?) {
        object(key) {
            if let y { $0.member("y", y) }
            $0.member("height", metrics.height)
            $0.member("visibleItems", metrics.visibleItems)
            $0.member("rows", metrics.rows)
            if let columns = metrics.columns { $0.member("columns", columns) } else { $0.null("columns") }
            $0.member("rowHeight", metrics.rowHeight)
            $0.member("itemSize", metrics.itemSize)
            if let size = metrics.imageSize { $0.member("imageSize", size) } else { $0.null("imageSize") }
            $0.member("captionHeight", metrics.captionHeight)
            $0.member("contentInsets", metrics.contentInsets)
            $0.member("columnSpacing", metrics.columnSpacing)
            $0.member("rowSpacing", metrics.rowSpacing)
            if let separator = metrics.separator {
                $0.object("separator") {
                    $0.member("leading", separator.leading)
                    $0.member("trailing", separator.trailing)
                    $0.member("thickness", separator.thickness)
                }
            } else {
                $0.null("separator")
            }
            $0.member("scroll", metrics.scroll.rawValue)
        }
    }

    /// Writes the metrics of a header or a footer; `y` only where its place on a page is known.
    mutating func member(_ key: StaticString, _ metrics: BarMetrics, y: Points?) {
        object(key) {
            if let y { $0.member("y", y) }
            $0.member("height", metrics.height)
            $0.member("padding", metrics.padding)
        }
    }

    private mutating func member(_ key: StaticString, _ size: Size) {
        object(key) {
            $0.member("width", size.width)
            $0.member("height", size.height)
        }
    }

    private mutating func member(_ key: StaticString, _ insets: Insets) {
        object(key) {
            $0.member("top", insets.top)
            $0.member("leading", insets.leading)
            $0.member("bottom", insets.bottom)
            $0.member("trailing", insets.trailing)
        }
    }
}
