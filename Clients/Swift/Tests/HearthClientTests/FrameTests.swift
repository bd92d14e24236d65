import Testing

@testable import HearthClient

@Suite struct `Frames` {
    struct Vector: Decodable {
        let contentHeight: Double?
        let cases: [Case]

        struct Case: Decodable {
            let offset: VectorOffset
            let visible: VectorAttributes?
            let frames: [VectorFrame]
        }
    }

    @Test(arguments: try Vectors.names("frames-"))
    func `are those of the vectors`(name: String) throws {
        let page = (try Vectors.decoded(name) as PageVector).page
        let vector: Vector = try Vectors.decoded(name)
        if let height = vector.contentHeight { #expect(abs(page.home.contentHeight - height) < 0.01) }
        for each in vector.cases {
            let visible = each.visible.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
            let frames = page.frames(at: each.offset.offset, in: visible)
            let found = Dictionary(uniqueKeysWithValues: frames.map { ($0.element, $0) })
            #expect(Set(found.keys) == Set(each.frames.map(\.id)))
            for expected in each.frames {
                guard let frame = found[expected.id], let rect = expected.rect else { continue }
                #expect(rect.isNear(frame.rect), "\(expected): \(frame.rect), not \(rect)")
                #expect(frame.isPinned == (expected.pinned ?? false), "\(expected)")
            }
        }
    }

    @Test func `pin the header of the widget under the top edge`() throws {
        let page = Page(try Vectors.document("frames-list-ltr").decoded(Home.self))
        let tops = page.widgets.compactMap(\.position?.header)
        #expect(page.pinnedWidget(at: tops[0]) == nil, "it is in its place")
        #expect(page.pinnedWidget(at: tops[0] + 1)?.id == "list")
        #expect(page.pinnedWidget(at: tops[1] + 1)?.id == "second")
        #expect(page.pinnedWidget(at: page.home.contentHeight) == nil)
        let pushed = page.frames(at: ScrollOffset(y: tops[1] - 10)).first {
            $0.element == PageElement(.header, widget: "list")
        }
        #expect(pushed?.rect.y == tops[1] - 44)
    }

    @Test func `of visible items tell which share is visible, and leave out error cells`() throws {
        let list = Page(try Vectors.document("frames-list-ltr").decoded(Home.self))
        let visible = list.visibleItems(at: ScrollOffset(), in: Rect(x: 0, y: 0, width: 390, height: 121 + 56 + 14))
        #expect(visible.map(\.item) == ["a", "b"])
        #expect(visible.map(\.fraction) == [1, 0.25] && visible[0].tracking == "t.a")
        let states = Page(try Vectors.document("frames-states-ltr").decoded(Home.self))
        let items = states.visibleItems(at: ScrollOffset(), in: Rect(x: 0, y: 0, width: 390, height: 9_000))
        #expect(items.map(\.item) == ["x"])
    }

    @Test func `of visible items leave out what the pinned header or a bar covers`() throws {
        let page = Page(try Vectors.document("frames-list-ltr").decoded(Home.self))
        let first = try #require(page.frames().first { $0.element.item == "a" }).rect
        func items(at y: Double, height: Double) -> [String: Double] {
            let visible = Rect(x: 0, y: y - 20, width: 390, height: height)
            let items = page.visibleItems(at: ScrollOffset(y: y), in: visible)
            return Dictionary(uniqueKeysWithValues: items.map { ($0.item, $0.fraction) })
        }
        // The header of 44 points is pinned at the offset.
        #expect(items(at: first.y - 44, height: 200)["a"] == 1)
        #expect(items(at: first.y - 44 + first.height * 0.75, height: 200)["a"] == 0.25)
        #expect(items(at: first.y - 44 + first.height, height: 200)["a"] == nil)
        #expect(items(at: first.y - 44 + first.height * 0.75, height: 20).isEmpty)
        // In front of the first widget, nothing is pinned.
        let top = try #require(page.widgets[0].position).header
        #expect(items(at: top - 10, height: 20).isEmpty)
    }

    @Test func `of a map that grew show both pages`() throws {
        var page = Page(try Vectors.document("frames-map-ltr").decoded(Home.self))
        var next = try Vectors.document("frames-map-ltr").widgets[0]
        next.items[0]["id"] = "c"
        next["map"] = ["region": ["latitude": 2, "longitude": 2, "latitudeSpan": 0.5, "longitudeSpan": 1]]
        page.append(try next.decoded(Widget.self))
        let map = try #require(page["map"]?.map)
        #expect(map.region.latitude == 1.5 && map.region.latitudeSpan == 1.5)
        #expect(map.region.longitude == 2 && map.region.longitudeSpan == 1)
        #expect(page["map"]?.items.map(\.id) == ["a", "b", "c"] && map.clusters.isEmpty)
    }
}
