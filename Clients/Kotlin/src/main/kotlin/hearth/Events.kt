package hearth

import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlinx.serialization.Serializable

@Serializable @JvmInline
value class EventType(val value: String) {
    companion object {
        val shown = EventType("shown"); val opened = EventType("opened"); val saved = EventType("saved")
        val unsaved = EventType("unsaved"); val dismissed = EventType("dismissed"); val undo = EventType("undo")
    }
}

/** What the user did with an item or, without one, with the widget of `tracking`. */
@Serializable
data class Event(val type: EventType, val item: String? = null, val tracking: String? = null, val at: Instant)

/** Why events were not added. */
sealed class EventQueueError(message: String) : Exception(message) {
    /** The file has reached 4 MiB. */
    class Full : EventQueueError("the file is full")

    class Unreadable(message: String) : EventQueueError(message)

    class Unwritable(message: String) : EventQueueError(message)
}

/**
 * What became of the events that were sent.
 * @property refused Events that the server will never accept, one by one or all of a batch. They are no longer in the
 * queue.
 * @property error Why the queue still has events.
 */
data class EventReport(
    val accepted: Int = 0, val refused: List<Refusal> = emptyList(), val error: HomeError? = null,
) {
    data class Refusal(val event: Event, val code: String, val message: String)
}

/** @property fraction The visible share of the item, from 0 to 1. */
data class VisibleItem(val widget: String, val item: String, val tracking: String, val fraction: Double) {
    internal val element get() = PageElement(PageElement.Kind.item, widget, item)
}

/**
 * Counts an item of a widget as shown once at least half of it was visible for a second. Not for several threads at once.
 *
 * The token of an event names the widget, so an item that two widgets show has an event for each.
 */
class ImpressionCounter {
    private class Start(val time: Instant, val item: VisibleItem)

    /** The items of which half is visible. */
    private var visible = mapOf<PageElement, Start>()
    private val counted = mutableSetOf<PageElement>()

    /** When to call [update] at the latest, though nothing moves. */
    val nextTime get() = visible.values.minOfOrNull { it.time }?.plus(1.seconds)

    /**
     * Returns the `shown` events that are due.
     * @param items All that are visible from `time` until the next call; none when the page disappears.
     */
    fun update(items: List<VisibleItem>, time: Instant): List<Event> {
        val due = visible.values.filter { time - it.time >= 1.seconds }
            .sortedWith(compareBy({ it.time }, { it.item.widget }, { it.item.item }))
        due.mapTo(counted) { it.item.element }
        visible = items.filter { it.fraction >= 0.5 && it.element !in counted }.asReversed()
            .associate { it.element to (visible[it.element] ?: Start(time, it)) }
        return due.map { Event(EventType.shown, it.item.item, it.item.tracking, it.time + 1.seconds) }
    }

    /**
     * Counts all items again. Call it when the user comes back to the page. After a refresh, it would count again what has
     * long been on the screen.
     */
    fun reset() {
        visible = emptyMap()
        counted.clear()
    }
}
