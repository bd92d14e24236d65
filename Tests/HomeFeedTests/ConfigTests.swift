import CheckedJSON
import Foundation
import HomeFeed
import HomeLayout
import PropertyStore
import Testing

/// What is wrong with a config, each as `hearth check` prints it; nothing where it is fine.
private func findings(_ config: String) throws -> [String] {
    do {
        _ = try HomeConfig(JSONValue(parsing: config.utf8))
        return []
    } catch let findings as Findings {
        return findings.all.map(\.description)
    }
}

/// What is wrong with a widget that has these members beside its id.
private func findings(widget members: String) throws -> [String] {
    try findings(config(#"{"id": "w", \#(members)}"#))
}

private let grid = #""layout": "HomeWidgetGrid""#
private let nearby = #""source": {"kind": "nearby"}"#
private let first = "segments[0].widgets[0]"

@Suite struct `The config of the repository` {
    private static let json: JSONValue = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try? Data(contentsOf: root.appending(path: "Config/home.json"))
        return data.flatMap { try? JSONValue(parsing: $0) } ?? .null
    }()

    /// All values of members called `key`, wherever they are.
    private static func values(of key: String, in json: JSONValue) -> Set<JSONValue> {
        switch json {
        case .object(let members):
            members.values.reduce(into: Set([members[key]].compactMap(\.self))) {
                $0.formUnion(values(of: key, in: $1))
            }
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion(values(of: key, in: $1)) }
        default: []
        }
    }

    @Test func `is fine`() throws {
        #expect(try HomeConfig(Self.json).summary == "2 segments, 14 widgets")
    }

    @Test(arguments: Layout.allCases)
    func `uses every layout`(layout: Layout) {
        #expect(Self.values(of: "layout", in: Self.json).contains(.string(layout.rawValue)))
    }

    @Test(arguments: [
        "lastSearch", "recommendations", "nearby", "brands", "products", "banners", "infoCard", "loadMore", "composed",
    ])
    func `uses every source`(kind: String) {
        #expect(Self.values(of: "kind", in: Self.json).contains(.string(kind)))
    }

    @Test func `has a card for who has not searched`() throws {
        #expect(!Self.values(of: "whenEmpty", in: Self.json).isEmpty)
    }
}

