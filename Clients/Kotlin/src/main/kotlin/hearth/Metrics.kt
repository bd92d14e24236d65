package hearth

import kotlinx.serialization.Serializable

/** The geometry of a widget's items. */
@Serializable data class Metrics(
    /** Of all rows, with the spaces between them. */
    val height: Double, val visibleItems: Double, val rows: Int,
    /** Of a vertical widget. */
    val columns: Int? = null, val rowHeight: Double, val columnSpacing: Double, val rowSpacing: Double,
    val itemSize: Size, val imageSize: Size? = null, val cornerRadius: Double? = null,
    val caption: CaptionMetrics? = null, val note: NoteMetrics? = null, val contentInsets: Insets,
    val separator: Separator? = null, val columnSeparator: ColumnSeparator? = null, val scroll: Scroll = Scroll.vertical,
    val itemOrder: ItemOrder? = null,
) {
    internal val fillsRows get() = itemOrder?.let { it == ItemOrder.row } ?: (scroll != Scroll.horizontal)

    /** With room for `count` items, if the layout grows downwards. */
    internal fun grown(count: Int): Metrics {
        if (scroll != Scroll.vertical || count == 0) return this
        val rows = lines(count, columns ?: 1)
        return copy(rows = rows, height = rows * (rowHeight + rowSpacing) - rowSpacing)
    }

    internal companion object {
        /** The number of rows with `across` items each, or of columns, that `count` items fill. */
        fun lines(count: Int, across: Int) = (count + maxOf(1, across) - 1) / maxOf(1, across)
    }
}

/** The height is with the padding, and with a note in the caption. */
@Serializable data class CaptionMetrics(
    val position: CaptionPosition = CaptionPosition.below, val height: Double, val padding: Insets,
    val lines: LossyList<TextLine> = emptyList(),
)

/**
 * The text that concerns the user: below the caption's lines, or a label over the image's lower leading corner, `inset`
 * from its edges.
 */
@Serializable data class NoteMetrics(
    val position: NotePosition = NotePosition.caption, val style: String, val lineHeight: Double, val maxLines: Int,
    val height: Double,
    val inset: Double? = null, val padding: Insets? = null,
)

/** The line between two rows, over the lower edge of the upper one. `leading` and `trailing` are from the page's edges. */
@Serializable data class Separator(
    val leading: Double, val trailing: Double, val thickness: Double, val color: String? = null,
)

/** The line between two columns: `top` and `bottom` are from the edges of all rows, `offset` from the column before it. */
@Serializable data class ColumnSeparator(
    val top: Double, val bottom: Double, val offset: Double, val thickness: Double, val color: String? = null,
)

@Serializable data class Size(val width: Double, val height: Double)

@Serializable data class Insets(val top: Double, val leading: Double, val bottom: Double, val trailing: Double)
