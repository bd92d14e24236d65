package hearth

private fun page(vararg widgets: String, height: Double = 500.0, direction: String = "ltr") =
    Page(home(homeJson(widgets.toList(), height, direction = direction)))

private fun rects(page: Page, kind: PageElement.Kind) = page.frames().filter { it.element.kind == kind }.map { it.rect }

fun pageTests() {
    val first = widgetJson("a", listOf(itemJson("1"), itemJson("2"), itemJson("3")), 0.0)
    val second = widgetJson("b", listOf(itemJson("4")), 240.0)

    test("Items fill the rows of a grid") {
        expectEqual(
            rects(page(first), PageElement.Kind.item),
            listOf(Rect(16.0, 50.0, 100.0, 80.0), Rect(136.0, 50.0, 100.0, 80.0), Rect(16.0, 140.0, 100.0, 80.0)),
        )
    }
    test("A page from right to left is mirrored") {
        expectEqual(rects(page(first, direction = "rtl"), PageElement.Kind.item).map { it.x }, listOf(184.0, 64.0, 184.0))
    }
    test("Only elements within the visible part have frames") {
        val frames = page(first, second).frames(ScrollOffset(245.0), Rect(0.0, 245.0, 300.0, 100.0))
        expectEqual(frames.map { it.element.widget }.distinct(), listOf("b"))
    }
    test("A header is pinned until the next widget pushes it up") {
        val page = page(first, second)
        expectEqual(page.pinnedWidget(0.0), null)
        expectEqual(page.pinnedWidget(100.0)?.id, "a")
        val header = page.frames(ScrollOffset(220.0)).first { it.isPinned }
        expectEqual(header.rect.y, 200.0)
    }
    test("Items below the pinned header are visible, and those within the visible part") {
        // The header of 40 points is pinned at the offset, which is 20 points below the upper edge.
        fun items(y: Double, height: Double) =
            page(first, second).visibleItems(ScrollOffset(y), Rect(0.0, y - 20, 300.0, height + 20))
                .associate { it.item to it.fraction }
        expectEqual(items(10.0, 40.0 + 80), mapOf("1" to 1.0, "2" to 1.0))
        expectEqual(items(70.0, 40.0 + 50), mapOf("1" to 0.25, "2" to 0.25, "3" to 0.25))
        expectEqual(items(90.0, 40.0 + 20), mapOf("3" to 0.125))
        expectEqual(items(70.0, 30.0), emptyMap())
        // The next widget has pushed it up to 30 points.
        expectEqual(items(210.0, 80.0 + 20), mapOf("4" to 0.25))
    }
    test("A further page grows a grid and moves what is below") {
        val next = widgetJson("a", listOf(itemJson("3"), itemJson("4"), itemJson("5"), itemJson("6")), more = ""","shown": "s1"""")
        val page = page(first, second).append(widget(next))
        expectEqual(page["a"]?.items?.map { it.id }, listOf("1", "2", "3", "5", "6"))
        expectEqual(page["a"]?.metrics?.rows, 3)
        expectEqual(page["b"]?.position, Position(330.0, 380.0))
        expectEqual(page.home.contentHeight, 590.0)
        expectEqual(page.home.shown, "s1")
    }
    test("A widget loaded alone replaces the one on the page, without items of others") {
        val page = page(first, second).replace(widget(widgetJson("a", listOf(itemJson("4"), itemJson("7")))))
        expectEqual(page["a"]?.items?.map { it.id }, listOf("7"))
        expectEqual(page["a"]?.position, Position(0.0, 50.0))
    }
    test("A further page that could not be loaded changes nothing") {
        val more = ""","loadMore": {"href": "/home/widgets/a?cursor=c1"}"""
        val page = page(widgetJson("a", listOf(itemJson("1")), 0.0, more = more))
        for (state in listOf("error", "deferred")) {
            expectEqual(page.append(widget(widgetJson("a", emptyList(), state = state))), page)
        }
    }
    test("A map has no clusters if items were dropped") {
        val map = ""","map": {"region": {"latitude": 1, "longitude": 2, "latitudeSpan": 1, "longitudeSpan": 1},
            "clusters": [{"latitude": 1, "longitude": 2, "items": [0, 1]}]}"""
        for ((id, count) in listOf("4" to 0, "5" to 1)) {
            val loaded = widgetJson("a", listOf(itemJson(id), itemJson("7")), more = map)
            val page = page(first, second).replace(widget(loaded))
            expectEqual(page["a"]?.map?.clusters?.size, count)
        }
    }
    test("A choice is complete") {
        val page = page(first, second).replace(widget(widgetJson("a", listOf(itemJson("4")))), isChoice = true)
        expectEqual(page["a"]?.items?.map { it.id }, listOf("4"))
        expectEqual(page["b"]?.position, Position(150.0, 200.0))
    }
    test("The changes of a list lead from the old to the new one, with the fewest moves") {
        val random = kotlin.random.Random(1)
        repeat(500) {
            val old = (0..8).shuffled(random).take(random.nextInt(9)).map { "$it" to random.nextInt(2) }
            val new = (0..8).shuffled(random).take(random.nextInt(9)).map { "$it" to random.nextInt(2) }
            val changes = ListChanges.between(old, new)
            val gone = changes.removed + changes.moved.map { it.from }
            val rest = old.filterIndexed { index, _ -> index !in gone }.map { it.first }.toMutableList()
            val come = (changes.inserted.map { it to new[it].first } + changes.moved.map { it.to to old[it.from].first })
            for ((index, id) in come.sortedBy { it.first }) rest.add(index, id)
            expectEqual(rest.toList(), new.map { it.first })
            val kept = new.filter { pair -> old.any { it.first == pair.first } }
            expectEqual(changes.reloaded.toSet(), kept.filter { it !in old }.map { new.indexOf(it) }.toSet())
        }
        val letters = { text: String -> text.map { "$it" to 0 } }
        expectEqual(ListChanges.between(letters("abcde"), letters("bcdea")).moved, listOf(ListChanges.Move(0, 4)))
    }
    test("An inserted item fades in from where its neighbour was") {
        val old = page(widgetJson("a", listOf(itemJson("1"), itemJson("2")), 0.0))
        val new = page(widgetJson("a", listOf(itemJson("3"), itemJson("1"), itemJson("2")), 0.0))
        val changes = PageChanges(old, new)
        expectEqual(changes.items["a"]?.inserted, listOf(0))
        val transition = changes.transitions.getValue(PageElement(PageElement.Kind.item, "a", "3"))
        expectEqual(transition.initial, ElementTransition.Attributes(Rect(-104.0, 50.0, 100.0, 80.0), 0.0))
        expectEqual(transition.final, ElementTransition.Attributes(Rect(16.0, 50.0, 100.0, 80.0), 1.0))
    }
    test("A section's content does not cover its place") {
        val moved = page(widgetJson("a", listOf(itemJson("1")), 100.0))
        expect(PageChanges(page(widgetJson("a", listOf(itemJson("1")), 0.0)), moved).sections.isEmpty) { "changes" }
    }
}
