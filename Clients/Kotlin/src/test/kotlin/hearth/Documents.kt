package hearth

// Documents as a server sends them.

private const val bar = """{"height": 40, "padding": {"top": 8, "leading": 16, "bottom": 8, "trailing": 16}}"""

fun itemJson(id: String, revision: String = "r", more: String = "") =
    """{"id": "$id", "kind": "product", "title": "T", "caption": [{"text": "T"}], "accessibilityLabel": "T",
        "revision": "$revision", "tracking": "t.$id"$more}"""

/** Items of 100 by 80 in rows of two; above them 40 points of header and 10 of inset. */
fun widgetJson(id: String, items: List<String>, top: Double? = null, state: String = "loaded", more: String = ""): String {
    val rows = (items.size + 1) / 2
    val position = top?.let { """"position": {"header": $it, "items": ${it + 50}},""" }.orEmpty()
    return """{"id": "$id", "state": "$state", $position "title": "W", "layout": "HomeWidgetGrid", "revision": "w",
        "contentRevision": "c-$id", "tracking": "t", "header": {"kind": "plain", "title": "W", "metrics": $bar},
        "metrics": {"height": ${rows * 90 - 10}, "visibleItems": 2, "rows": $rows, "columns": 2, "rowHeight": 80,
            "columnSpacing": 20, "rowSpacing": 10, "itemSize": {"width": 100, "height": 80}, "scroll": "vertical",
            "contentInsets": {"top": 10, "leading": 16, "bottom": 20, "trailing": 16}, "itemOrder": "row"},
        "items": [${items.joinToString()}]$more}"""
}

fun homeJson(widgets: List<String>, height: Double = 500.0, shown: String = "s0", direction: String = "ltr") =
    """{"schema": 1, "revision": "h", "locale": "en", "direction": "$direction",
        "device": {"width": 300, "scale": 2, "textScale": 1}, "textStyles": {}, "palette": {},
        "header": {"kind": "empty", "metrics": {"height": 0, "padding": {"top": 0, "leading": 0, "bottom": 0, "trailing": 0}}},
        "segments": [{"id": "s", "title": "S", "active": true}], "experiments": [], "shown": "$shown",
        "refreshAfter": 300, "staleWhileRevalidate": 86400, "contentHeight": $height,
        "homeWidgets": [${widgets.joinToString()}]}"""

fun home(text: String) = decode(Home.serializer(), text.encodeToByteArray())

fun widget(text: String) = decode(Widget.serializer(), text.encodeToByteArray())

fun documentTests() {
    test("A document keeps values that are not known") {
        val item = itemJson("a").replace("product", "video")
        val home = home(homeJson(listOf(widgetJson("w", listOf(item), 0.0, "paused", ""","future": {"a": [1]}"""))))
        expectEqual(home.homeWidgets[0].state, WidgetState("paused"))
        expectEqual(home.homeWidgets[0].items[0].kind, ItemKind("video"))
    }
    test("Unknown geometry is the default") {
        val known = homeJson(listOf(widgetJson("w", listOf(itemJson("a"), itemJson("b")), 0.0)))
        val odd = listOf("ltr" to "ttb", "vertical" to "spiral", "\"row\"" to "\"diagonal\"")
        val unknown = odd.fold(known) { text, (value, other) -> text.replace(value, other) }
        expectEqual(Page(home(unknown)).frames(), Page(home(known)).frames())
    }
    test("An item that cannot be decoded is left out") {
        val items = listOf(itemJson("a"), """{"id": "b"}""", itemJson("c"), "7")
        expectEqual(widget(widgetJson("w", items)).items.map { it.id }, listOf("a", "c"))
    }
    test("A widget that cannot be decoded is left out of its home") {
        val widgets = listOf(widgetJson("a", emptyList(), 0.0), """{"id": "b", "state": "loaded"}""")
        expectEqual(home(homeJson(widgets)).homeWidgets.map { it.id }, listOf("a"))
    }
    test("Attributes are numbers, texts, flags or amounts of money") {
        val money = """{"amount": 3000000000, "currency": "USD", "formatted": "$30,000,000"}"""
        val attributes = """{"a": 1.5, "b": "x", "c": true, "d": $money, "e": [1], "f": null}"""
        val item = widget(widgetJson("w", listOf(itemJson("a", more = ""","attributes": $attributes""")))).items[0]
        expectEqual(
            item.attributes,
            mapOf(
                "a" to AttributeValue.Number(1.5), "b" to AttributeValue.Text("x"), "c" to AttributeValue.Flag(true),
                "d" to AttributeValue.Amount(Money(3_000_000_000, "USD", "$30,000,000")),
            ),
        )
    }
    test("A document that is no home is unreadable") {
        for (text in listOf("{}", "[]", "<html>", "")) expectError<HomeError.Unreadable> { home(text) }
    }
}
