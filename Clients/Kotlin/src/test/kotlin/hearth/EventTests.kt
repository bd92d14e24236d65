package hearth

import java.io.File
import java.io.IOException
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

private const val address = "http://hearth/users/u/events"
private val start = Instant.fromEpochSeconds(1_000_000)

private fun events(count: Int) = (0..<count).map { Event(EventType.shown, "product:$it", "t", start) }

private fun body(request: HttpRequest) = json.parseToJsonElement(request.body!!.decodeToString()).jsonObject

private fun id(request: HttpRequest) = body(request).getValue("id").jsonPrimitive.content

private fun size(request: HttpRequest) = body(request).getValue("events").jsonArray.size

fun eventTests() {
    val accepted = answer("""{"accepted": 1, "refused": []}""")

    test("Events are sent in batches of at most 500", withFolder { folder ->
        val transport = FakeTransport(accepted, accepted)
        val queue = EventQueue(File(folder, "events"), address, transport)
        queue.add(events(501))
        expectEqual(queue.send().accepted, 501)
        expectEqual(transport.requests.map(::size), listOf(500, 1))
        expectEqual(queue.count(), 0)
        expectEqual(
            transport.requests[1].body!!.decodeToString().substringAfter("\"events\":"),
            """[{"type":"shown","item":"product:500","tracking":"t","at":"1970-01-12T13:46:40Z"}]}""",
        )
    })
    test("A batch has at most 48 KiB", withFolder { folder ->
        val transport = FakeTransport(accepted, accepted, accepted)
        val queue = EventQueue(File(folder, "events"), address, transport)
        val long = events(100).map { it.copy(tracking = "t".repeat(1_000)) }
        queue.add(long.take(60))
        queue.add(long.drop(60))
        expectEqual(queue.send().accepted, 100)
        expect(transport.requests.all { it.body!!.size <= 49_152 }) { transport.requests.map { it.body!!.size } }
        expectEqual(transport.requests.map(::size), listOf(45, 45, 10))
    })
    test("An event has no members without a value", withFolder { folder ->
        val transport = FakeTransport(accepted)
        val queue = EventQueue(File(folder, "events"), address, transport)
        queue.add(listOf(Event(EventType.opened, at = start)))
        queue.send()
        val body = transport.requests[0].body!!.decodeToString()
        expect("null" !in body && "tracking" !in body) { body }
    })
    test("The folder of the file is made", withFolder { folder ->
        val file = File(folder, "a/b/events")
        EventQueue(file, address, FakeTransport()).add(events(1))
        expectEqual(EventQueue(file, address, FakeTransport()).count(), 1)
    })
    test("The answer of another server is no acknowledgement", withFolder { folder ->
        val strangers = listOf(
            answer("<html>"), answer("{}"), answer("""{"refused": []}"""), answer("", 204), answer("<html>", 403),
            answer("<html>", 413), answer("<html>", 302),
        )
        val transport = FakeTransport(*strangers.toTypedArray(), accepted)
        val queue = EventQueue(File(folder, "events"), address, transport)
        queue.add(events(1))
        for (each in strangers) {
            val report = queue.send()
            expect(report.error != null && report.accepted == 0 && report.refused.isEmpty()) { report }
        }
        expectEqual(queue.send().accepted, 1)
        expectEqual(transport.requests.map(::id).distinct().size, 1)
    })
    test("A batch comes again with its id after a restart", withFolder { folder ->
        val file = File(folder, "events")
        val down = FakeTransport({ throw IOException("down") })
        val policy = RetryPolicy(attempts = 1)
        val queue = EventQueue(file, address, down, policy)
        queue.add(events(2))
        expect(queue.send().error is HomeError.Unreachable) { "no error" }
        queue.add(events(1))
        file.appendText("{\"batch\": \"x\", \"ev")
        val transport = FakeTransport(accepted, accepted)
        val restarted = EventQueue(file, address, transport, policy)
        expectEqual(restarted.count(), 3)
        restarted.send()
        expectEqual(id(transport.requests[0]), id(down.requests[0]))
        expectEqual(transport.requests.map(::size), listOf(2, 1))
        expectEqual(file.readText(), "")
    })
    test("Later records are kept once when a sent batch is removed from a file with a cut record", withFolder { folder ->
        val file = File(folder, "events")
        val policy = RetryPolicy(attempts = 1)
        EventQueue(file, address, FakeTransport()).add(events(503))
        // The process ended while it wrote a record, and before that while it removed one.
        val whole = file.readText()
        file.appendText(whole.takeLast(60).dropLast(9))
        File(folder, "events.new").writeText(whole.take(100))
        val once = FakeTransport(accepted, { throw IOException("down") })
        val second = EventQueue(file, address, once, policy)
        expectEqual(second.count(), 503)
        second.add(events(505).drop(503))
        val report = second.send()
        expectEqual(Pair(report.accepted, report.error?.isTemporary), Pair(500, true))
        val lines = file.readLines().filter { it.isNotEmpty() }
        expectEqual(lines.map { "batch" in json.parseToJsonElement(it).jsonObject }, List(5) { true })
        val transport = FakeTransport(accepted, accepted)
        expectEqual(EventQueue(file, address, transport, policy).send().accepted, 5)
        expectEqual(transport.requests.map(::size), listOf(3, 2))
        val items = transport.requests.flatMap { body(it).getValue("events").jsonArray }
            .map { it.jsonObject.getValue("item").jsonPrimitive.content }
        expectEqual(items, (500..504).map { "product:$it" })
        expectEqual(id(transport.requests[0]), id(once.requests[1]))
        expectEqual(file.readText(), "")
    })
    test("Refused events are dropped and reported, one by one or a batch", withFolder { folder ->
        val transport = FakeTransport(
            errorAnswer(400, "invalid_body"),
            answer("""{"accepted": 0, "refused": [{"index": 0, "code": "unknown_item", "message": "M"}]}"""),
        )
        val queue = EventQueue(File(folder, "events"), address, transport)
        queue.add(events(501))
        val report = queue.send()
        val codes = List(500) { "invalid_body" } + "unknown_item"
        val refused = events(501).zip(codes) { event, code -> EventReport.Refusal(event, code, "M") }
        expectEqual(report, EventReport(refused = refused))
    })
    test("A batch waits for a new access token", withFolder { folder ->
        val queue = EventQueue(File(folder, "events"), address, FakeTransport(errorAnswer(401, "unauthorized")))
        queue.add(events(1))
        expect(queue.send().error is HomeError.Refused) { "no error" }
        expectEqual(queue.count(), 1)
    })
    test("A full file takes no events", withFolder { folder ->
        val queue = EventQueue(File(folder, "events"), address, FakeTransport())
        expectError<EventQueueError.Full> { queue.add(events(1).map { it.copy(tracking = "t".repeat(4 shl 20)) }) }
        expectEqual(queue.count(), 0)
    })
    test("An item is counted once half of it was visible for a second") {
        val counter = ImpressionCounter()
        val items = listOf(VisibleItem("w", "a", "t", 0.5), VisibleItem("w", "b", "t", 0.4))
        expectEqual(counter.update(items, start), emptyList())
        expectEqual(counter.nextTime, start + 1.seconds)
        expectEqual(counter.update(items, start + 2.seconds), listOf(Event(EventType.shown, "a", "t", start + 1.seconds)))
        expectEqual(counter.update(items, start + 4.seconds), emptyList())
        expectEqual(counter.nextTime, null)
    }
    test("An item is counted in each widget") {
        val counter = ImpressionCounter()
        val items = listOf("w", "v").map { VisibleItem(it, "a", "t.$it", 1.0) }
        counter.update(items, start)
        expectEqual(counter.update(items, start + 1.seconds).map { it.tracking }, listOf("t.v", "t.w"))
        expectEqual(counter.update(items, start + 3.seconds), emptyList())
    }
}
