package hearth

import kotlin.math.ceil

/**
 * The frames of a widget's header, its badge and its chips, with `x` from the page's leading edge.
 *
 * Texts are in the middle between the paddings. The frame of a badge is the space that is there for it: only the app can
 * measure its text, and that of the title that it is beside.
 */
internal class HeaderLayout(private val widget: Widget, private val width: Double) {
    fun frames(top: Double, isPinned: Boolean): List<Frame> {
        val bar = widget.header.metrics
        if (bar.height <= 0) return emptyList()
        val badge = widget.badge?.let { bar.badge }
        val chips = bar.chips?.takeIf { widget.chips.isNotEmpty() }
        val title = bar.lines.firstOrNull()?.height ?: 0.0
        val subtitle = bar.lines.drop(1).sumOf { it.height }
        val badgeBelow = badge?.takeIf { it.position == BadgePosition.below }?.let { it.spacing + it.height } ?: 0.0
        val texts = title + badgeBelow + subtitle
        val content = texts + (chips?.let { it.spacing + it.height } ?: 0.0)
        val start = top + bar.padding.top + (bar.height - bar.padding.top - bar.padding.bottom - content) / 2
        val leading = bar.padding.leading
        val room = width - leading - bar.padding.trailing

        fun frame(kind: PageElement.Kind, rect: Rect) = Frame(PageElement(kind, widget.id), rect, isPinned)
        return listOfNotNull(
            frame(PageElement.Kind.header, Rect(0.0, top, width, bar.height)),
            badge?.let {
                val y = start + if (badgeBelow > 0) title + it.spacing else (title - it.height) / 2
                frame(PageElement.Kind.badge, Rect(leading, y, room - (bar.accessoryWidth ?: 0.0), it.height))
            },
            chips?.let { frame(PageElement.Kind.chips, Rect(leading, start + texts + it.spacing, room, it.height)) },
        )
    }
}

/** The frames of a widget below its header, with `x` from the page's leading edge. */
internal class WidgetLayout(private val widget: Widget, private val width: Double, offset: Double = 0.0) {
    private val metrics = widget.metrics
    private val offset = if (metrics.scroll == Scroll.horizontal) offset else 0.0

    fun frames(position: Position): List<Frame> {
        val (insets, top) = Pair(metrics.contentInsets, position.items)
        val frames = mutableListOf<Frame>()
        fun add(kind: PageElement.Kind, rect: Rect, item: String? = null, index: Int? = null) {
            frames += Frame(PageElement(kind, widget.id, item, index), rect.copy(y = rect.y + top))
        }
        if (widget.background != null) {
            val height = insets.top + metrics.height + insets.bottom
            add(PageElement.Kind.background, Rect(0.0, -insets.top, width, height))
        }
        widget.items.forEachIndexed { index, item -> add(PageElement.Kind.item, cell(index), item = item.id) }
        if (widget.state == WidgetState.deferred && widget.items.isEmpty()) {
            for (index in 0 until placeholderCount) add(PageElement.Kind.placeholder, cell(index), index = index)
        }
        if (widget.items.isNotEmpty() && metrics.scroll != Scroll.none) {
            for (row in 1 until metrics.rows) {
                separatorAbove(row)?.let { add(PageElement.Kind.separator, it, index = row) }
            }
            for (column in 1 until columns) {
                separatorBefore(column)?.let { add(PageElement.Kind.columnSeparator, it, index = column) }
            }
        }
        loadMore?.let { add(PageElement.Kind.loadMore, it) }
        val footer = widget.footer
        if (footer != null && position.footer != null) {
            add(PageElement.Kind.footer, Rect(0.0, position.footer - top, width, footer.metrics.height))
        }
        return frames
    }

    private val columns get() = metrics.columns ?: Metrics.lines(widget.items.size, metrics.rows)

    /** As many as the rows have, or as fill the width of a carousel. */
    private val placeholderCount: Int
        get() {
            val visible = ceil(width / maxOf(1.0, metrics.itemSize.width + metrics.columnSpacing)).toInt()
            return metrics.rows * if (metrics.scroll == Scroll.none) 1 else metrics.columns ?: visible
        }

    private fun leading(column: Int) =
        metrics.contentInsets.leading + column * (metrics.itemSize.width + metrics.columnSpacing) - offset

    private fun top(row: Int) = row * (metrics.rowHeight + metrics.rowSpacing)

    private fun cell(index: Int): Rect {
        val across = maxOf(1, if (metrics.fillsRows) metrics.columns ?: 1 else metrics.rows)
        val (line, place) = if (metrics.scroll == Scroll.none) Pair(0, 0) else Pair(index / across, index % across)
        val (column, row) = if (metrics.fillsRows) Pair(place, line) else Pair(line, place)
        return Rect(leading(column), top(row), metrics.itemSize.width, metrics.itemSize.height)
    }

    private fun separatorAbove(row: Int) = metrics.separator?.let { line ->
        val y = top(row) - metrics.rowSpacing - line.thickness
        Rect(line.leading - offset, y, width - line.leading - line.trailing, line.thickness)
    }

    private fun separatorBefore(column: Int) = metrics.columnSeparator?.let { line ->
        val x = leading(column) - metrics.columnSpacing + line.offset
        Rect(x, line.top, line.thickness, metrics.height - line.top - line.bottom)
    }

    /** A row below a vertical widget, or a cell after a carousel's last column. A map's control is the app's own. */
    private val loadMore: Rect?
        get() {
            val bar = (widget.loadMore ?: return null).metrics
            if (bar != null) return Rect(0.0, metrics.height + metrics.contentInsets.bottom, width, bar.height)
            if (metrics.scroll != Scroll.horizontal) return null
            val height = metrics.imageSize?.height?.takeIf { metrics.rows == 1 } ?: metrics.height
            return Rect(leading(columns), 0.0, minOf(metrics.itemSize.width, 128.0), height)
        }
}
