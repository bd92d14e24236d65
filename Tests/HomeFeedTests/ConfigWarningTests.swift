import Bytes
import HomeFeed
import JSON
import Testing

/// The warnings of a config, as `hearth check` prints them.
private func warnings(_ config: String) throws -> [String] {
    try HomeConfig(JSONValue(parsing: config.utf8), file: WordFiles.fixtures.read).warnings.map(\.description)
}

private let first = "segments[0].widgets[0]"

/// The warnings of a widget with these members beside its id, without the path of the widget.
private func warnings(
    widget members: String,
    _ config: (String) -> String = { withTemplate(config($0)) }
) throws -> [String] {
    try warnings(config(#"{"id": "w", \#(members)}"#)).map {
        $0.hasPrefix(first) ? String($0.dropFirst(first.count)) : $0
    }
}

/// The config with a template for images whose URL begins with `/`.
private func withTemplate(_ config: String) -> String {
    #"{"images": [{"match": "/", "resize": "{url}?w={w}"}], "# + config.drop { $0 != "{" }.dropFirst()
}

private func layout(_ name: String, _ source: String) -> String {
    #""layout": "HomeWidget\#(name)", "source": \#(source)"#
}

private func banner(_ members: String) -> String {
    #"{"kind": "banners", "items": [{"id": "b", "href": "/b", \#(members)}]}"#
}

private let card = #"{"kind": "infoCard", "id": "c", "title": "Title", "text": "Text."}"#
private let more = #"{"kind": "loadMore", "id": "m", "title": "All", "href": "/all"}"#

@Suite struct `A layout that does not suit its source` {
    @Test(arguments: [
        (
            layout("Map", #"{"kind": "brands"}"#),
            ".source: HomeWidgetMap draws the place of an item, and brands have none"
        ),
        (layout("Map", banner(#""title": "B""#)), ".source.items[0]: HomeWidgetMap draws only items with a place, and"),
        (layout("Map", card), ".source: HomeWidgetMap draws only items with a place, and cards have none"),
        (
            layout("Map", #"{"kind": "items", "of": "product"}"#),
            #".source: HomeWidgetMap draws only items with a place, which "product" items need not have"#
        ),
        (
            layout("Map", #"{"kind": "items"}"#),
            #".source: HomeWidgetMap draws only items with a place, which "product""#
        ),
        (
            layout("Map", #"{"kind": "saved", "of": "listing", "fallbacks": [{"kind": "popular", "of": "product"}]}"#),
            ".source.fallbacks[0]: HomeWidgetMap draws only"
        ),
    ])
    func `is a map of items without a place`(widget: String, says: String) throws {
        let found = try warnings(widget: widget)
        #expect(found.count == 1 && found[0].hasPrefix(says), "\(found)")
    }

    @Test(arguments: [
        (
            layout("ProductL", #"{"kind": "brands"}"#),
            ".source: HomeWidgetProductL draws the image of an item, and brands"
        )
    ])
    func `has images of items without one`(widget: String, says: String) throws {
        let found = try warnings(widget: widget)
        #expect(found.count == 1 && found[0].hasPrefix(says), "\(found)")
    }

    @Test(arguments: [
        (layout("ProductXS", more), ".source: HomeWidgetProductXS draws no text, so that the card's text is not shown"),
        (
            layout("Brand", card),
            ".source: HomeWidgetBrand draws one line of text, so that the others of the card's 2 texts are not shown"
        ),
    ])
    func `has no line for a text of a card`(widget: String, says: String) throws {
        let found = try warnings(widget: widget)
        #expect(found.count == 1 && found[0].hasPrefix(says), "\(found)")
    }

    @Test(arguments: [
        layout("Map", #"{"kind": "nearby", "of": "product"}"#),
        layout("Map", #"{"kind": "newest"}"#),
        layout("Map", #"{"kind": "lastSearch"}"#),
        layout("Map", #"{"kind": "items", "of": "product", "sort": "distance"}"#),
        layout("Map", #"{"kind": "items", "filter": {"place": {"lat": 41, "lon": -83, "radius": 100}}}"#),
        layout("Brand", #"{"kind": "brands"}"#),
        layout("Banner", banner(#""title": "B", "image": "/b.jpg""#)), layout("Banner", banner(#""title": "B""#)),
        layout("ProductXS", banner(#""title": "B", "image": "/b.jpg""#)),
        layout("InfoCard", card),
        layout("ProductL", #"{"kind": "composed", "parts": [{"source": {"kind": "nearby"}}, {"source": \#(more)}]}"#),
    ])
    func `is not one whose source has what it draws`(widget: String) throws {
        #expect(try warnings(widget: widget) == [])
    }

    @Test func `is a map of a declared kind, unless the kind requires a place`() throws {
        func found(required: String) throws -> [String] {
            let kinds = #"{"kinds": {"cafe": {"required": [\#(required)]}}, "#
            return try warnings(widget: layout("Map", #"{"kind": "items", "of": "cafe"}"#)) {
                kinds + config($0).drop { $0 != "{" }.dropFirst()
            }
        }
        #expect(try found(required: #""place""#) == [])
        #expect(try found(required: #""price""#).count == 1)
    }
}

@Suite struct `An image without a template` {
    @Test(arguments: [
        (layout("Banner", banner(#""title": "B", "image": "https://a.example/b.jpg""#)), ".source.items[0].image"),
        (
            layout("InfoCard", card) + #", "whenEmpty": {"id": "e", "title": "T", "text": "T", "image": "b.jpg"}"#,
            ".whenEmpty.image"
        ),
    ])
    func `has its path in a warning`(widget: String, path: String) throws {
        let found = try warnings(widget: widget)
        #expect(found.count == 1 && found[0].hasPrefix("\(path): none of the templates in \"images\""), "\(found)")
    }
}

@Suite struct `A text that is cut` {
    private static let long = String(repeating: "Homes in the middle of the town ", count: 4)
    private static let noneFound = #""whenNothingFound": {"id": "n", "title": "None", "text": "None"}"#
    private static let nearby = layout("ProductL", #"{"kind": "nearby"}"#)

    @Test(arguments: [
        (#""title": "\#(long)""#, ".title: the text is about 1652 pt wide"),
        (#""title": "T", "subtitle": "\#(long)\#(long)""#, ".subtitle: the text"),
        (#""footer": {"title": "\#(long)\#(long)", "href": "/"}"#, ".footer.title: the text"),
        (
            #""clientFilters": [{"id": "f", "title": "\#(long)", "filter": {"brand": "ami"}}], \#(noneFound)"#,
            ".clientFilters[0].title: the text"
        ),
        (#""clientSorts": [{"id": "s", "title": "\#(long)", "sort": "price"}]"#, ".clientSorts[0].title: the text"),
        (#""whenEmpty": {"id": "e", "title": "\#(long)", "text": "T"}"#, ".whenEmpty.title: the text"),
        (#""whenNothingFound": {"id": "e", "title": "T", "text": "\#(long)"}"#, ".whenNothingFound.text: the text"),
    ])
    func `has its path and widths in a warning`(members: String, says: String) throws {
        let found = try warnings(widget: "\(Self.nearby), \(members)")
        #expect(found.count == 1 && found[0].hasPrefix(says), "\(found)")
        #expect(try warnings(widget: "\(Self.nearby), \(members.replacing(Self.long, with: "Short"))") == [])
    }

    @Test func `may be no text at all, where a filter finds nothing`() throws {
        let filter = #""clientFilters": [{"id": "f", "title": "F", "filter": {"brand": "ami"}}]"#
        let found = try warnings(widget: "\(Self.nearby), \(filter)")
        #expect(found.count == 1 && found[0].hasPrefix(".clientFilters: a filter that finds nothing"), "\(found)")
        #expect(try warnings(widget: "\(Self.nearby), \(filter), \(Self.noneFound)") == [])
    }

    @Test func `says how wide it is, and how much room it has`() throws {
        let members = #""subtitle": "Open on Saturday and Sunday, 10 to 4", "image": "/b.jpg""#
        let banner = layout("Banner", banner(#""title": "B", \#(members)"#))
        #expect(
            try warnings(widget: banner) == [
                ".source.items[0].subtitle: the text is about 293 pt wide, and a screen of 320 pt has 1 line of 256 pt for "
                    + "it, so that its end is cut: shorten it, or give it more lines"
            ]
        )
        #expect(try warnings(widget: #"\#(banner), "style": {"captionLineLimit": 2}"#) == [])
    }

    @Test func `is the title of the page, or one with the longest name of a market`() throws {
        let markets = #"{"toledo": "Toledo", "far": "\#(Self.long)"}"#
        func config(_ title: String, _ source: String) -> String {
            let widget = #"{"id": "w", "title": "New in {market|town}", \#(layout("ProductL", source))}"#
            return HomeFeedTests.config(widget, markets: markets).replacing("Hearth", with: title)
        }
        let page = try warnings(config(Self.long, #"{"kind": "nearby"}"#))
        #expect(page.count == 1 && page[0].hasPrefix("title: the text is about "))
        let market = try warnings(config("Hearth", #"{"kind": "lastSearch"}"#))
        #expect(market.count == 1 && market[0].hasPrefix("\(first).title: the text"))
        #expect(try warnings(config("Hearth", #"{"kind": "nearby"}"#)) == [])
    }

    @Test func `names the languages in which it is cut`() throws {
        func config(_ title: String) -> String {
            let widget = #"{"id": "w", "title": \#(title), \#(Self.nearby)}"#
            return "{\(WordFiles.all), " + HomeFeedTests.config(widget).drop { $0 != "{" }.dropFirst()
        }
        let short = #""en": "Nearby", "tr": "Nearby", "ar": "Nearby""#
        let german = try warnings(config(#"{"de": "\#(Self.long)", \#(short)}"#))
        #expect(german.count == 1 && german[0].contains(" pt (de) wide"), "\(german)")
        let all = try warnings(config(#""\#(Self.long)""#))
        #expect(all.count == 1 && all[0].contains(" pt (ar, de, en, tr) wide"), "\(all)")
    }
}

@Suite struct `A widget that no client gets` {
    private static let map = layout("Map", #"{"kind": "nearby"}"#)

    /// The warnings of a widget in a config with these clients, and with fallbacks to other layouts.
    private func found(_ widget: String, clients: String, fallbacks: String = "{}") throws -> [String] {
        try warnings(widget: widget) {
            #"{"clients": \#(clients), "layoutFallbacks": \#(fallbacks), "# + config($0).drop { $0 != "{" }.dropFirst()
        }
    }

    @Test func `has a layout that none can draw, nor one of its fallbacks`() throws {
        let old = #"[{"platform": "ios", "appVersion": "4.2", "layouts": ["HomeWidgetGrid", "HomeWidgetProductL"]}]"#
        let fallbacks = #"{"HomeWidgetMap": "HomeWidgetFullWidth"}"#
        let none = try found(Self.map, clients: old, fallbacks: fallbacks)
        #expect(
            none.count == 1
                && none[0].hasPrefix(".layout: none of the clients can draw HomeWidgetMap or HomeWidgetFullWidth, ")
        )
        #expect(try found(Self.map, clients: old, fallbacks: #"{"HomeWidgetMap": "HomeWidgetGrid"}"#) == [])
        #expect(try found(Self.map, clients: #"[{"schema": 1}]"#) == [])
        #expect(try found(Self.map, clients: #"[{"platform": "web"}]"#) == [])
    }

    @Test(arguments: [
        (#"{"platform": ["android"]}"#, false), (#"{"platform": ["ios"]}"#, true),
        (#"{"appVersion": {"min": "4.3"}}"#, false), (#"{"appVersion": {"max": "4.2"}}"#, true),
        (#"{"not": {"platform": ["ios"]}}"#, false), (#"{"not": {"hasPlace": true}}"#, true),
        (#"{"all": [{"hasPlace": true}, {"platform": ["web"]}]}"#, false),
        (#"{"any": [{"hasPlace": true}, {"platform": ["web"]}]}"#, true),
        (#"{"not": {"any": [{"hasPlace": true}, {"platform": ["ios"]}]}}"#, false),
        (#"{"not": {"all": [{"hasPlace": true}, {"platform": ["ios"]}]}}"#, true),
        (#"{"locale": ["de"]}"#, true), (#"{"signedIn": false}"#, true),
    ])
    func `has a gate that stays closed for their platforms and versions`(gate: String, opens: Bool) throws {
        let clients = #"[{"platform": "ios", "appVersion": "4.2"}]"#
        let found = try found(#"\#(Self.map), "when": \#(gate)"#, clients: clients)
        #expect(found.count == (opens ? 0 : 1) && found.allSatisfy { $0.hasPrefix(".when: none of the clients") })
        #expect(try warnings(widget: #"\#(Self.map), "when": \#(gate)"#) == [])
    }

    @Test func `is one that each client either cannot draw or does not get`() throws {
        let clients = #"[{"platform": "ios", "layouts": ["HomeWidgetGrid"]}, {"platform": "android"}]"#
        #expect(try found(#"\#(Self.map), "when": {"platform": ["ios"]}"#, clients: clients).count == 1)
        #expect(try found(#"\#(Self.map), "when": {"platform": ["android"]}"#, clients: clients) == [])
    }

    @Test(arguments: [
        ("{}", "clients: expected a list, found an object"),
        ("[]", "clients: expected 1 to 100 clients, found a list of 0"),
        (#"[{"platform": "iOS"}]"#, "clients[0].platform: expected 1 to 32 lowercase letters"),
        (#"[{"appVersion": 4.2}]"#, "clients[0].appVersion: expected a text of whole numbers between dots"),
        (#"[{"layouts": ["HomeWidgetMat"]}]"#, #"clients[0].layouts[0]: unknown layout "HomeWidgetMat"; did you mean"#),
        (#"[{"schema": 0}]"#, "clients[0].schema: expected a whole number from 1 to"),
        (#"[{"schema": 1, "layouts": ["HomeWidgetMap"]}]"#, #"clients[0]: expected "layouts" or "schema", not both"#),
        (#"[{"version": "4.2"}]"#, #"clients[0]: unknown key "version""#),
    ])
    func `follows from clients that are read like the rest of the config`(clients: String, says: String) throws {
        let error = try #require(throws: ValidationErrors.self) { _ = try found(Self.map, clients: clients) }
        #expect(error.all.count == 1 && error.all[0].description.hasPrefix(says), "\(error)")
    }

    @Test func `is no part of the revision`() throws {
        let plain = config(#"{"id": "w", \#(Self.map)}"#)
        let declared = #"{"clients": [{"platform": "ios"}], "# + plain.drop { $0 != "{" }.dropFirst()
        func revision(_ text: String) throws -> String {
            try HomeConfig(JSONValue(parsing: text.utf8)).revision.description
        }
        #expect(try revision(plain) == revision(declared))
    }
}
