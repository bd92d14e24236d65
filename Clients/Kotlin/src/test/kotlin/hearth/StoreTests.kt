package hearth

import java.io.File
import java.io.IOException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay

/** Answers each request with what the next answer makes of it. */
class FakeTransport(vararg answers: (HttpRequest) -> HttpResponse) : Transport {
    val requests = mutableListOf<HttpRequest>()
    private val answers = answers.toMutableList()

    override suspend fun send(request: HttpRequest): HttpResponse {
        requests += request
        return answers.removeFirst()(request)
    }
}

fun answer(body: String, status: Int = 200, vararg headers: Pair<String, String>): (HttpRequest) -> HttpResponse =
    { HttpResponse(status, mapOf(*headers), body.encodeToByteArray()) }

fun errorAnswer(status: Int, code: String, vararg headers: Pair<String, String>) =
    answer("""{"error": {"code": "$code", "message": "M"}}""", status, *headers)

/** Time passes only while something sleeps. */
class FakeTime {
    var now = Instant.fromEpochSeconds(1_000_000)
    val sleeps = mutableListOf<Duration>()
    val policy = RetryPolicy(now = { now }, sleep = { sleeps += it; now += it }, random = { 1.0 })
}

private const val address = "http://hearth/home?width=300"
private const val requested = "$address&schema=1"

private fun more(href: String) = ""","loadMore": {"href": "$href"}"""

