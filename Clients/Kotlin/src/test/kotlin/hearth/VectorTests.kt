package hearth

import java.io.File
import kotlin.math.abs
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.double
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

private operator fun JsonElement.get(name: String) = jsonObject.getValue(name)

private val JsonElement.text get() = jsonPrimitive.content

private fun page(vector: JsonElement): Page {
    val page = Page(json.decodeFromJsonElement(Home.serializer(), vector["document"]))
    return vector["loaded"].jsonArray.fold(page) { changed, load ->
        val widget = json.decodeFromJsonElement(Widget.serializer(), load["widget"])
        if (load["how"].text == "append") changed.append(widget) else changed.replace(widget, load["how"].text == "choose")
    }
}

private fun offset(element: JsonElement) = ScrollOffset(
    element.jsonObject["y"]?.jsonPrimitive?.double ?: 0.0,
    element.jsonObject["x"]?.jsonObject.orEmpty().mapValues { it.value.jsonPrimitive.double },
)

private fun rect(element: JsonElement): Rect {
    val (x, y, width, height) = listOf("x", "y", "width", "height").map { element[it].jsonPrimitive.double }
    return Rect(x, y, width, height)
}

private fun element(vector: JsonObject) = PageElement(
    PageElement.Kind.valueOf(vector["element"]!!.text), vector["widget"]?.text, vector["item"]?.text,
    vector["index"]?.jsonPrimitive?.int,
)

private fun expectNear(found: Rect, expected: Rect, element: PageElement) {
    val distances = listOf(
        found.x - expected.x, found.y - expected.y, found.width - expected.width, found.height - expected.height,
    )
    expect(distances.all { abs(it) < 0.001 }) { "$element: found $found\n    expected $expected" }
}

private fun expectFrames(found: List<Frame>, expected: List<JsonObject>) {
    val frames = found.associateBy { it.element }
    expectEqual(frames.keys, expected.mapTo(mutableSetOf(), ::element))
    for (each in expected) {
        val frame = frames.getValue(element(each))
        expectNear(frame.rect, rect(each), frame.element)
        expectEqual(frame.isPinned, each["pinned"]?.jsonPrimitive?.boolean ?: false)
    }
}

private fun expectChanges(found: ListChanges?, expected: JsonElement) {
    fun numbers(name: String) = expected[name].jsonArray.map { it.jsonPrimitive.int }
    val moved = expected["moved"].jsonArray.map { ListChanges.Move(it["from"].jsonPrimitive.int, it["to"].jsonPrimitive.int) }
    val changes = ListChanges(numbers("removed"), numbers("inserted"), moved, numbers("reloaded"))
    expectEqual(found?.copy(moved = found.moved.sortedBy { it.to }), changes.copy(moved = moved.sortedBy { it.to }))
}

private fun expectAttributes(found: ElementTransition.Attributes, expected: JsonElement, element: PageElement) {
    expectNear(found.rect, rect(expected), element)
    expectEqual(Pair(element, found.alpha), Pair(element, expected["alpha"].jsonPrimitive.double))
}

fun vectorTests(folder: File) {
    val files = folder.listFiles { file -> file.extension == "json" }.orEmpty().sorted()
    for (file in files.filter { it.name.startsWith("frames-") }) {
        test("The frames are those of ${file.name}") {
            val vector = json.parseToJsonElement(file.readText())
            val page = page(vector)
            vector.jsonObject["contentHeight"]?.let { expectEqual(page.home.contentHeight, it.jsonPrimitive.double) }
            for (case in vector["cases"].jsonArray) {
                val frames = page.frames(offset(case["offset"]), case.jsonObject["visible"]?.let(::rect))
                expectFrames(frames, case["frames"].jsonArray.map { it.jsonObject })
            }
        }
    }
    for (file in files.filter { it.name.startsWith("changes-") }) {
        test("The changes are those of ${file.name}") {
            val vector = json.parseToJsonElement(file.readText())
            val changes = PageChanges(page(vector["old"]), page(vector["new"]), offset(vector["offset"]))
            val expected = vector["changes"]
            expectChanges(changes.sections, expected["sections"])
            expectEqual(changes.items.keys, expected["items"].jsonObject.keys)
            for ((id, each) in expected["items"].jsonObject) expectChanges(changes.items[id], each)
            val transitions = expected["transitions"].jsonArray.map { it.jsonObject }
            expectEqual(changes.transitions.keys, transitions.mapTo(mutableSetOf(), ::element))
            for (each in transitions) {
                val transition = changes.transitions.getValue(element(each))
                expectAttributes(transition.initial, each["initial"]!!, element(each))
                expectAttributes(transition.final, each["final"]!!, element(each))
            }
        }
    }
    for (layout in listOf("list", "grid", "carousel", "map")) {
        test("The frames of a $layout are those of the vectors without geometry that has a default") {
            val text = File(folder, "frames-$layout-ltr.json").readText()
            val defaults = Regex(""""(direction": "ltr|scroll": "vertical|itemOrder": "(row|column))",?""")
            val bare = text.replace(defaults, "").replace(Regex(",(\\s*})"), "$1")
            expect(bare != text && "itemOrder" !in bare) { bare }
            expectEqual(page(json.parseToJsonElement(bare)).frames(), page(json.parseToJsonElement(text)).frames())
        }
    }
    test("There are vectors") { expect(files.isNotEmpty()) { "$folder has none" } }
}
