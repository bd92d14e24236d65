import Bytes
import JSON
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout
@testable import Recommendations

private let experiments = #"""
    "experiments": [
      {"id": "map-first", "arms": [{"id": "control", "percent": 50}, {"id": "map", "percent": 50}]},
      {"id": "words", "arms": [{"id": "all", "percent": 100}]}]
    """#

private func card(_ id: String, when gate: String) -> String {
    #"""
    {"id": "\#(id)", "layout": "HomeWidgetInfoCard", "when": \#(gate),
     "source": {"kind": "infoCard", "id": "\#(id)", "title": "\#(id)", "text": "Text."}}
    """#
}

private func home(_ widgets: String...) -> String {
    #"""
    {"title": "Hearth", \#(experiments),
     "segments": [{"id": "homes", "title": "Homes", "widgets": [\#(widgets.joined(separator: ", "))]},
                  {"id": "other", "title": "Other", "widgets": [\#(card("o", when: #"{"experiment": "words", "arm": "all"}"#))]}]}
    """#
}

@Suite struct `A home with gates` {
    @Test func `has the widgets whose gates are open, in the config's order`() async throws {
        let world = try World(
            home(
                card("place", when: #"{"hasPlace": true}"#),
                card("search", when: #"{"hasLastSearch": true}"#),
                card("signed-out", when: #"{"not": {"signedIn": true}}"#),
                card("phone", when: #"{"all": [{"platform": ["ios"]}, {"appVersion": {"min": "4.2"}}]}"#),
                card("always", when: #"{"any": [{"hasPlace": true}, {"hasPlace": false}]}"#)
            )
        )
        try world.store.record(.homes(), by: user("u1"))
        #expect(try await world.home().homeWidgets.map(\.id) == ["signed-out", "always"])
        #expect(try await world.home(for: "u1", at: .town).homeWidgets.map(\.id) == ["place", "search", "always"])
        #expect(try await world.home(for: "u2").homeWidgets.map(\.id) == ["always"])
        var request = try request(for: "u2")
        request.platform = Platform("ios")
        #expect(try await world.home(request).homeWidgets.map(\.id) == ["always"])
        request.appVersion = AppVersion("4.10")
        #expect(try await world.home(request).homeWidgets.map(\.id) == ["phone", "always"])
    }

    @Test func `follows the clock that it is given`() async throws {
        let config = home(
            card("winter", when: #"{"window": {"from": "2026-12-01T00:00:00Z"}}"#),
            card("autumn", when: #"{"window": {"to": "2026-12-01T00:00:00Z"}}"#)
        )
        let world = try World(config)
        world.now = 1_796_083_199
        #expect(try await world.home().homeWidgets.map(\.id) == ["autumn"])
        world.now += 1
        #expect(try await world.home().homeWidgets.map(\.id) == ["winter"])
    }

    @Test func `touches no source behind a gate that is closed`() async throws {
        let nearby = #"""
            {"id": "nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "when": {"platform": ["ios"]}}
            """#
        let world = try World(home(nearby, card("c", when: #"{"hasPlace": true}"#)))
        #expect(try await world.home(at: .town).homeWidgets.map(\.id) == ["c"])
        #expect(!world.loads.contains { $0.source == "nearby" })
        await #expect(throws: FeedError.self) { try await world.widget("nearby", request(at: .town)) }
        #expect(!world.loads.contains { $0.source == "nearby" })
    }

    @Test func `is that of a config without the widgets whose gates are closed`() async throws {
        let closed =
            #"{"id": "c", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "when": {"hasPlace": false}}"#
        let open = [
            #"{"id": "a", "layout": "HomeWidgetProductL", "source": {"kind": "recommendations"}, "limit": 4}"#,
            #"{"id": "b", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}, "limit": 5}"#,
        ]
        let listings = CatalogueItem.houses("h", 40)
        let gated = try World(config([closed] + open), items: listings)
        let plain = try World(config(open), items: listings)
        #expect(try await gated.home(at: .town).itemIDs == plain.home(at: .town).itemIDs)
    }

    @Test func `names the arms of the experiments that its segment asked for, whatever came of it`() async throws {
        let world = try World(
            home(
                card("map", when: #"{"experiment": "map-first", "arm": "map"}"#),
                card("control", when: #"{"not": {"experiment": "map-first", "arm": "map"}}"#),
                card("ios", when: #"{"all": [{"platform": ["ios"]}, {"experiment": "words", "arm": "all"}]}"#)
            )
        )
        let control = try await world.home(for: "u3")
        #expect(control.experiments == [.init(id: "map-first", arm: "control")])
        #expect(control.homeWidgets.map(\.id) == ["control"])
        let map = try await world.home(for: "u2")
        #expect(map.experiments == [.init(id: "map-first", arm: "map")])
        #expect(map.homeWidgets.map(\.id) == ["map"])
        var phone = try request(for: "u2")
        phone.platform = Platform("ios")
        let both = try await world.home(phone)
        #expect(both.experiments == [.init(id: "map-first", arm: "map"), .init(id: "words", arm: "all")])
        #expect(both.homeWidgets.map(\.id) == ["map", "ios"])
        #expect(try await world.home(for: "u2", segment: "other").experiments == [.init(id: "words", arm: "all")])
        let unknown = try await world.home()
        #expect(unknown.experiments.isEmpty && unknown.homeWidgets.map(\.id) == ["control"])
    }
}

@Suite struct `The tracking of a home` {
    @Test func `tells the config, the segment, the widget, the arms, the rank and the source`() async throws {
        let composed = #"""
            {"id": "w", "title": "W", "layout": "HomeWidgetProductL", "limit": 3, "when": {"signedIn": true},
             "source": {"kind": "composed", "parts": [{"source": {"kind": "nearby"}}, {"position": 1, "source":
               {"kind": "banners", "items": [{"id": "b", "title": "B", "href": "/b"}]}}]}}
            """#
        let empty = #"""
            {"id": "e", "layout": "HomeWidgetMap", "source": {"kind": "lastSearch"},
             "whenEmpty": {"id": "none", "title": "None", "text": "Search."}}
            """#
        let text = home(card("map", when: #"{"experiment": "map-first", "arm": "map"}"#), composed, empty)
        let world = try World(text, items: CatalogueItem.houses("h", 3))
        let home = try await world.home(for: "u3", at: .town)
        let expected = Tracking(
            config: world.config.revision,
            origin: EventOrigin(
                widget: WidgetID(segment: "homes", widget: "w"),
                arms: [EventOrigin.Arm(experiment: "map-first", arm: "control")]
            )
        )
        let widget = try home.widget("w")
        #expect(Tracking(token: widget.tracking) == expected)
        for (rank, (item, source)) in zip(widget.items, ["nearby", "banners", "nearby", "nearby"]).enumerated() {
            var tracking = expected
            (tracking.origin.rank, tracking.source) = (rank, source)
            #expect(Tracking(token: item.tracking) == tracking)
        }
        #expect(widget.items.count == 4)
        let card = try #require(try home.widget("e").items.first)
        let shown = try #require(Tracking(token: card.tracking))
        #expect(shown.origin.rank == 0 && shown.source == nil)
        #expect(try await world.widget("w", request(for: "u3", at: .town)).withoutToken == widget.unplaced)
    }
}

extension `The tracking of a home` {
    @Test func `names what stands in for a source, where it is that one's item`() async throws {
        let service = ScriptedRecommendations(.fails(.timedOut))
        let widget = #"""
            {"id": "w", "layout": "HomeWidgetProductL",
             "source": {"kind": "recommendations", "fallbacks": [{"kind": "items", "of": "product"}]}}
            """#
        let world = try World(home(widget), items: [.thing("p")], recommendations: service)
        let item = try #require(try await world.home().widget("w").items.first)
        let tracking = try #require(Tracking(token: item.tracking))
        #expect(tracking.origin.rank == 0 && tracking.source == "items")
    }
}

@Suite struct `The revision of a config` {
    private func revision(_ text: String) async throws -> String {
        try HomeConfig(JSONValue(parsing: text.utf8)).revision.description
    }

    @Test func `is that of its content, however it is written`() async throws {
        let widgets = #"[{"id": "w", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}}]"#
        let one = #"{"title": "Hearth", "segments": [{"id": "a", "title": "A", "widgets": \#(widgets)}]}"#
        let same = #"{"segments":[{"widgets":\#(widgets),"title":"\u0041","id":"a"}], "title" : "Hearth"}"#
        #expect(try await revision(one) == revision(same))
        #expect(try await revision(one) == "b1d3de8e9108fbb4")
        for (found, other) in [("Hearth", "Heart"), ("nearby", "newest"), (#""w""#, #""v""#)] {
            #expect(try await revision(one) != revision(one.replacing(found, with: other)))
        }
    }
}
