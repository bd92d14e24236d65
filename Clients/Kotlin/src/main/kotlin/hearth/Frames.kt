package hearth

/** The identity of a part of a page, apart from its content and its place. */
data class PageElement(
    val kind: Kind,
    /** Only the page's header has none. */
    val widget: String? = null,
    val item: String? = null,
    /** Of a placeholder; of a separator, that of the row or column after it. */
    val index: Int? = null,
) {
    enum class Kind {
        pageHeader, header, badge, chips, background, item, placeholder, separator, columnSeparator, loadMore, footer
    }
}

/** A rectangle on the page, in points from its upper left corner. */
data class Rect(val x: Double, val y: Double, val width: Double, val height: Double) {
    /** The share of this rectangle that is within `other`, from 0 to 1. */
    fun fraction(other: Rect): Double {
        val overlapX = minOf(x + width, other.x + other.width) - maxOf(x, other.x)
        val overlapY = minOf(y + height, other.y + other.height) - maxOf(y, other.y)
        return maxOf(0.0, overlapX) * maxOf(0.0, overlapY) / (width * height)
    }

    internal fun offset(x: Double, y: Double) = copy(x = this.x + x, y = this.y + y)
}

/** @property isPinned Whether it belongs to the header at the top edge, under which the others scroll. */
data class Frame(val element: PageElement, val rect: Rect, val isPinned: Boolean = false)

/**
 * How far the page and its carousels are scrolled.
 * @property y The top edge of the page's visible part, below bars that cover it: headers are pinned there.
 * @property x By widget: the distance from the leading edge of its content.
 */
data class ScrollOffset(val y: Double = 0.0, val x: Map<String, Double> = emptyMap())

/** The frames of all elements, or of those that are partly within `visible`. */
fun Page.frames(offset: ScrollOffset = ScrollOffset(), visible: Rect? = null): List<Frame> {
    val width = home.device.width
    val pinned = pinnedWidget(offset.y)?.id
    val header = Rect(0.0, 0.0, width, home.header.metrics.height)
    val frames = mutableListOf<Frame>()
    if (header.height > 0) frames += Frame(PageElement(PageElement.Kind.pageHeader), header)
    widgets.forEachIndexed { index, widget ->
        val position = widget.position ?: return@forEachIndexed
        val end = end(index)
        if (visible != null && (end <= visible.y || position.header >= visible.y + visible.height)) return@forEachIndexed
        val isPinned = widget.id == pinned
        val top = if (isPinned) minOf(offset.y, end - widget.header.metrics.height) else position.header
        frames += HeaderLayout(widget, width).frames(top, isPinned)
        frames += WidgetLayout(widget, width, offset.x[widget.id] ?: 0.0).frames(position)
    }
    if (home.direction == Direction.rightToLeft) {
        frames.replaceAll { it.copy(rect = it.rect.copy(x = width - it.rect.x - it.rect.width)) }
    }
    return if (visible == null) frames else frames.filter { it.rect.fraction(visible) > 0 }
}

/** The widget under the top edge at `y`, if it has a header: it is pinned there, until the next widget pushes it up. */
fun Page.pinnedWidget(y: Double): Widget? {
    val index = widgets.indexOfLast { (it.position?.header ?: y) < y }
    if (index < 0 || y >= end(index)) return null
    return widgets[index].takeIf { it.header.metrics.height > 0 }
}

/** The items within `visible`, below the pinned header, for an [ImpressionCounter]. */
fun Page.visibleItems(offset: ScrollOffset, visible: Rect): List<VisibleItem> {
    val frames = frames(offset, visible)
    val header = frames.firstOrNull { it.isPinned }?.rect
    val top = maxOf(visible.y, header?.let { it.y + it.height } ?: offset.y)
    val uncovered = visible.copy(y = top, height = visible.y + visible.height - top)
    return frames.mapNotNull { frame ->
        val widget = frame.element.widget?.let { this[it] }
        val item = widget?.items?.find { it.id == frame.element.item }
        item?.takeIf { it.kind != ItemKind.error && it.kind != ItemKind.loadMore }
            ?.let { VisibleItem(widget.id, it.id, it.tracking, frame.rect.fraction(uncovered)) }
            ?.takeIf { it.fraction > 0 }
    }
}

/** The top of the next widget. */
private fun Page.end(index: Int) =
    if (index + 1 < widgets.size) widgets[index + 1].position?.header ?: 0.0 else home.contentHeight
