package hearth

import java.net.URI
import java.net.URLDecoder
import java.net.URLEncoder
import kotlinx.serialization.Serializable

/** A longer URL could be refused. */
private const val maximumUrlLength = 4_000

/** Of the list of known widgets. */
private const val maximumCount = 256

/**
 * @param known The home of which the server may leave out unchanged widgets.
 * @param tag The known home's ETag.
 */
internal fun homeRequest(
    address: String, choices: Map<String, List<String>>, known: Home? = null, tag: String? = null,
): HttpRequest {
    val chosen = choices.toSortedMap().map { (widget, ids) -> "$widget:${ids.joinToString(",")}" }
    val whole = address.adding("choices", chosen.joinToString(","))
    val widgets = known?.homeWidgets?.take(maximumCount) ?: return HttpRequest(URI(whole))
    val changes = whole.adding("known", widgets.joinToString(",") { "${it.id}:${it.contentRevision}" })
    if (changes.length <= maximumUrlLength && widgets.none { "," in it.id }) {
        return HttpRequest(URI(changes), headers = if (tag == null) emptyMap() else mapOf("If-None-Match" to tag))
    }
    val body = json.encodeToString(KnownWidgets(widgets.associate { it.id to it.contentRevision }))
    return HttpRequest(URI(whole), "POST", body = body.encodeToByteArray())
}

@Serializable private class KnownWidgets(val known: Map<String, String>)

/** The choices of an address, such as `browse:top,price,nearby:new`. */
internal fun choices(address: String): Map<String, List<String>> {
    val parameter = address.parameters.find { it.startsWith("choices=") }.orEmpty()
    val chips = URLDecoder.decode(parameter.substringAfter("="), "UTF-8").split(",").filter { it.isNotEmpty() }
    val widgets = chips.runningFold("") { widget, chip -> chip.substringBeforeLast(":", widget) }.drop(1)
    return widgets.zip(chips) { widget, chip -> widget to chip.substringAfterLast(":") }
        .groupBy({ it.first }, { it.second })
}

private val String.parameters get() = substringAfter("?", "").split("&").filter { it.isNotEmpty() }

internal fun String.removing(vararg names: String): String {
    val rest = parameters.filter { it.substringBefore("=") !in names }
    return (listOf(substringBefore("?")) + rest.joinToString("&")).filter { it.isNotEmpty() }.joinToString("?")
}

/** The URL with one more parameter, unless its value is empty. */
internal fun String.adding(name: String, value: String): String {
    if (value.isEmpty()) return this
    val encoded = URLEncoder.encode(value, "UTF-8").replace("+", "%20").replace("%3A", ":").replace("%2C", ",")
    return this + (if ("?" in this) "&" else "?") + name + "=" + encoded
}
