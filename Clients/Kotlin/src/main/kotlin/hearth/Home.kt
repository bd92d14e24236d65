package hearth

import kotlinx.serialization.Serializable

/** The home of one user, device and segment: the response of `GET /home`. All lengths are in points. */
@Serializable data class Home(
    val revision: String, val locale: String, val direction: Direction = Direction.leftToRight, val device: Device,
    val textStyles: LossyMap<TextStyle> = emptyMap(),
    /** By the names that backgrounds, separators and text styles have. */
    val palette: LossyMap<PaletteColor> = emptyMap(), val header: Header,
    val segments: LossyList<Segment> = emptyList(), val experiments: LossyList<Experiment> = emptyList(),
    /** The token of the items on the page: the server leaves them out of what is loaded with it. */
    val shown: String? = null,
    /** In seconds. */
    val refreshAfter: Int, val staleWhileRevalidate: Int, val contentHeight: Double,
    val homeWidgets: LossyList<Widget> = emptyList(),
)

@Serializable data class Device(val width: Double, val scale: Double, val textScale: Double)

/** A tab. The active one has no `href`. */
@Serializable data class Segment(val id: String, val title: String, val active: Boolean, val href: String? = null)

@Serializable data class Experiment(val id: String, val arm: String)

/** Colours as `#rrggbb`. */
@Serializable data class PaletteColor(val light: String, val dark: String)

/** A weight of 400 is regular, 700 is bold. */
@Serializable data class TextStyle(val size: Double, val lineHeight: Double, val weight: Int, val color: String? = null)

/** A text that wraps into up to `maxLines` lines. */
@Serializable data class TextLine(val style: String, val lineHeight: Double, val maxLines: Int) {
    internal val height get() = lineHeight * maxLines
}

/** The header of the page or of a widget. */
@Serializable data class Header(
    val kind: HeaderKind = HeaderKind.plain, val title: String? = null, val subtitle: String? = null,
    val href: String? = null,
    val background: String? = null, val metrics: BarMetrics,
)

@Serializable data class Footer(
    val title: String, val href: String, val background: String? = null, val metrics: BarMetrics,
)

/** The geometry of a header, a footer or a row that loads more, each as wide as the page. */
@Serializable data class BarMetrics(
    val height: Double, val padding: Insets,
    /** The title, then the subtitle. */
    val lines: LossyList<TextLine> = emptyList(),
    /** The space for a chevron at the end of the title. */
    val accessoryWidth: Double? = null, val badge: BadgeMetrics? = null, val chips: ChipMetrics? = null,
)

/** `padding` is between the ends of the badge and its text. */
@Serializable data class BadgeMetrics(
    val position: BadgePosition = BadgePosition.beside, val spacing: Double, val height: Double, val padding: Double,
    val style: String,
    val lineHeight: Double, val maxLines: Int,
)

/** `spacing` is above the row, `padding` between the ends of a chip and its text. */
@Serializable data class ChipMetrics(
    val spacing: Double, val height: Double, val padding: Double, val columnSpacing: Double, val style: String,
    val lineHeight: Double, val maxLines: Int,
)
