// Fetches homes, a page and an error, and posts events, with the client generated from the contract.
//
//     FetchKt SAMPLE FOOD FUTURE    addresses

import java.net.URI
import java.net.URLDecoder
import kotlin.system.exitProcess
import org.openapitools.client.apis.HomesApi
import org.openapitools.client.apis.UsersApi
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.Error
import org.openapitools.client.models.Event
import org.openapitools.client.models.EventType
import org.openapitools.client.models.Events
import org.openapitools.client.models.Home
import org.openapitools.client.models.Item

fun main(arguments: Array<String>) {
    val (sample, food, future) = arguments
    // By default, the client sends null for members that have no value. The server refuses null.
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    val homes = HomesApi(sample)
    lateinit var home: Home
    var failures = 0

    fun step(name: String, check: () -> String) {
        try {
            println("kotlin: $name: ${check()}")
        } catch (error: Throwable) {
            failures += 1
            println("kotlin: $name: error: $error".take(1000))
        }
    }

    step("home") {
        home = homes.home(width = 390.0, scale = 3.0, lat = 41.66, lon = -83.57)
        expect(home.items.size > 10) { "more than 10 items, not ${home.items.size}" }
        expect(home.homeWidgets[0].metrics!!.height.toDouble() > 0) { "a height" }
        "${home.homeWidgets.size} widgets, ${home.items.size} items"
    }
    step("food") {
        val restaurant = HomesApi(food).home(width = 390.0).items.first { it.kind == "restaurant" }
        expect(restaurant.caption.size == 2) { "two lines, not ${restaurant.caption}" }
        restaurant.caption.joinToString { it.text }
    }
    step("page") {
        val widget = home.homeWidgets.first { it.loadMore != null }
        val parameters = URI(widget.loadMore!!.href).rawQuery.split("&").associate {
            it.substringBefore("=") to URLDecoder.decode(it.substringAfter("="), Charsets.UTF_8)
        }
        val page = homes.widget(
            widget.id, width = 390.0, scale = 3.0, lat = 41.66, lon = -83.57,
            cursor = parameters["cursor"], segment = parameters["segment"], shown = home.shown,
        )
        val items = page.items.orEmpty()
        expect(page.id == widget.id) { "a page of ${widget.id}, not of ${page.id}" }
        expect(items.none { item -> home.items.any { it.id == item.id } }) { "items that were not shown yet" }
        "${items.size} items of ${page.id}"
    }
    step("error") {
        val refusal = try {
            homes.home(width = 1.0)
            null
        } catch (error: ClientException) {
            error
        }
        val body = (refusal?.response as? ClientError<*>)?.body as? String ?: throw IllegalStateException("expected an error")
        val error = Serializer.kotlinxSerializationJson.decodeFromString<Error>(body).error
        expect(error.code == "invalid_parameter" && error.parameter == "width") { "an invalid width, not $error" }
        error.message
    }
    step("events") {
        val item = home.items.first()
        val events = listOf(
            Event(type = EventType.shown, item = item.id, tracking = item.tracking),
            Event(type = EventType.opened, item = "product:none"),
        )
        val recorded = UsersApi(sample).recordEvents("kotlin", Events(id = "kotlin-1", events = events))
        expect(recorded.accepted == 1 && recorded.refused[0].index == 1) { "one refused event, not $recorded" }
        recorded.refused[0].message
    }
    step("unknown values") {
        val widget = HomesApi(future).home(width = 390.0).homeWidgets.first { it.state == "future" }
        val item = widget.items!![0]
        expect(widget.layout == "HomeWidgetFuture" && item.kind == "future") { "the future, not ${widget.layout}" }
        "${widget.layout}, ${item.kind}, ${item.reason!!.kind}"
    }
    exitProcess(minOf(failures, 1))
}

private val Home.items: List<Item> get() = homeWidgets.flatMap { it.items.orEmpty() }

private fun expect(holds: Boolean, expectation: () -> String) {
    if (!holds) throw IllegalStateException("expected ${expectation()}")
}
