package hearth

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.IOException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.nio.file.Files
import java.util.UUID
import java.util.zip.GZIPOutputStream
import kotlin.time.Clock
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeout

private suspend fun withServer(respond: (HttpExchange) -> Unit, run: suspend (URI) -> Unit) {
    val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    server.createContext("/") { exchange -> exchange.use { respond(it) } }
    server.start()
    try {
        run(URI("http://127.0.0.1:${server.address.port}/a?b=c"))
    } finally {
        server.stop(0)
    }
}

private fun <Result> HttpExchange.use(run: (HttpExchange) -> Result) = try {
    run(this)
} finally {
    close()
}

fun transportTests() {
    test("A request has its method, headers and body, and a response is unpacked") {
        val packed = ByteArrayOutputStream()
        GZIPOutputStream(packed).use { it.write("packed".toByteArray()) }
        var seen = ""
        withServer({
            val body = it.requestBody.readBytes().decodeToString()
            seen = "${it.requestMethod} ${it.requestURI} ${it.requestHeaders["X-A"]} $body"
            it.responseHeaders["Content-Encoding"] = "gzip"
            it.sendResponseHeaders(200, packed.size().toLong())
            it.responseBody.write(packed.toByteArray())
        }) { url ->
            val request = HttpRequest(url, "POST", mapOf("X-A" to "1"), "body".encodeToByteArray())
            expectEqual(UrlConnectionTransport().send(request).body.decodeToString(), "packed")
        }
        expectEqual(seen, "POST /a?b=c [1] body")
    }
    test("Errors and a 304 are responses") {
        for (status in listOf(304, 401, 404, 503)) {
            withServer({ it.sendResponseHeaders(status, -1) }) { url ->
                expectEqual(UrlConnectionTransport().send(HttpRequest(url)).status, status)
            }
        }
    }
    test("No response in time is an error, and cancelling ends the wait") {
        withServer({ Thread.sleep(3_000) }) { url ->
            expectError<IOException> { UrlConnectionTransport(timeout = 200).send(HttpRequest(url)) }
            withTimeout(2_000) {
                val job = launch { UrlConnectionTransport().send(HttpRequest(url)) }
                delay(100)
                job.cancel()
                job.join()
            }
        }
    }
}

/** With a server on the sample. */
fun serverTests(server: String) {
    val folder = Files.createTempDirectory("hearth").toFile()
    test("A server's home is loaded, revalidated, extended and reported") {
        val user = "kotlin-client-${UUID.randomUUID()}"
        val address = "$server/home?width=390&scale=3&lat=41.66&lon=-83.57&user=$user"
        val store = HomeStore(address, copy = OfflineCopy(File(folder, "copy")))
        store.refresh()
        val first = store.page!!
        expect(first.widgets.sumOf { it.items.size } > 10) { first.widgets.map { "${it.id}: ${it.items.size}" } }
        store.refresh()
        expect(store.page === first) { "another page after a refresh" }
        store.loadDeferred()
        val widget = first.widgets.first { it.loadMore != null }
        store.loadMore(widget.id)
        val page = store.page!!
        expect(page[widget.id]!!.items.size > widget.items.size) { "no further items in ${widget.id}" }
        val ids = page.widgets.flatMap { it.items }.map { it.id }
        expectEqual(ids.size, ids.toSet().size)
        val bottom = page.frames().maxOf { it.rect.y + it.rect.height }
        expect(bottom <= page.home.contentHeight + 0.01) { "$bottom is below ${page.home.contentHeight}" }

        val queue = EventQueue(File(folder, "events"), "$server/users/$user/events")
        val item = widget.items.first()
        val types = listOf(EventType.opened, EventType("read"))
        queue.add(types.map { Event(it, item.id, item.tracking, Clock.System.now()) })
        val report = queue.send()
        expectEqual(Pair(report.accepted, report.refused.map { it.code }), Pair(1, listOf("invalid_event")))
        store.refresh()
        expect(store.page !== page) { "the same page after an event" }
    }
    test("A home restored at another place becomes the one that the server has there") {
        val copy = OfflineCopy(File(folder, "moved"))
        val home = "$server/home?width=390&scale=3"
        for (place in listOf("&lat=41.5&lon=-83.4", "")) {
            // Two homes differ if the server learns between them.
            val isSame = (1..3).any {
                HomeStore("$home&lat=41.66&lon=-83.57", copy = copy).refresh()
                val (moved, fresh) = Pair(HomeStore(home + place, copy = copy), HomeStore(home + place))
                moved.restore()
                expect(moved.page != null) { "no copy" }
                moved.refresh()
                fresh.refresh()
                moved.page == fresh.page
            }
            expect(isSame) { "other homes at \"$place\"" }
        }
    }
    folder.deleteRecursively()
}
