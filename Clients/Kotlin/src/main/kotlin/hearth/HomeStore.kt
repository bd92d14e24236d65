package hearth

import java.net.URI
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.withContext

/**
 * Loads one home, and holds the page to show: read it after each call.
 *
 * Calls may overlap: those for the same part of a home share one load, which goes on if a caller is cancelled. Responses
 * for a widget or a page that was replaced meanwhile are dropped. Errors leave the page as it is.
 * @param address The URL of `/home` with the parameters of device, user and place, or a segment's `href` on the server.
 * The store sets `schema`, and takes over `choices`.
 */
class HomeStore(
    address: String, transport: Transport = UrlConnectionTransport(), retry: RetryPolicy = RetryPolicy(),
    private val copy: OfflineCopy? = null,
) {
    @Volatile var page: Page? = null
        private set

    /** Whether the page came from the server, not from the offline copy. */
    @Volatile var isCurrent = false
        private set

    /** When the server sent the home, or confirmed it; that of an offline copy is kept with it. */
    @Volatile var loadTime: Instant? = null
        private set

    /** When to refresh, since the home may have changed. */
    val refreshTime get() = page?.let { loadTime?.plus(it.home.refreshAfter.seconds) }

    /** The ids of the selected chips by widget. They go with each home, so that it has the same choices. */
    @Volatile var choices: Map<String, List<String>> = choices(address)
        private set

    private val address = address.removing("choices", "schema").adding("schema", HomeDocument.schema)
    /** A user who has moved gets the copy, too. */
    private val copyAddress = this.address.removing("lat", "lon")
    private val client = HttpClient(transport, retry)
    /** Runs one call at a time, but for the time in which it waits. */
    private val dispatcher = Dispatchers.IO.limitedParallelism(1)
    private val scope = CoroutineScope(SupervisorJob() + dispatcher)
    /** The last home and its ETag. */
    private var document: HomeDocument? = null
    private var tag: String? = null
    /** Whether the server refused a link of the document: its parts are not used again. */
    private var isOutdated = false
    private var home: Deferred<Unit>? = null
    private var nextHome: Deferred<Unit>? = null
    private val loads = mutableMapOf<Triple<String, Part, Int>, Deferred<Unit>>()
    /** The numbers of homes, and of loads that replace a widget. */
    private var generation = 0
    private val versions = mutableMapOf<String, Int>()
    private val retryTimes = mutableMapOf<String, Instant>()

    /** Shows the offline copy, wherever the user was then. Call it before the first refresh, which may be slow or fail. */
    suspend fun restore() = withContext(dispatcher) {
        if (page != null) return@withContext
        val content = copy?.content(copyAddress) ?: return@withContext
        try {
            show(HomeDocument.parse(content.document), content.head.tag)
            choices = content.head.choices + choices
            loadTime = content.head.loadTime
        } catch (_: HomeError) {
            copy.remove()
        }
    }

    /**
     * Loads the home, of which the server sends only what has changed. A changed home replaces the page and all that was
     * loaded into it; an unchanged one keeps them.
     *
     * A home that is on its way may not have what the user did since it was asked for, so another one is loaded after it.
     */
    suspend fun refresh() = withContext(dispatcher) {
        val former = home
        val load = nextHome ?: scope.async {
            former?.join()
            home = nextHome
            nextHome = null
            loadHome()
        }
        nextHome = load
        load.await()
    }

    /** Loads the next page of a widget. */
    suspend fun loadMore(widget: String) =
        withContext(dispatcher) { load(page?.get(widget)?.loadMore?.href, widget, Part.page) }

    /** Loads a deferred or failed widget, at the time that the server permits. */
    suspend fun loadPending(widget: String) = withContext(dispatcher) {
        val wait = retryTimes[widget]?.minus(client.retry.now()) ?: Duration.ZERO
        if (wait.isPositive()) client.retry.sleep(wait)
        load(page?.get(widget)?.pendingHref, widget, Part.content)
    }

    /**
     * Loads the deferred widgets one after the other, so that none has items of another. Throws the first error, after
     * the others were loaded.
     */
    suspend fun loadDeferred() {
        var first: HomeError? = null
        for (widget in page?.widgets.orEmpty().filter { it.state == WidgetState.deferred }) {
            try {
                loadPending(widget.id)
            } catch (error: HomeError) {
                first = first ?: error
            }
        }
        first?.let { throw it }
    }

    /** Switches a chip of a widget on or off. */
    suspend fun select(chip: Chip, widget: String) = withContext(dispatcher) { load(chip.href, widget, Part.choice) }

    private suspend fun loadHome() {
        val known = document.takeUnless { isOutdated }
        do {
            val sent = choices
            val received = home(known)
            if (sent == choices) received?.let { (document, tag) -> show(document, tag) }
        } while (sent != choices)
        if (known == null) isOutdated = false
        isCurrent = true
        loadTime = client.retry.now()
        save()
    }

    /** Loads the home and its ETag; null if it is the known one. */
    private suspend fun home(known: HomeDocument?): Pair<HomeDocument, String?>? {
        val response = client.send(homeRequest(address, choices, known?.home, tag))
        if (response.status == 304 && known != null) return null
        HomeDocument.completed(response.body, known)?.let { return Pair(it, response.header("ETag")) }
        val complete = client.send(homeRequest(address, choices))
        return Pair(HomeDocument.parse(complete.body), complete.header("ETag"))
    }

    private enum class Part { page, content, choice }

    private suspend fun load(href: String?, id: String, part: Part) {
        val load = Triple(href ?: return, part, generation)
        val running = loads.getOrPut(load) {
            scope.async {
                try {
                    loadWidget(href, id, part)
                } finally {
                    loads -= load
                }
            }
        }
        running.await()
    }

    private suspend fun loadWidget(href: String, id: String, part: Part) {
        if (part != Part.page) versions[id] = (versions[id] ?: 0) + 1
        val (version, generation) = Pair(versions[id], generation)
        val widget = try {
            val hasItems = page?.get(id)?.items.orEmpty().any { it.retry == null }
            widget(href, isPart = part == Part.content && hasItems)
        } catch (error: HomeError.Refused) {
            if (error.code !in setOf("outdated_cursor", "invalid_cursor", "unknown_widget")) throw error
            isOutdated = true
            return refresh()
        }
        if (versions[id] != version || generation != this.generation && part != Part.choice) return
        if (part == Part.page) {
            // A choice may have been applied meanwhile.
            if (page?.get(id)?.loadMore?.href != href) return
            if (widget.isFailed) throw refusal(widget)
        }
        noteRetryTime(widget)
        page = if (part == Part.page) page?.append(widget) else page?.replace(widget, isChoice = part == Part.choice)
        if (part == Part.choice) {
            versions[id] = (versions[id] ?: 0) + 1
            val selected = widget.chips.filter { it.selected }.map { it.id }
            choices = if (selected.isEmpty()) choices - id else choices + (id to selected)
            save()
        }
    }

    /**
     * Loads a widget without the items on the page. A token that the server refuses is dropped.
     *
     * @param isPart Whether a part of the widget failed: the token has the items of the others, so it is not sent.
     */
    private suspend fun widget(href: String, isPart: Boolean): Widget {
        if (isPart) return get(href).copy(shown = null)
        val shown = page?.home?.shown ?: return get(href)
        try {
            return get(href.adding("shown", shown))
        } catch (error: HomeError.Refused) {
            if (error.code != "invalid_shown") throw error
            page = page?.let { if (it.home.shown == shown) it.dropShown() else it }
            return get(href)
        }
    }

    private suspend fun get(href: String): Widget {
        val url = readable { URI(address).resolve(href) }
        return decode(Widget.serializer(), client.send(HttpRequest(url)).body)
    }

    /** A late source has no error of its own. */
    private fun refusal(page: Widget) = HomeError.Refused(
        503, page.error?.code ?: page.state.value, page.error?.message.orEmpty(), page.error?.retryAfter?.seconds,
    )

    private fun show(document: HomeDocument, tag: String?) {
        page = Page(document.home)
        this.document = document
        this.tag = tag
        generation += 1
        document.home.homeWidgets.forEach(::noteRetryTime)
    }

    private fun noteRetryTime(widget: Widget) {
        val delay = widget.error?.retryAfter?.seconds
        if (delay == null) retryTimes -= widget.id else retryTimes[widget.id] = client.retry.now() + delay
    }

    private fun save() {
        val (document, loadTime) = Pair(document ?: return, loadTime ?: return)
        val head = OfflineCopy.Content.Head(copyAddress, tag, choices, loadTime)
        copy?.save(OfflineCopy.Content(head, document.data))
    }
}