fun storeTests() {
    val plain = homeJson(listOf(widgetJson("a", listOf(itemJson("1")), 0.0, more = more("/home/widgets/a?cursor=c1"))))

    test("A refresh asks for changes, and a 304 keeps the page") {
        val transport = FakeTransport(
            answer(plain, 200, "ETag" to "\"e\""),
            answer(widgetJson("a", listOf(itemJson("2")))),
            answer("", 304),
        )
        val store = HomeStore(address, transport, FakeTime().policy)
        store.refresh()
        store.loadMore("a")
        store.refresh()
        expectEqual(store.page?.get("a")?.items?.map { it.id }, listOf("1", "2"))
        expectEqual(
            transport.requests.map { it.url.toString() },
            listOf(requested, "http://hearth/home/widgets/a?cursor=c1&shown=s0", "$requested&known=a:c-a"),
        )
        expectEqual(transport.requests.last().headers["If-None-Match"], "\"e\"")
        expectEqual(store.refreshTime, Instant.fromEpochSeconds(1_000_300))
    }
    /** Homes with the revisions 1, 2 and so on, of which the second waits. */
    class Homes(private val widget: (HttpRequest) -> HttpResponse) : Transport {
        val asked = CompletableDeferred<Unit>()
        val released = CompletableDeferred<Unit>()
        val requests = mutableListOf<HttpRequest>()

        override suspend fun send(request: HttpRequest): HttpResponse {
            if ("/widgets/" in request.url.path) return widget(request)
            requests += request
            val revision = requests.size
            if (revision == 2) {
                asked.complete(Unit)
                released.await()
            }
            return answer(plain.replace("\"h\"", "\"$revision\""))(request)
        }
    }
    test("Those who ask while a home is on its way share another one") {
        val transport = Homes(answer(""))
        val store = HomeStore(address, transport)
        store.refresh()
        coroutineScope {
            val first = async { store.refresh() }
            transport.asked.await()
            val others = List(3) {
                async(start = CoroutineStart.UNDISPATCHED) { store.refresh(); store.page?.home?.revision }
            }
            expectEqual(store.page?.home?.revision, "1")
            transport.released.complete(Unit)
            first.await()
            expectEqual(others.awaitAll(), List(3) { "3" })
        }
        expectEqual(transport.requests.size, 3)
    }
    test("An outdated link loads the whole home after one that is on its way") {
        val transport = Homes(errorAnswer(410, "outdated_cursor"))
        val store = HomeStore(address, transport)
        store.refresh()
        coroutineScope {
            val refreshed = async { store.refresh() }
            transport.asked.await()
            val more = async(start = CoroutineStart.UNDISPATCHED) { store.loadMore("a") }
            delay(50)
            transport.released.complete(Unit)
            listOf(refreshed, more).awaitAll()
        }
        expectEqual(store.page?.home?.revision, "3")
        expectEqual(transport.requests.last().url.toString(), requested)
    }
    test("Each call for a page returns once it is there") {
        val (asked, gate) = Pair(CompletableDeferred<Unit>(), CompletableDeferred<HttpResponse>())
        val homes = FakeTransport(answer(plain))
        val transport = Transport {
            if ("cursor" !in it.url.toString()) return@Transport homes.send(it)
            expect(asked.complete(Unit)) { "it is loaded twice" }
            gate.await()
        }
        val store = HomeStore(address, transport)
        store.refresh()
        coroutineScope {
            val first = async { store.loadMore("a") }
            asked.await()
            val again = async(start = CoroutineStart.UNDISPATCHED) {
                store.loadMore("a")
                store.page?.get("a")?.items?.last()?.id
            }
            delay(50)
            gate.complete(HttpResponse(200, body = widgetJson("a", listOf(itemJson("2"))).encodeToByteArray()))
            expectEqual(again.await(), "2")
            first.await()
        }
    }
    test("An unchanged widget is the known one at its new position") {
        val unchanged = """{"id": "a", "state": "unchanged", "position": {"header": 7, "items": 57}}"""
        val store = HomeStore(address, FakeTransport(answer(plain), answer(homeJson(listOf(unchanged)))))
        store.refresh()
        val old = store.page?.get("a")
        store.refresh()
        expectEqual(store.page?.get("a"), old?.copy(position = Position(7.0, 57.0)))
    }
    test("An unchanged widget is known beside entries that are no widgets") {
        val unchanged = """{"id": "a", "state": "unchanged", "position": {"header": 7, "items": 57}}"""
        val transport = FakeTransport(answer(plain), answer(homeJson(listOf("17", "null", unchanged))))
        val store = HomeStore(address, transport)
        store.refresh()
        store.refresh()
        expectEqual(store.page?.widgets?.map { it.id to it.items.size }, listOf("a" to 1))
    }
    test("An unchanged widget that is not known loads the whole home") {
        val unchanged = """{"id": "b", "state": "unchanged", "position": {"header": 7, "items": 57}}"""
        val transport = FakeTransport(answer(plain), answer(homeJson(listOf(unchanged))), answer(plain))
        val store = HomeStore(address, transport)
        store.refresh()
        store.refresh()
        expectEqual(store.page?.widgets?.map { it.id }, listOf("a"))
        expectEqual(transport.requests.last().url.toString(), requested)
    }
    test("Known widgets that do not fit into a URL go into a body") {
        val widgets = (0..<200).map { widgetJson("widget-number-$it", emptyList(), 0.0) }
        val transport = FakeTransport(answer(homeJson(widgets), 200, "ETag" to "\"e\""), answer(plain))
        val store = HomeStore(address, transport)
        store.refresh()
        store.refresh()
        val request = transport.requests.last()
        expectEqual(Triple(request.method, request.url.toString(), request.headers), Triple("POST", requested, emptyMap()))
        expect(request.body!!.decodeToString().startsWith("{\"known\":{\"widget-number-0\":\"c-widget-number-0\",")) {
            request.body.decodeToString()
        }
    }
    test("A refused token is dropped, and the page is loaded without it") {
        val transport = FakeTransport(
            answer(plain), errorAnswer(400, "invalid_shown"), answer(widgetJson("a", listOf(itemJson("2")))),
        )
        val store = HomeStore(address, transport)
        store.refresh()
        store.loadMore("a")
        expectEqual(transport.requests.last().url.toString(), "http://hearth/home/widgets/a?cursor=c1")
        expectEqual(store.page?.home?.shown, null)
    }
    test("A page of an earlier config loads the home again") {
        val transport = FakeTransport(answer(plain), errorAnswer(410, "outdated_cursor"), answer(plain))
        val store = HomeStore(address, transport)
        store.refresh()
        store.loadMore("a")
        expectEqual(transport.requests.last().url.toString(), requested)
    }
    test("A deferred widget is loaded at the time that the server names") {
        val failed = ""","error": {"code": "upstream_overloaded", "message": "M", "retryAfter": 4},
            "retry": {"href": "/home/widgets/a"}"""
        val time = FakeTime()
        val transport = FakeTransport(
            answer(homeJson(listOf(widgetJson("a", emptyList(), 0.0, "error", failed)))),
            answer(widgetJson("a", listOf(itemJson("1")))),
        )
        val store = HomeStore(address, transport, time.policy)
        store.refresh()
        store.loadPending("a")
        expectEqual(time.sleeps.toList(), listOf(4.seconds))
        expectEqual(store.page?.get("a")?.state, WidgetState.loaded)
    }
    test("A widget of which a part failed is loaded without the token, and keeps the items of the other parts") {
        val failed = itemJson("2", more = ""","retry": {"href": "/home/widgets/a"}""").replace("product", "error")
        val first = widgetJson("a", listOf(itemJson("1"), failed, itemJson("3")), 0.0)
        val loaded = listOf("1", "5", "4", "3").map { itemJson(it) }
        val transport = FakeTransport(
            answer(homeJson(listOf(first, widgetJson("b", listOf(itemJson("4")), 240.0)))),
            answer(widgetJson("a", loaded, more = ""","shown": "s1"""")),
        )
        val store = HomeStore(address, transport)
        store.refresh()
        store.loadPending("a")
        expectEqual(transport.requests[1].url.toString(), "http://hearth/home/widgets/a")
        // The other widget has item 4, and the token of this one lacks it.
        expectEqual(store.page?.get("a")?.items?.map { it.id }, listOf("1", "5", "3"))
        expectEqual(store.page?.home?.shown, "s0")
        store.loadPending("a")
        expectEqual(transport.requests.size, 2)
    }
    test("A temporary error is repeated after Retry-After or after a time that doubles") {
        val time = FakeTime()
        val overloaded = errorAnswer(503, "overloaded", "retry-after" to "2")
        val transport = FakeTransport(overloaded, { throw IOException("down") }, answer(plain))
        HomeStore(address, transport, time.policy).refresh()
        expectEqual(time.sleeps.toList(), listOf(2.seconds, 1.seconds))
    }
    test("An error with a time that is no number is repeated") {
        val time = FakeTime()
        val transport = FakeTransport(errorAnswer(503, "overloaded", "retry-after" to "NaN"), answer(plain))
        HomeStore(address, transport, time.policy).refresh()
        expectEqual(time.sleeps.toList(), listOf(0.5.seconds))
    }
    test("Other errors are thrown, and leave the page") {
        val store = HomeStore(address, FakeTransport(answer(plain), errorAnswer(400, "invalid_parameter")))
        store.refresh()
        expectEqual(expectError<HomeError.Refused> { store.refresh() }.code, "invalid_parameter")
        expectEqual(store.page?.widgets?.size, 1)
    }
    test("Chosen chips go with the next home") {
        val chips = ""","filters": [{"id": "new", "title": "N", "selected": true, "href": "/home/widgets/a?filter="}]"""
        val chip = Chip("new", "N", false, "/home/widgets/a?filter=new")
        val chosen = widgetJson("a", listOf(itemJson("2")), more = chips)
        val transport = FakeTransport(answer(plain), answer(chosen), answer(plain))
        val store = HomeStore(address, transport)
        store.refresh()
        store.select(chip, "a")
        expectEqual(store.choices, mapOf("a" to listOf("new")))
        store.refresh()
        expectEqual(transport.requests.last().url.toString(), "$requested&choices=a:new&known=a:c-a")
        val both = homeRequest(address, mapOf("b" to listOf("top", "price"), "a" to listOf("new")))
        expectEqual(both.url.toString(), "$address&choices=a:new,b:top,price")
    }
    test("The choices of a segment's link are taken over") {
        val segment = "http://hearth/home?segment=a&choices=x:y:top,price,a%3Anew&width=300&schema=1"
        val transport = FakeTransport(answer(plain), answer(widgetJson("a", listOf(itemJson("2")))), answer("", 304))
        val store = HomeStore(segment, transport)
        expectEqual(store.choices, mapOf("x:y" to listOf("top", "price"), "a" to listOf("new")))
        store.refresh()
        store.select(Chip("new", "N", true, "/home/widgets/a"), "a")
        store.refresh()
        val start = "http://hearth/home?segment=a&width=300&schema=1"
        expectEqual(transport.requests[0].url.toString(), "$start&choices=a:new,x:y:top,price")
        expectEqual(transport.requests[2].url.toString(), "$start&choices=x:y:top,price&known=a:c-a")
    }
    test("The page is the offline copy until the server answers", withFolder { folder ->
        val copy = OfflineCopy(File(folder, "copy"))
        HomeStore(address, FakeTransport(answer(plain, 200, "ETag" to "\"e\"")), copy = copy).refresh()
        val transport = FakeTransport(answer("", 304))
        val store = HomeStore(address, transport, copy = copy)
        store.restore()
        expectEqual(Pair(store.page?.widgets?.size, store.isCurrent), Pair(1, false))
        store.refresh()
        expectEqual(Pair(transport.requests[0].headers["If-None-Match"], store.isCurrent), Pair("\"e\"", true))
        val other = HomeStore("$address&user=u", FakeTransport(), copy = copy)
        other.restore()
        expectEqual(other.page, null)
    })
    test("The offline copy of another place is shown, with its time", withFolder { folder ->
        val (copy, time) = Pair(OfflineCopy(File(folder, "copy")), FakeTime())
        val loaded = time.now
        val transport = FakeTransport(answer(plain, 200, "ETag" to "\"e\""), answer("", 304))
        val here = "http://hearth/home?user=u1&lat=1&lon=2&width=390"
        HomeStore(here, transport, time.policy, copy).refresh()
        time.now += 1_000.seconds
        for (place in listOf("&lat=3&lon=4&width=390", "&width=390")) {
            val there = HomeStore("http://hearth/home?user=u1$place", FakeTransport(), copy = copy)
            there.restore()
            expectEqual(there.page?.widgets?.size, 1)
            expectEqual(Pair(there.loadTime, there.refreshTime), Pair(loaded, loaded + 300.seconds))
        }
        for (other in listOf("&width=500", "&width=390&locale=de", "2&width=390")) {
            val store = HomeStore("http://hearth/home?user=u1$other", FakeTransport(), copy = copy)
            store.restore()
            expectEqual(Pair(store.page, store.loadTime), Pair(null, null))
        }
        // The choices of its address are newer than those of the copy.
        val chosen = mapOf("a" to listOf("top"), "b" to listOf("top"))
        val head = OfflineCopy.Content.Head("http://hearth/home?user=u1&width=390&schema=1", "\"e\"", chosen, loaded)
        copy.save(OfflineCopy.Content(head, plain.encodeToByteArray()))
        val linked = HomeStore("http://hearth/home?user=u1&width=390&choices=b:new", copy = copy)
        linked.restore()
        expectEqual(linked.choices, mapOf("a" to listOf("top"), "b" to listOf("new")))
        // A home that the server confirms is as new as one that it sends.
        val again = HomeStore(here, transport, time.policy, copy)
        again.restore()
        again.refresh()
        expectEqual(again.loadTime, loaded + 1_000.seconds)
        val content = copy.content("http://hearth/home?user=u1&width=390&schema=1")
        expectEqual(content?.head?.loadTime, loaded + 1_000.seconds)
    })
    test("A page that could not be loaded is an error, and can be loaded again") {
        val failed = ""","error": {"code": "upstream_overloaded", "message": "M", "retryAfter": 4},
            "retry": {"href": "/home/widgets/a?cursor=c1"}"""
        val transport = FakeTransport(
            answer(plain), answer(widgetJson("a", emptyList(), state = "error", more = failed)),
            answer(widgetJson("a", emptyList(), state = "deferred")), answer(widgetJson("a", listOf(itemJson("2")))),
        )
        val store = HomeStore(address, transport)
        store.refresh()
        val page = store.page
        val error = expectError<HomeError.Refused> { store.loadMore("a") }
        expectEqual(Triple(error.status, error.code, error.retryAfter), Triple(503, "upstream_overloaded", 4.seconds))
        expectEqual(expectError<HomeError.Refused> { store.loadMore("a") }.code, "deferred")
        expectEqual(store.page, page)
        store.loadMore("a")
        expectEqual(store.page?.get("a")?.items?.map { it.id }, listOf("1", "2"))
    }
    for (cursor in listOf("c1", "c2")) test("A page of the items before a choice is dropped, before $cursor") {
        val (chosen, choice) = Pair(CompletableDeferred<Unit>(), CompletableDeferred<HttpResponse>())
        val (asked, next) = Pair(CompletableDeferred<Unit>(), CompletableDeferred<HttpResponse>())
        val transport = Transport {
            val url = it.url.toString()
            when {
                "cursor" in url -> { asked.complete(Unit); next.await() }
                "filter" in url -> { chosen.complete(Unit); choice.await() }
                else -> answer(plain)(it)
            }
        }
        val store = HomeStore(address, transport)
        store.refresh()
        val more = more("/home/widgets/a?cursor=$cursor")
        val items = { id: String -> widgetJson("a", listOf(itemJson(id)), more = more) }
        coroutineScope {
            val choosing = async { store.select(Chip("new", "N", false, "/home/widgets/a?filter=new"), "a") }
            chosen.await()
            val page = async { store.loadMore("a") }
            asked.await()
            choice.complete(HttpResponse(200, body = items("3").encodeToByteArray()))
            choosing.await()
            next.complete(HttpResponse(200, body = items("2").encodeToByteArray()))
            page.await()
        }
        expectEqual(store.page?.get("a")?.items?.map { it.id }, listOf("3"))
    }
    test("A response for a page that was replaced meanwhile is dropped") {
        val (asked, gate) = Pair(CompletableDeferred<Unit>(), CompletableDeferred<HttpResponse>())
        val homes = FakeTransport(answer(plain), answer(plain.replace("\"h\"", "\"i\"")))
        val transport = Transport {
            if ("cursor" !in it.url.toString()) return@Transport homes.send(it)
            asked.complete(Unit)
            gate.await()
        }
        val store = HomeStore(address, transport)
        store.refresh()
        coroutineScope {
            val page = async { store.loadMore("a") }
            asked.await()
            store.refresh()
            gate.complete(HttpResponse(200, body = widgetJson("a", listOf(itemJson("2"))).encodeToByteArray()))
            page.await()
        }
        expectEqual(store.page?.get("a")?.items?.map { it.id }, listOf("1"))
    }
}
