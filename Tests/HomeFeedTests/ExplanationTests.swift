import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import Recommendations

@Suite struct `The explanation of a home` {
    private func explanation(_ world: World, _ request: HomeRequest) async throws -> Explanation {
        var request = request
        request.explains = true
        return try #require(try await world.feed.home(for: request, in: world.snapshot).explanation)
    }

    @Test func `is there where it was asked for, and changes nothing else`() async throws {
        let world = try FullHome.world()
        var request = try FullHome.request()
        #expect(try await world.feed.home(for: request, in: world.snapshot).explanation == nil)
        let plain = try await world.home(request)
        request.explains = true
        #expect(try await world.home(request) == plain)
    }

    @Test func `tells of each widget what was loaded, what was shown, and what was not`() async throws {
        let world = try FullHome.world()
        let first = try await explanation(world, FullHome.request())
        #expect(first.widgets.map(\.id) == ["last-search", "recommendations", "nearby", "brands", "products", "how"])
        #expect(first.widgets.map(\.state) == Array(repeating: "loaded", count: 6))
        #expect(first.widgets.map(\.shown) == [3, 4, 5, 2, 2, 1])
        #expect(first.widgets.map { $0.loads.map(\.source) }.joined().contains("recommendations"))
        #expect(first.widgets.flatMap(\.loads).allSatisfy { $0.state == .loaded && $0.failure == nil })
        #expect(first.cards.shown == 15 && first.cards.rendered == 15)
        #expect(try await explanation(world, FullHome.request()).cards.rendered == 0)
    }

    @Test func `counts what is found beside what others show, and what is too much`() async throws {
        let world = try World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 2}"#,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 2}"#
            ),
            items: CatalogueItem.houses("h", 9)
        )
        let widgets = try await explanation(world, request(at: .town)).widgets
        #expect(widgets.map(\.found) == [3, 3])
        #expect(widgets.map(\.surplus) == [1, 1])
        #expect(widgets.map(\.shown) == [2, 2])
    }

    @Test func `says why a widget is not there, and what stands in for a source`() async throws {
        let world = try World(
            config(
                #"""
                {"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "when": {"platform": ["ios"]}}
                """#,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "when": {"hasPlace": true}}"#,
                #"{"id": "c", "layout": "HomeWidgetGrid", "source": {"kind": "brands"}}"#,
                """
                {"id": "d", "layout": "HomeWidgetGrid",
                 "source": {"kind": "recommendations", "fallbacks": [{"kind": "newest"}]}}
                """
            ),
            items: CatalogueItem.houses("h", 15),
            recommendations: ScriptedRecommendations(.fails(.unavailable("502")))
        )
        let widgets = try await explanation(world, request(at: .town)).widgets
        #expect(widgets.map(\.state) == ["leftOut", "loaded", "leftOut", "loaded"])
        #expect(widgets[0].gate == "no platform is given" && widgets[0].loads.isEmpty)
        #expect(widgets[1].gate != nil && widgets[2].gate == nil)
        #expect(widgets[2].loads.map(\.state) == [.empty])
        #expect(widgets[3].fallback == "newest" && widgets[3].loads.map(\.state) == [.failed, .loaded])
        #expect(widgets[3].loads[0].failure == #"the recommendation service: unavailable("502")"#)
    }
}

@Suite struct `The explanation of a widget alone` {
    private static let grid =
        #"""
        {"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 3, "when": {"hasPlace": true}}
        """#

    private func alone(
        _ world: World,
        _ id: String,
        after cursor: String? = nil,
        _ request: HomeRequest
    ) async throws -> (explanation: Explanation, widget: WidgetExplanation) {
        var request = request
        request.explains = true
        let made = try await world.feed.widget(WidgetRequest(id: id, cursor: cursor), for: request, in: world.snapshot)
        let explanation = try #require(made.explanation)
        #expect(explanation.widgets.count == 1)
        return (explanation, try #require(explanation.widgets.first))
    }

    @Test func `is there where it was asked for, and changes nothing else`() async throws {
        let world = try FullHome.world()
        var request = try FullHome.request()
        #expect(
            try await world.feed.widget(WidgetRequest(id: "nearby"), for: request, in: world.snapshot).explanation
                == nil
        )
        let plain = try await world.widget("nearby", request)
        request.explains = true
        #expect(try await world.widget("nearby", request) == plain)
    }

    @Test func `tells what was loaded, and what was not shown`() async throws {
        let world = try World(config(Self.grid), items: CatalogueItem.houses("h", 9))
        let (explanation, widget) = try await alone(world, "w", request(at: .town))
        #expect(widget.id == "w" && widget.state == "loaded" && widget.gate != nil)
        #expect(widget.loads.map(\.source) == ["nearby"] && widget.loads.map(\.state) == [.loaded])
        #expect((widget.found, widget.surplus, widget.shown) == (4, 1, 3))
        #expect(explanation.cards == (3, 3))
        #expect(try await alone(world, "w", request(at: .town)).explanation.cards == (3, 0))
    }

    @Test func `is that of the page which was asked for`() async throws {
        let world = try World(config(Self.grid), items: CatalogueItem.houses("h", 5))
        let more = try #require(try await world.home(at: .town).homeWidgets[0].loadMore)
        let cursor = try parameters(of: more.href).first { $0.name == "cursor" }?.value
        let (_, widget) = try await alone(world, "w", after: cursor, request(at: .town))
        #expect(widget.state == "loaded" && widget.loads.map(\.state) == [.loaded])
        #expect((widget.found, widget.surplus, widget.shown) == (2, 0, 2))
    }

    @Test func `says why there is nothing`() async throws {
        let world = try FullHome.world(.unavailable("502"))
        let (_, failed) = try await alone(world, "recommendations", FullHome.request())
        #expect(failed.state == "error" && failed.shown == 0)
        #expect(failed.loads.map(\.failure) == [#"the recommendation service: unavailable("502")"#])
        let (_, empty) = try await alone(world, "last-search", request(for: "u2"))
        #expect(empty.state == "empty" && empty.shown == 0 && empty.loads.map(\.state) == [.empty])
    }
}
