import HomeFeed
import HomeLayout
import Catalogue
import Recommendations
import Testing

@Suite struct `A widget alone` {
    @Test func `is as it is in the home, but for its place on the page`() async throws {
        let world = try FullHome.world()
        let home = try await world.home(FullHome.request())
        #expect(home.homeWidgets.count == 6)
        for widget in home.homeWidgets {
            #expect(try await world.widget(widget.id, FullHome.request()).withoutToken == widget.unplaced)
        }
    }

    @Test func `is loaded without the others`() async throws {
        let world = try FullHome.world(.timedOut)
        #expect(try await world.widget("nearby", FullHome.request()).state == "loaded")
        #expect(world.loads.map(\.source) == ["user", "nearby"])
    }

    @Test func `says so where it fails`() async throws {
        let world = try FullHome.world()
        world.store.conduct(.fails)
        let widget = try await world.widget("last-search", FullHome.request())
        #expect(widget.state == "error" && widget.error?.code == "store_unavailable")
        #expect(world.failures.map(\.widget) == [nil, "last-search"])
        #expect(try await world.widget("nearby", FullHome.request()).state == "loaded")
    }

    @Test func `is empty where it has nothing to show`() async throws {
        let world = try FullHome.world()
        let empty = try await world.widget("last-search", request(for: "u2"))
        #expect(empty.state == "empty" && empty.items.isEmpty)
        #expect(empty.layout == "HomeWidgetFullWidth" && empty.title == "New in ")
    }

    @Test func `is the card for that where the config has one`() async throws {
        let card = #"{"id": "none", "title": "None", "text": "None yet."}"#
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "whenEmpty": \#(card)}"#)
        )
        let widget = try await world.widget("w", request())
        #expect(widget.state == "empty" && widget.layout == "HomeWidgetInfoCard")
        #expect(widget.itemIDs == ["infoCard:none"])
    }

    @Test(arguments: ["none", "", "HOW", "how "])
    func `is an error where the segment has none such`(id: String) async throws {
        let world = try FullHome.world()
        let error = await #expect(throws: FeedError.self) { try await world.widget(id, FullHome.request()) }
        guard case .unknownWidget(id) = error else { throw try #require(error) }
    }

    @Test func `is looked for in the segment of the request`() async throws {
        func segment(_ id: String, _ widget: String) -> String {
            #"""
            {"id": "\#(id)", "title": "S", "widgets": [{"id": "\#(widget)", "layout": "HomeWidgetInfoCard",
             "source": {"kind": "infoCard", "id": "c", "title": "\#(id)", "text": "Text."}}]}
            """#
        }
        let world = try World(
            #"{"title": "Hearth", "segments": [\#(segment("a", "w")), \#(segment("b", "w")), \#(segment("c", "x"))]}"#
        )
        #expect(try await world.widget("w", request()).items.map(\.title) == ["a"])
        #expect(try await world.widget("w", request(segment: "b")).items.map(\.title) == ["b"])
        await #expect(throws: FeedError.self) { try await world.widget("w", request(segment: "c")) }
        await #expect(throws: FeedError.self) { try await world.widget("w", request(segment: "d")) }
    }
}
