import JSON
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout
@testable import Recommendations

private let fallbacks =
    #"{"HomeWidgetMap": "HomeWidgetFullWidth", "HomeWidgetFullWidth": "HomeWidgetProductL", "HomeWidgetInfoCard": "HomeWidgetBrand"}"#

private func home(_ fallbacks: String, _ widgets: String...) -> String {
    #"""
    {"title": "Hearth", "layoutFallbacks": \#(fallbacks), "layouts": {"HomeWidgetFullWidth": {"aspectRatio": "2:1"}},
     "segments": [{"id": "homes", "title": "Homes", "widgets": [\#(widgets.joined(separator: ", "))]}]}
    """#
}

private let map = #"""
    {"id": "map", "title": "Map", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "limit": 3,
     "style": {"contentInsets": {"leading": 40}}}
    """#
private let search = #"""
    {"id": "search", "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"},
     "whenEmpty": {"id": "none", "title": "None", "text": "Search."}}
    """#

@Suite struct `A client that does not know all layouts` {
    private func world() throws -> World {
        try World(home(fallbacks, map, search), items: CatalogueItem.houses("h", 4))
    }

    private func request(_ layouts: Set<Layout>?, user: String? = nil) throws -> HomeRequest {
        var request = try HomeFeedTests.request(for: user, at: .town)
        request.layouts = layouts.map(SupportedLayouts.named)
        return request
    }

    @Test(
        arguments: [
            (nil, "HomeWidgetMap", nil), ([.map, .grid], "HomeWidgetMap", nil),
            ([.fullWidth, .productL], "HomeWidgetFullWidth", "HomeWidgetMap"),
            ([.productL, .brand], "HomeWidgetProductL", "HomeWidgetMap"),
        ] as [(Set<Layout>?, String, String?)]
    )
    func `is shown a widget in the first layout of the chain that it knows`(
        known: Set<Layout>?,
        layout: String,
        downgradedFrom: String?
    ) async throws {
        let world = try world()
        let widget = try await world.home(request(known)).widget("map")
        #expect(widget.layout == layout && widget.downgradedFrom == downgradedFrom)
        #expect(widget.items.count == 3 && widget.state == "loaded")
        #expect(try await world.widget("map", request(known)).withoutToken == widget.unplaced)
    }

    @Test func `is shown none where the chain ends before, and nothing is loaded for it`() async throws {
        let world = try world()
        let home = try await world.home(request([.grid, .brand, .infoCard]))
        #expect(home.homeWidgets.map(\.id) == [])
        #expect(world.loads.isEmpty)
        await #expect(throws: FeedError.self) { try await world.widget("map", request([.grid])) }
    }

    @Test func `has the metrics of the layout that stands in, without the widget's changes of its own`() async throws {
        let world = try world()
        let own = try await world.home(request(nil)).widget("map").metrics
        #expect(own.contentInsets["leading"] == 40)
        let full = try await world.home(request([.fullWidth])).widget("map").metrics
        #expect(full.contentInsets["leading"] == 16 && full.rows == 3 && full.scroll == "vertical")
        // 358 points wide, of the shape that the config gives the layout.
        #expect(full.imageSize == ["width": 358, "height": 179])
        let carousel = try await world.home(request([.productL])).widget("map").metrics
        #expect(carousel.visibleItems == 2.5 && carousel.scroll == "horizontal")
    }

    @Test func `has that layout before the content comes`() async throws {
        let service = ScriptedRecommendations(.recommends(ids("listing:h1", "listing:h2", "listing:h3")))
        let picked = map.replacing("nearby", with: "recommendations")
        let world = try World(home(fallbacks, picked), items: CatalogueItem.houses("h", 4), recommendations: service)
        let loaded = try await world.home(request([.fullWidth])).widget("map")
        service.conduct = .fails(.timedOut)
        let failed = try await world.home(request([.fullWidth])).widget("map")
        #expect(failed.state == "error" && failed.layout == loaded.layout)
        #expect(failed.downgradedFrom == "HomeWidgetMap" && failed.metrics.rows == 1)
        #expect(try #require(failed.retry?.href).hasSuffix("&layouts=HomeWidgetFullWidth"))
    }

    @Test func `is shown the card of an empty widget in a layout that it knows, or no such card`() async throws {
        let world = try world()
        let known = try await world.home(request([.productL, .infoCard], user: "u1")).widget("search")
        #expect(known.layout == "HomeWidgetInfoCard" && known.downgradedFrom == nil)
        let other = try await world.home(request([.productL, .brand], user: "u1")).widget("search")
        #expect(other.layout == "HomeWidgetBrand" && other.downgradedFrom == "HomeWidgetInfoCard")
        #expect(other.itemIDs == ["infoCard:none"])
        #expect(try await world.home(request([.productL], user: "u1")).homeWidgets.map(\.id) == ["map"])
    }

    @Test func `may name a version that the server knows, or a later one`() async throws {
        let world = try world()
        let all = try await world.home(request(nil))
        for schema in [SegmentPlan.schema, SegmentPlan.schema + 1, 999] {
            var request = try request(nil)
            request.layouts = .schema(schema)
            let home = try await world.home(request)
            #expect(home.homeWidgets.map(\.unlinked) == all.homeWidgets.map(\.unlinked))
        }
    }
}

@Suite struct `The fallbacks of layouts in a config` {
    @Test(arguments: [
        (
            #"{"HomeWidgetMap": "HomeWidgetMap"}"#,
            [#"layoutFallbacks: the fallbacks of "HomeWidgetMap" lead back to it"#]
        ),
        (
            #"{"HomeWidgetMap": "HomeWidgetGrid", "HomeWidgetGrid": "HomeWidgetBrand", "HomeWidgetBrand": "HomeWidgetGrid"}"#,
            [
                #"layoutFallbacks: the fallbacks of "HomeWidgetBrand" lead back to it"#,
                #"layoutFallbacks: the fallbacks of "HomeWidgetGrid" lead back to it"#,
            ]
        ),
        (
            #"{"HomeWidgetMap": "HomeWidgetGird"}"#,
            [#"layoutFallbacks.HomeWidgetMap: unknown layout "HomeWidgetGird"; did you mean "HomeWidgetGrid"?"#]
        ),
        (
            #"{"HomeWidgetMop": "HomeWidgetGrid"}"#,
            [#"layoutFallbacks: unknown key "HomeWidgetMop"; did you mean "HomeWidgetMap"?"#]
        ),
        ("[]", ["layoutFallbacks: expected an object, found a list of 0"]),
        ("{}", []), (fallbacks, []),
    ])
    func `lead from one to another and never back`(text: String, expected: [String]) throws {
        #expect(try configErrors(home(text, map)) == expected)
    }
}

@Suite struct `The experiments of a config` {
    @Test(arguments: [
        ("[]", []),
        (#"[{"id": "a", "arms": [{"id": "b", "percent": 33.333}]}]"#, []),
        (
            #"[{"arms": []}]"#,
            [#"experiments[0]: "id" is missing"#, "experiments[0].arms: expected 1 to 16 arms, found a list of 0"]
        ),
        (#"[{"id": "a"}]"#, [#"experiments[0]: "arms" is missing"#]),
        (
            #"[{"id": "a", "arms": [{"id": "b", "percent": 50}, {"id": "c", "percent": 50.001}]}]"#,
            ["experiments[0].arms: the arms are of 100.001% of the users, which is more than all"]
        ),
        (
            #"[{"id": "a", "arms": [{"id": "b", "percent": 5}, {"id": "b", "percent": -1}]}]"#,
            ["experiments[0].arms[1].percent: expected a number from 0 to 100, found -1"]
        ),
        (
            #"[{"id": "a", "arms": [{"id": "b", "percent": 5}, {"id": "b", "percent": 6}]}]"#,
            [#"experiments[0].arms: two arms have the id "b""#]
        ),
        (
            #"[{"id": "a", "arms": [{"id": "b", "percent": 5}]}, {"id": "a", "arms": [{"id": "b", "percent": 5}]}]"#,
            [#"experiments: two experiments have the id "a""#]
        ),
        (
            #"[{"id": "an-experiment-with-a-name-of-many-words", "arms": [{"id": "b", "percent": 5}]}]"#,
            [
                #"experiments[0].id: expected at most 32 characters, found "an-experiment-with-a-name-of-many-words""#
            ]
        ),
    ])
    func `are checked by their paths`(text: String, expected: [String]) throws {
        let config = home("{}", map).replacing(#""layouts""#, with: #""experiments": \#(text), "layouts""#)
        #expect(try configErrors(config) == expected)
    }

    @Test func `are named by gates, whose errors have their paths too`() throws {
        let gated = map.replacing(
            #""limit": 3"#,
            with: #""limit": 3, "when": {"not": {"experiment": "x", "arm": "y"}}"#
        )
        let error = #expect(throws: ValidationErrors.self) {
            try HomeConfig(JSONValue(parsing: home("{}", gated).utf8))
        }
        #expect(
            error?.all.map(\.path) == ["segments[0].widgets[0].when.not.experiment"]
        )
    }
}