/// Members of a widget, each with what is wrong with them: the path below the widget, and the message.
private let wrongWidgets: [(String, String)] = [
    (#"\#(grid), \#(nearby), "tile": "A""#, #": unknown key "tile"; did you mean "title"?"#),
    (
        #""layout": "HomeWidgetProductXLL", \#(nearby)"#,
        #".layout: unknown layout "HomeWidgetProductXLL"; did you mean "HomeWidgetProductXL"?"#
    ),
    (#""layout": 7, \#(nearby)"#, ".layout: expected a layout, found 7"),
    (nearby, #": "layout" is missing"#),
    (grid, #": "source" is missing"#),
    (#"\#(grid), "source": {"kind": "nerby"}"#, #".source.kind: unknown source "nerby"; did you mean "nearby"?"#),
    (
        #"\#(grid), "source": {"kind": "compsed"}"#,
        #".source.kind: unknown source "compsed"; did you mean "composed"?"#
    ),
    (
        #"\#(grid), "source": {"kind": "weather", "city": "Toledo"}"#,
        #".source.kind: unknown source "weather"; expected one of "banners", "brands", "composed", "infoCard", "#
            + #""lastSearch", "loadMore", "nearby", "products", "recommendations""#
    ),
    (#"\#(grid), "source": "nearby""#, #".source: expected an object, found "nearby""#),
    (#"\#(grid), "source": {"radius": 5}"#, #".source: "kind" is missing"#),
    (
        #"\#(grid), "source": {"kind": "nearby", "radus": 5}"#,
        #".source: unknown key "radus"; did you mean "radius"?"#
    ),
    (
        #"\#(grid), "source": {"kind": "nearby", "radius": 0}"#,
        ".source.radius: expected a number from 1 to 20037508, found 0"
    ),
    (#"\#(grid), "source": {"kind": "brands", "limit": 7}"#, #".source: unknown key "limit"; expected "kind""#),
    (#"\#(grid), \#(nearby), "limit": 0"#, ".limit: expected a whole number from 1 to 100, found 0"),
    (#"\#(grid), \#(nearby), "limit": 101"#, ".limit: expected a whole number from 1 to 100, found 101"),
    (#"\#(grid), \#(nearby), "limit": 1.5"#, ".limit: expected a whole number from 1 to 100, found 1.5"),
    (#"\#(grid), \#(nearby), "title": """#, #".title: expected a text that is not empty, found """#),
    (#"\#(grid), \#(nearby), "title": "In {market""#, #".title: "{" is never closed"#),
    (
        #"\#(grid), \#(nearby), "title": "In {markt|x}""#,
        #".title: unknown word in a title; did you mean "market"?"#
    ),
    (#"\#(grid), \#(nearby), "title": "In {}""#, #".title: unknown word in a title; expected "market""#),
    (
        #"\#(grid), \#(nearby), "subtitle": "A""#,
        ": without a title there is no header to show a subtitle or to lead anywhere"
    ),
    (
        #"\#(grid), \#(nearby), "href": "/map""#,
        ": without a title there is no header to show a subtitle or to lead anywhere"
    ),
    (#"\#(grid), \#(nearby), "footer": {"title": "All"}"#, #".footer: "href" is missing"#),
    (#"\#(grid), \#(nearby), "whenEmpty": {"id": "a", "title": "A"}"#, #".whenEmpty: "text" is missing"#),
    (#"\#(grid), \#(nearby), "style": {"rows": 2}"#, ".style: this layout has no rows"),
    (#"\#(grid), \#(nearby), "style": {"colums": 3}"#, #".style: unknown key "colums"; did you mean "columns"?"#),
    (
        #"\#(grid), \#(nearby), "style": {"columns": 13}"#,
        ".style.columns: expected a whole number from 1 to 12, found 13"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"aspectRatio": "4x3"}"#,
        #".style.aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found "4x3""#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"aspectRatio": 1.5}"#,
        ".style.aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found 1.5"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"contentInsets": {"leading": 100, "trailing": 90}}"#,
        ".style: on a screen 200 points wide the insets and spacings leave an item less than 8 points"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"contentInsets": {"left": 8}}"#,
        #".style.contentInsets: unknown key "left"; expected one of "bottom", "leading", "top", "trailing""#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"columnSpacing": -1}"#,
        ".style.columnSpacing: expected a number from 0 to 500, found -1"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"caption": {"lineHeights": [1,1,1,1,1,1,1,1,1,1,1]}}"#,
        ".style: caption must be at most 10 lines, each length from 0 to 500 points"
    ),
    (#"\#(grid), \#(nearby), "style": {"caption": {"padding": 4}}"#, #".style.caption: "lineHeights" is missing"#),
    (#"\#(grid), \#(nearby), "style": {"from": [{"columns": 3}]}"#, #".style.from[0]: "width" is missing"#),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"width": 700, "rows": 2}]}"#,
        ".style.from[0]: this layout has no rows"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"width": 9000}]}"#,
        ".style.from[0].width: expected a number from 0 to 2048, found 9000"
    ),
    (#"\#(grid), "source": {"kind": "composed"}"#, #".source: "parts" is missing"#),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": []}"#,
        ".source.parts: expected 1 to 16 parts, found a list of 0"
    ),
    (#"\#(grid), "source": {"kind": "composed", "parts": [{"at": 2}]}"#, #".source.parts[0]: "source" is missing"#),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby), "at": -1}]}"#,
        ".source.parts[0].at: expected a whole number from 0 to 100, found -1"
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby), "limit": 0}]}"#,
        ".source.parts[0].limit: expected a whole number from 1 to 100, found 0"
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby)}], "limit": 5}"#,
        #".source: unknown key "limit"; expected one of "kind", "parts""#
    ),
    (
        #"\#(grid), "source": {"kind": "banners", "items": []}"#,
        ".source.items: expected 1 to 100 banners, found a list of 0"
    ),
    (
        #"\#(grid), "source": {"kind": "banners", "items": [{"id": "a", "title": "A"}]}"#,
        #".source.items[0]: "href" is missing"#
    ),
    (#"\#(grid), "source": {"kind": "infoCard", "id": "a", "title": "A"}"#, #".source: "text" is missing"#),
    (
        #"\#(grid), "source": {"kind": "loadMore", "id": "a/b", "title": "A", "href": "/"}"#,
        #".source.id: expected 1 to 128 visible ASCII characters without '/', found "a/b""#
    ),
    (
        #"\#(grid), "source": {"kind": "products", "price": {"min": 2, "max": 1}}"#,
        ".source.price: min is greater than max"
    ),
    (
        #"\#(grid), "source": {"kind": "products", "collection": "new in"}"#,
        #".source.collection: expected 1 to 128 visible ASCII characters without '/', found "new in""#
    ),
]

@Suite struct `A config` {
    @Test func `needs little to be fine`() throws {
        #expect(try findings(widget: "\(grid), \(nearby)") == [])
    }

    @Test func `may carry remarks, in members that begin with a dollar sign`() throws {
        #expect(try findings(widget: #""$comment": "why", \#(grid), \#(nearby)"#) == [])
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
        #expect(try findings(text) == [finding])
    }

    @Test func `has a title, and segments have ids and titles`() throws {
        #expect(
            try findings(#"{"segments": [{"widgets": [{"id": "w", \#(grid), \#(nearby)}]}]}"#) == [
                #""title" is missing"#, #"segments[0]: "id" is missing"#, #"segments[0]: "title" is missing"#,
            ]
        )
    }

    @Test(arguments: wrongWidgets)
    func `names what is wrong with a widget by its path and says what was expected`(
        widget: String,
        finding: String
    ) throws {
        #expect(try findings(widget: widget) == [first + finding])
    }

    @Test func `has no id twice`() throws {
        let widget = #"{"id": "w", \#(grid), \#(nearby)}"#
        #expect(try findings(config(widget, widget)) == [#"segments[0].widgets: two widgets have the id "w""#])
        let segment = #"{"id": "s", "title": "S", "widgets": [\#(widget)]}"#
        #expect(
            try findings(#"{"title": "Hearth", "segments": [\#(segment), \#(segment)]}"#)
                == [#"segments: two segments have the id "s""#]
        )
    }

    @Test func `has the same widget in two segments if it likes`() throws {
        func segment(_ id: String) -> String {
            #"{"id": "\#(id)", "title": "S", "widgets": [{"id": "w", \#(grid), \#(nearby)}]}"#
        }
        #expect(try findings(#"{"title": "Hearth", "segments": [\#(segment("a")), \#(segment("b"))]}"#) == [])
    }

    @Test func `has no card twice in a segment, wherever it stands`() throws {
        let card = #"{"id": "a", "title": "A", "text": "Text."}"#
        let text = #"{"id": "w1", \#(grid), "source": {"kind": "infoCard", "id": "a", "title": "A", "text": "Text."}}"#
        let empty = #"{"id": "w2", \#(grid), \#(nearby), "whenEmpty": \#(card)}"#
        #expect(try findings(config(text, empty)) == [#"segments[0].widgets: two items have the id "infoCard:a""#])
        let banner = #"{"id": "a", "title": "A", "href": "/"}"#
        #expect(
            try findings(
                config(
                    text,
                    #"{"id": "w3", \#(grid), "source": {"kind": "banners", "items": [\#(banner), \#(banner)]}}"#
                )
            )
                == [#"segments[0].widgets: two items have the id "banner:a""#]
        )
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
            try findings(text) == [
                #""title" is missing"#,
                "markets.a/b: a market's id is 1 to 128 visible ASCII characters without '/'",
                "markets.toledo: expected a text that is not empty, found 7",
                "layouts.HomeWidgetProductM: this layout has no columns",
                #"layouts: unknown key "HomeWidgetProductXM"; did you mean "HomeWidgetProductM"?"#,
                "page.top: expected a number from 0 to 500, found -1",
                #"segments[0].title: expected a text that is not empty, found """#,
                #"segments[0].widgets[0].layout: unknown layout "HomeWidgetGird"; did you mean "HomeWidgetGrid"?"#,
                "segments[0].widgets[2].limit: expected a whole number from 1 to 100, found 1000",
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
        let world = try await World(text, listings: Listing.houses("h", 9))
        let home = try await world.home(at: .town)
        let first = try home.widget("w1").metrics
        let second = try home.widget("w2").metrics
        let firstY = try #require(first.y)
        let secondY = try #require(second.y)
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
