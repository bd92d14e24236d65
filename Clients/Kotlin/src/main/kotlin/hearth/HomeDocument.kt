package hearth

import java.io.File
import java.io.FileOutputStream
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import kotlin.time.Instant
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject

/** A home as it is kept: with the members that this version of the client does not know. */
internal class HomeDocument(private val document: JsonObject) {
    val home = readable { json.decodeFromJsonElement(Home.serializer(), document) }
    val data get() = document.toString().encodeToByteArray()

    companion object {
        /** The version of the documents that this client reads. */
        const val schema = "1"

        fun parse(data: ByteArray) = HomeDocument(parsed(data))

        /**
         * Decodes a home in which each unchanged widget is the one in `old`, at its new position; null if `old` does not
         * have it.
         */
        fun completed(data: ByteArray, old: HomeDocument?): HomeDocument? {
            val document = parsed(data)
            val known = old?.document?.widgets.orEmpty().associateBy { it["id"] }
            val widgets = document.widgets.map { widget ->
                if (widget["state"] != unchanged) return@map widget
                val whole = known[widget["id"]] ?: return null
                JsonObject(whole + widget.filterKeys { it == "position" })
            }
            return HomeDocument(JsonObject(document + ("homeWidgets" to JsonArray(widgets))))
        }

        private val unchanged = JsonPrimitive("unchanged")

        private fun parsed(data: ByteArray) = readable { json.parseToJsonElement(data.decodeToString()).jsonObject }

        private val JsonObject.widgets get() = (get("homeWidgets") as? JsonArray).orEmpty().filterIsInstance<JsonObject>()
    }
}

/** The last home of one address in a file, to show at the start and while offline. */
class OfflineCopy(private val file: File) {
    internal class Content(val head: Head, val document: ByteArray) {
        /** @property address With the user: another one's home is not shown. */
        @Serializable
        class Head(
            val address: String, val tag: String?, val choices: Map<String, List<String>>, val loadTime: Instant,
        )
    }

    internal fun content(address: String): Content? = runCatching {
        val data = file.readBytes()
        val end = data.indexOf('\n'.code.toByte())
        val head = json.decodeFromString<Content.Head>(data.decodeToString(0, end))
        Content(head, data.copyOfRange(end + 1, data.size)).takeIf { head.address == address }
    }.getOrNull()

    /** Replaces the file at once, so that document and ETag match. The app works without a copy: errors are no errors. */
    internal fun save(content: Content) {
        if (content.document.size <= HttpClient.maximumSize) {
            val head = json.encodeToString(content.head) + "\n"
            runCatching { file.replace(head.encodeToByteArray() + content.document) }
        }
    }

    /** Call it when the user signs out. */
    fun remove() {
        file.delete()
    }
}

/** Replaces a file by a new one, or leaves it as it is. */
internal fun File.replace(data: ByteArray) {
    absoluteFile.parentFile.mkdirs()
    val new = File("$path.new")
    FileOutputStream(new).use {
        it.write(data)
        // On the disk before it takes the place of the former one.
        it.channel.force(true)
    }
    Files.move(new.toPath(), toPath(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE)
}
