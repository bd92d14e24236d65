package hearth

/** A home with the widgets and pages that were loaded into it since. */
data class Page(val home: Home) {
    val widgets = home.homeWidgets.filter { it.position != null }

    operator fun get(id: String) = widgets.find { it.id == id }

    /**
     * Adds the next page of a widget. Pages that were loaded in parallel may overlap: items that are on the page already
     * are dropped. A page that could not be loaded changes nothing.
     */
    fun append(next: Widget): Page {
        val widget = this[next.id]?.takeUnless { next.isFailed } ?: return this
        val known = widgets.flatMap { it.items }.mapTo(mutableSetOf()) { it.id }
        val items = widget.items + next.items.filter { known.add(it.id) }
        val map = widget.map?.let { MapContent(next.map?.region?.let(it.region::union) ?: it.region) }
        val metrics = widget.metrics.grown(items.size)
        return updated(widget.copy(items = items, map = map, loadMore = next.loadMore, metrics = metrics), next.shown)
    }

    /**
     * Replaces a widget by the same one loaded alone.
     * @param isChoice A chip loaded it: it is complete. Of another one, items that other widgets have are dropped.
     */
    fun replace(loaded: Widget, isChoice: Boolean = false): Page {
        val others = if (isChoice) emptyList() else widgets.filter { it.id != loaded.id }
        val known = others.flatMap { it.items }.mapTo(mutableSetOf()) { it.id }
        val items = loaded.items.filter { it.id !in known }
        val map = if (items.size < loaded.items.size) loaded.map?.copy(clusters = emptyList()) else loaded.map
        return updated(loaded.copy(items = items, map = map), loaded.shown)
    }

    internal fun dropShown() = Page(home.copy(shown = null))

    /** Puts the widget in its place, and moves everything below it by the change of its height. */
    private fun updated(widget: Widget, shown: String?): Page {
        val index = widgets.indexOfFirst { it.id == widget.id }
        if (index < 0) return this
        val growth = widget.edges.bottom - widgets[index].edges.bottom
        val changed = widgets.mapIndexed { place, other ->
            when {
                place == index -> widget.positioned(other)
                place > index -> other.copy(position = other.position?.moved(growth))
                else -> other
            }
        }
        val contentHeight = home.contentHeight + growth
        return Page(home.copy(homeWidgets = changed, contentHeight = contentHeight, shown = shown ?: home.shown))
    }
}

/** The first row, the footer and the end, from the top of the header. */
private class Edges(val items: Double, val footer: Double, val bottom: Double)

private val Widget.edges: Edges
    get() {
        val items = header.metrics.height + metrics.contentInsets.top
        val footer = items + metrics.height + metrics.contentInsets.bottom + (loadMore?.metrics?.height ?: 0.0)
        return Edges(items, footer, footer + (this.footer?.metrics?.height ?: 0.0))
    }

/** The widget with its header where `old` has it, and rows and footer moved by what is higher above them. */
private fun Widget.positioned(old: Widget): Widget = copy(
    position = old.position?.let { top ->
        val footer = top.footer?.let { it - old.edges.footer } ?: top.header
        val items = top.items + edges.items - old.edges.items
        Position(top.header, items, this.footer?.let { footer + edges.footer })
    },
)

private fun Position.moved(growth: Double) = Position(header + growth, items + growth, footer?.plus(growth))
