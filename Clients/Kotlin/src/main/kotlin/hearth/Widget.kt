package hearth

import kotlinx.serialization.Serializable

/** A widget of a home, or the response of `GET /home/widgets/{id}`: a widget alone or its next page. */
@Serializable data class Widget(
    val id: String, val state: WidgetState,
    /** Absent in a widget loaded alone. */
    val position: Position? = null, val title: String? = null, val background: String? = null,
    val selectedBackground: String? = null, val layout: String, val downgradedFrom: String? = null,
    val fallback: String? = null, val revision: String, val contentRevision: String, val tracking: String,
    val dismissible: Boolean? = null, val header: Header, val badge: Badge? = null,
    val filters: LossyList<Chip> = emptyList(), val sorts: LossyList<Chip> = emptyList(), val metrics: Metrics,
    /** Of stale items, in seconds. */
    val age: Int? = null,
    /** Loads a deferred widget. */
    val href: String? = null,
    /** Whether a deferred list may become shorter once it is loaded. */
    val mayShrink: Boolean? = null,
    val error: LoadError? = null, val retry: Retry? = null, val map: MapContent? = null,
    val items: LossyList<Item> = emptyList(), val loadMore: LoadMore? = null, val footer: Footer? = null,
    /** In a widget loaded alone: replaces the token of the home. */
    val shown: String? = null,
) {
    val chips get() = filters + sorts

    /** Whether it has no items because they could not be loaded, or not in time. */
    internal val isFailed get() = state == WidgetState.error || state == WidgetState.deferred

    /** Loads a deferred widget, or one of which a part failed. */
    val pendingHref
        get() = if (state == WidgetState.deferred) href else retry?.href ?: items.firstNotNullOfOrNull { it.retry?.href }
}

/** The tops of a widget's header, first row and footer on the page. */
@Serializable data class Position(val header: Double, val items: Double, val footer: Double? = null)

@Serializable data class Badge(val count: Int? = null, val text: String)

/** A filter or an order. Its `href` loads the widget with the chip switched on or off. */
@Serializable data class Chip(val id: String, val title: String, val selected: Boolean, val href: String)

/** Why a widget or a part of it could not be loaded. `retryAfter` is in seconds. */
@Serializable data class LoadError(val code: String, val message: String, val retryAfter: Double? = null)

/** The `href` is relative to the server's URL, as all are. */
@Serializable data class Retry(val href: String)

/** The next page, and the row that offers it below a vertical widget. */
@Serializable data class LoadMore(val href: String, val metrics: BarMetrics? = null)

/**
 * What a map shows.
 * @property clusters Of items whose pins overlap. There are none after a further page, or if items were dropped: they
 * hold for the map of one page.
 */
@Serializable data class MapContent(val region: Region, val clusters: LossyList<Cluster> = emptyList())

/** `items` are indices in the widget. */
@Serializable data class Cluster(val latitude: Double, val longitude: Double, val items: List<Int>)

/** Around a middle, in degrees. */
@Serializable data class Region(
    val latitude: Double, val longitude: Double, val latitudeSpan: Double, val longitudeSpan: Double,
) {
    internal fun union(other: Region): Region {
        val (latitude, latitudeSpan) = union(latitude, latitudeSpan, other.latitude, other.latitudeSpan)
        val (longitude, longitudeSpan) = union(longitude, longitudeSpan, other.longitude, other.longitudeSpan)
        return Region(latitude, longitude, latitudeSpan, longitudeSpan)
    }

    private fun union(one: Double, span: Double, other: Double, otherSpan: Double): Pair<Double, Double> {
        val low = minOf(one - span / 2, other - otherSpan / 2)
        val high = maxOf(one + span / 2, other + otherSpan / 2)
        return Pair((low + high) / 2, high - low)
    }
}
