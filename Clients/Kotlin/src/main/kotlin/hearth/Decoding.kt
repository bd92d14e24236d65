package hearth

import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.InternalSerializationApi
import kotlinx.serialization.KSerializer
import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.builtins.MapSerializer
import kotlinx.serialization.descriptors.SerialKind
import kotlinx.serialization.descriptors.buildSerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonDecoder
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.decodeFromJsonElement
import kotlinx.serialization.json.double

internal val json = Json {
    ignoreUnknownKeys = true
    // An unknown value of an enum becomes the member's default.
    coerceInputValues = true
}

/** A list without the elements that cannot be decoded. It may be absent. */
typealias LossyList<Element> = @Serializable(LossyListSerializer::class) List<Element>

/** A map without the values that cannot be decoded. It may be absent. */
typealias LossyMap<Value> = @Serializable(LossyMapSerializer::class) Map<String, Value>

internal fun <Value> decode(value: DeserializationStrategy<Value>, data: ByteArray): Value = readable {
    json.decodeFromString(value, data.decodeToString())
}

internal inline fun <Value> readable(read: () -> Value): Value = try {
    read()
} catch (error: IllegalArgumentException) {
    throw HomeError.Unreadable(error.message.orEmpty())
}

class LossyListSerializer<Element>(private val element: KSerializer<Element>) :
    KSerializer<List<Element>> by ListSerializer(element) {
    override fun deserialize(decoder: Decoder): List<Element> =
        (decoder.decodeElement() as? JsonArray).orEmpty().mapNotNull { element.decodeOrNull(it) }
}

class LossyMapSerializer<Value>(key: KSerializer<String>, private val value: KSerializer<Value>) :
    KSerializer<Map<String, Value>> by MapSerializer(key, value) {
    override fun deserialize(decoder: Decoder): Map<String, Value> = buildMap {
        for ((name, element) in (decoder.decodeElement() as? JsonObject).orEmpty()) {
            value.decodeOrNull(element)?.let { put(name, it) }
        }
    }
}

internal object AttributeValueSerializer : KSerializer<AttributeValue> {
    @OptIn(InternalSerializationApi::class)
    override val descriptor = buildSerialDescriptor("hearth.AttributeValue", SerialKind.CONTEXTUAL)

    override fun deserialize(decoder: Decoder): AttributeValue {
        val element = decoder.decodeElement()
        if (element !is JsonPrimitive) return AttributeValue.Amount(json.decodeFromJsonElement(element))
        if (element.isString) return AttributeValue.Text(element.content)
        return element.booleanOrNull?.let { AttributeValue.Flag(it) } ?: AttributeValue.Number(element.double)
    }

    override fun serialize(encoder: Encoder, value: AttributeValue) = throw SerializationException("only for reading")
}

private fun Decoder.decodeElement(): JsonElement = (this as JsonDecoder).decodeJsonElement()

private fun <Value> KSerializer<Value>.decodeOrNull(element: JsonElement): Value? =
    runCatching { json.decodeFromJsonElement(this, element) }.getOrNull()
