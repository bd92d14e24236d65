import HomeFeed
import HomeLayout
import JSON
import Testing

@testable import Catalogue

/// What is wrong with a widget that has these members beside its id.
private func errors(widget members: String) throws -> [String] {
    try configErrors(config(#"{"id": "w", \#(members)}"#))
}

private let grid = #""layout": "HomeWidgetGrid""#
private let nearby = #""source": {"kind": "nearby"}"#
private let first = "segments[0].widgets[0]"

@Suite struct `A config` {
    @Test func `needs little to be fine`() throws {
        #expect(try errors(widget: "\(grid), \(nearby)") == [])
    }

    @Test func `may carry remarks, in members that begin with a dollar sign`() throws {
        #expect(try errors(widget: #""$comment": "why", \#(grid), \#(nearby)"#) == [])
    }

    @Test(arguments: [
        ("7", "expected an object, found 7"),
        ("[]", "expected an object, found a list of 0"),
        (#"{"title": "Hearth"}"#, #""segments" is missing"#),
        (#"{"title": "Hearth", "segments": []}"#, "segments: expected 1 to 20 segments, found a list of 0"),
        (#"{"title": "Hearth", "segments": {}}"#, "segments: expected a list, found an object"),
        (
            #"{"title": "Hearth", "segments": [{"id": "a", "title": "A", "widgets": []}]}"#,
            "segments[0].widgets: expected 1 to 50 widgets, found a list of 0"
        ),
        (
            #"{"title": "Hearth", "segments": [{"id": "a", "title": "A", "widgets": [7]}]}"#,
            "segments[0].widgets[0]: expected an object, found 7"
        ),
    ])
    func `is an object of a title and segments of widgets`(text: String, finding: String) throws {
        #expect(try configErrors(text) == [finding])
    }

    @Test func `has a title, and segments have ids and titles`() throws {
        #expect(
            try configErrors(#"{"segments": [{"widgets": [{"id": "w", \#(grid), \#(nearby)}]}]}"#) == [
                #""title" is missing"#, #"segments[0]: "id" is missing"#, #"segments[0]: "title" is missing"#,
            ]
        )
    }

    @Test(arguments: wrongWidgets)
    func `names what is wrong with a widget by its path and says what was expected`(
        widget: String,
        finding: String
    ) throws {
        #expect(try errors(widget: widget) == [first + finding])
    }

    @Test func `has no id twice`() throws {
        let widget = #"{"id": "w", \#(grid), \#(nearby)}"#
        #expect(try configErrors(config(widget, widget)) == [#"segments[0].widgets: two widgets have the id "w""#])
        let segment = #"{"id": "s", "title": "S", "widgets": [\#(widget)]}"#
        #expect(
            try configErrors(#"{"title": "Hearth", "segments": [\#(segment), \#(segment)]}"#)
                == [#"segments: two segments have the id "s""#]
        )
    }

    @Test func `has the same widget in two segments if it likes`() throws {
        func segment(_ id: String) -> String {
            #"{"id": "\#(id)", "title": "S", "widgets": [{"id": "w", \#(grid), \#(nearby)}]}"#
        }
        #expect(try configErrors(#"{"title": "Hearth", "segments": [\#(segment("a")), \#(segment("b"))]}"#) == [])
    }

    @Test func `has no card twice in a segment, wherever it stands`() throws {
        let card = #"{"id": "a", "title": "A", "text": "Text."}"#
        let text = #"{"id": "w1", \#(grid), "source": {"kind": "infoCard", "id": "a", "title": "A", "text": "Text."}}"#
        let empty = #"{"id": "w2", \#(grid), \#(nearby), "whenEmpty": \#(card)}"#
        #expect(try configErrors(config(text, empty)) == [#"segments[0].widgets: two items have the id "infoCard:a""#])
        let both = #"{"id": "w4", \#(grid), \#(nearby), "whenEmpty": \#(card), "whenNothingFound": \#(card)}"#
        #expect(try configErrors(config(both)) == [#"segments[0].widgets: two items have the id "infoCard:a""#])
        let banner = #"{"id": "a", "title": "A", "href": "/"}"#
        #expect(
            try configErrors(
                config(
                    text,
                    #"{"id": "w3", \#(grid), "source": {"kind": "banners", "items": [\#(banner), \#(banner)]}}"#
                )
            )
                == [#"segments[0].widgets: two items have the id "banner:a""#]
        )
    }

    @Test func `declares kinds of items, which are part of its revision`() throws {
        func config(_ kinds: String) throws -> HomeConfig {
            let text =
                #"""
                {"title": "T", \#(kinds) "segments": [{"id": "s", "title": "S",
                 "widgets": [{"id": "w", \#(grid), \#(nearby)}]}]}
                """#
            return try HomeConfig(JSONValue(parsing: text.utf8))
        }
        let plain = try config("")
        let declared = try config(
            #""kinds": {"video": {"attributes": {"length": {"type": "number", "unit": "minute"}}}},"#
        )
        #expect(plain.kinds == .builtIn)
        #expect(declared.kinds["video"]?.attributes == [Attribute(name: "length", type: .number(unit: .minute))])
        #expect(declared.kinds["listing"] != nil)
        #expect(plain.revision != declared.revision)
        #expect {
            try config(#""kinds": {"product": {}, "video": {"required": ["length"]}}, "titel": 1,"#)
        } throws: { error in
            (error as? ValidationErrors)?.all.map(\.description) == [
                #"kinds.video.required[0]: unknown field or attribute "length"; expected one of "address", "brand", "#
                    + #""category", "collections", "expiresAt", "href", "images", "listedAt", "market", "place", "#
                    + #""placeholder", "previousPrice", "price", "startsAt", "subtitle""#,
                #"kinds: "product" is a built-in kind, and cannot be declared"#,
                #"unknown key "titel"; did you mean "title"?"#,
            ]
        }
    }

    @Test func `has all its errors named at once`() throws {
        let text = #"""
            {"titel": "Hearth", "markets": {"toledo": 7, "a/b": "B"},
             "page": {"top": -1},
             "layouts": {"HomeWidgetProductM": {"columns": 2}, "HomeWidgetProductXM": {}},
             "segments": [
               {"id": "homes", "title": "", "widgets": [
                 {"id": "w", "layout": "HomeWidgetGird", "source": {"kind": "nearby"}},
                 {"id": "x", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}},
                 {"id": "x", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 1000}
               ]},
               {"id": "style", "title": "Style", "widgets": [
                 {"id": "x", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}},
                 {"id": "x", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}
               ]}
             ]}
            """#
        #expect(
            try configErrors(text) == [
                #""title" is missing"#,
                "markets.a/b: a market's id is 1 to 128 visible ASCII characters without '/'",
                "markets.toledo: expected a text that is not empty, found 7",
                "layouts.HomeWidgetProductM: this layout has no columns",
                #"layouts: unknown key "HomeWidgetProductXM"; did you mean "HomeWidgetProductM"?"#,
                "page.top: expected a number from 0 to 500, found -1",
                #"segments[0].title: expected a text that is not empty, found """#,
                #"segments[0].widgets[0].layout: unknown layout "HomeWidgetGird"; did you mean "HomeWidgetGrid"?"#,
                "segments[0].widgets[2].limit: expected a whole number from 1 to 100, found 1000",
                #"segments[0].widgets: two widgets have the id "x""#,
                #"segments[1].widgets: two widgets have the id "x""#,
                #"unknown key "titel"; did you mean "title"?"#,
            ]
        )
    }

    @Test func `shapes the home: page, layouts, and a widget's own style on top`() async throws {
        let text = #"""
            {"title": "Hearth", "page": {"top": 1, "spacing": 2, "bottom": 3},
             "layouts": {"HomeWidgetProductL": {"rows": 2, "from": [{"width": 700, "visibleItems": 4.5}]}},
             "segments": [{"id": "a", "title": "A", "widgets": [
               {"id": "w1", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}, "limit": 2},
               {"id": "w2", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}, "limit": 2,
                "style": {"rows": 3, "contentInsets": {"leading": 40}}}]}]}
            """#
        let world = try World(text, items: CatalogueItem.houses("h", 9))
        let home = try await world.home(at: .town)
        let first = try home.widget("w1").metrics
        let second = try home.widget("w2").metrics
        let firstY = try #require(home.widget("w1").position?.items)
        let secondY = try #require(home.widget("w2").position?.items)
        #expect(first.rows == 2 && second.rows == 3)
        #expect(first.visibleItems == 2.5 && second.visibleItems == 2.5)
        #expect(second.contentInsets == ["top": 0, "leading": 40, "bottom": 0, "trailing": 16])
        #expect(firstY == home.header.metrics.height + 1)
        #expect(abs(firstY + first.height + 2 - secondY) < 0.001)
        #expect(abs(secondY + second.height + 3 - home.contentHeight) < 0.001)
        let tablet = try await world.home(at: .town, on: Device(width: 800))
        #expect(try tablet.widget("w1").metrics.visibleItems == 4.5)
        #expect(try tablet.widget("w2").metrics.visibleItems == 4.5)
    }
}
