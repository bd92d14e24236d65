package hearth

/**
 * The changes of a list of unique ids. `removed` and the sources of `moved` are indices in the old list, all others in
 * the new one.
 * @property moved As few as possible.
 * @property reloaded Kept ids with another content, moved or not.
 */
data class ListChanges(
    val removed: List<Int>, val inserted: List<Int>, val moved: List<Move>, val reloaded: List<Int>,
) {
    data class Move(val from: Int, val to: Int)

    val isEmpty get() = removed.isEmpty() && inserted.isEmpty() && moved.isEmpty() && reloaded.isEmpty()

    internal companion object {
        /** @param old Each id with its content. */
        fun between(old: List<Pair<String, Any>>, new: List<Pair<String, Any>>): ListChanges {
            val places = old.indices.reversed().associateBy { old[it].first }
            val ids = new.mapTo(mutableSetOf()) { it.first }
            val kept = new.indices.mapNotNull { to -> places[new[to].first]?.let { Move(it, to) } }
            val unmoved = longestIncreasing(kept.map { it.from })
            return ListChanges(
                removed = old.indices.filter { old[it].first !in ids },
                inserted = new.indices.filter { new[it].first !in places },
                moved = kept.filterIndexed { index, _ -> index !in unmoved },
                reloaded = kept.filter { old[it.from].second != new[it.to].second }.map { it.to },
            )
        }

        /** The indices of a longest increasing subsequence, by patience sorting. */
        private fun longestIncreasing(values: List<Int>): Set<Int> {
            // For each length: the index of the least value that ends a subsequence of it.
            val ends = mutableListOf<Int>()
            val previous = values.mapIndexed { index, value ->
                val length = ends.indexOfFirst { values[it] >= value }.let { if (it < 0) ends.size else it }
                if (length < ends.size) ends[length] = index else ends += index
                ends.getOrNull(length - 1)
            }
            return generateSequence(ends.lastOrNull()) { previous[it] }.toSet()
        }
    }
}

/**
 * The changes from one page to another, for a list view that animates them.
 *
 * A section is a widget: its content is its revision, state, badge and chips. A cell is an item of a widget: its content
 * is its revision and size. Their places are no content.
 */
class PageChanges(old: Page, new: Page, offset: ScrollOffset = ScrollOffset()) {
    val sections = ListChanges.between(old.widgets.map(::section), new.widgets.map(::section))

    /** By widget: the cells of the kept sections that have changes. */
    val items: Map<String, ListChanges> = buildMap {
        for (widget in new.widgets) {
            val former = old[widget.id] ?: continue
            val changes = ListChanges.between(cells(former), cells(widget))
            if (!changes.isEmpty) put(widget.id, changes)
        }
    }

    /** How each element of the two pages appears, moves or disappears. */
    val transitions = Transitions(old, new, offset).all

    private fun section(widget: Widget) = widget.id to listOf(widget.revision, widget.state, widget.badge, widget.chips)

    private fun cells(widget: Widget) = widget.items.map { it.id to Pair(it.revision, widget.metrics.itemSize) }
}

/** The initial and the final attributes of an element's animation. */
data class ElementTransition(val initial: Attributes, val final: Attributes) {
    data class Attributes(val rect: Rect, val alpha: Double)
}

/**
 * A kept element moves. An inserted one fades in and a removed one fades out, while it moves as far as its nearest kept
 * neighbour. That is the item before it in its widget, else the one after it, else its widget, else the widget above,
 * else the one below.
 */
internal class Transitions(private val old: Page, private val new: Page, offset: ScrollOffset) {
    private val before = rects(old, offset)
    private val after = rects(new, offset)

    val all: Map<PageElement, ElementTransition> = (before + after).mapValues { (element, rect) ->
        val (from, to) = Pair(before[element], after[element])
        val shift = if (from != null && to != null) Shift(0.0, 0.0) else shift(element, if (to != null) new else old)
        ElementTransition(
            ElementTransition.Attributes(from ?: rect.offset(-shift.x, -shift.y), if (from != null) 1.0 else 0.0),
            ElementTransition.Attributes(to ?: rect.offset(shift.x, shift.y), if (to != null) 1.0 else 0.0),
        )
    }

    private class Shift(val x: Double, val y: Double)

    /** How far the nearest kept neighbour of an element of `page` moves. */
    private fun shift(element: PageElement, page: Page): Shift {
        val id = element.widget ?: return Shift(0.0, 0.0)
        val cells = page[id]?.items.orEmpty().map { PageElement(PageElement.Kind.item, id, it.id) }
        return nearest(element, cells, ::shiftOfCell)
            ?: nearest(id, page.widgets.map { it.id }, ::shiftOfWidget) ?: Shift(0.0, 0.0)
    }

    private fun shiftOfCell(cell: PageElement): Shift? {
        val (from, to) = Pair(before[cell] ?: return null, after[cell] ?: return null)
        return Shift(to.x - from.x, to.y - from.y)
    }

    private fun shiftOfWidget(id: String): Shift? {
        val (from, to) = Pair(old[id]?.position ?: return null, new[id]?.position ?: return null)
        return Shift(0.0, to.header - from.header)
    }

    private fun <ID> nearest(id: ID, ids: List<ID>, shift: (ID) -> Shift?): Shift? {
        val index = ids.indexOf(id)
        if (index < 0) return null
        return (ids.take(index + 1).reversed() + ids.drop(index)).firstNotNullOfOrNull(shift)
    }
}

private fun rects(page: Page, offset: ScrollOffset) =
    page.frames(offset).asReversed().associate { it.element to it.rect }
