import Catalogue
import HomeFeed
import HomeLayout
import JSON
import Testing

private func banners(_ ids: String...) -> String {
    let items = ids.map { #"{"id": "\#($0)", "title": "Banner \#($0)", "subtitle": "Look", "href": "/\#($0)"}"# }
    return #"{"kind": "banners", "items": [\#(items.joined(separator: ", "))]}"#
}

private let nearby = #"{"kind": "nearby"}"#
private let loadMore = #"{"kind": "loadMore", "id": "more", "title": "See all", "href": "/search"}"#

private func widget(_ source: String, layout: String = "HomeWidgetProductXL", _ members: String = "") -> String {
    #"{"id": "w", "title": "W", "layout": "\#(layout)", "source": \#(source)\#(members)}"#
}

private func composed(_ parts: String...) -> String {
    #"{"kind": "composed", "parts": [\#(parts.joined(separator: ", "))]}"#
}

@Suite struct `Cards of the config` {
    @Test func `is shown to everyone, as it stands there`() async throws {
        let text =
            #"{"kind": "infoCard", "id": "how", "title": "How", "text": "By what you opened.", "href": "/about"}"#
        let world = try World(
            config(
                widget(banners("a", "b")),
                widget(text, layout: "HomeWidgetInfoCard").replacing(#""w""#, with: #""v""#)
            )
        )
        let home = try await world.home()
        #expect(home.itemIDs == [["banner:a", "banner:b"], ["infoCard:how"]])
        let banner = home.homeWidgets[0].items[0]
        #expect(
            banner.kind == "banner" && banner.caption.map(\.text) == ["Banner a", "Look"] && banner.href == "/a"
        )
        #expect(banner.accessibilityLabel == "Banner a, Look")
        let card = home.homeWidgets[1].items[0]
        #expect(card.kind == "infoCard" && card.caption.last?.text == "By what you opened." && card.href == "/about")
    }

    @Test func `is limited like anything else`() async throws {
        let world = try World(config(widget(banners("a", "b"), layout: "HomeWidgetProductXL", #", "limit": 1"#)))
        #expect(try await world.home().itemIDs == [["banner:a"]])
    }
}

@Suite struct `A composed widget` {
    private func ids(_ source: String, items: Int = 4, at place: Coordinate? = .town) async throws -> [String]? {
        let world = try World(
            config(widget(source)),
            items: CatalogueItem.houses("h", items)
        )
        return try await world.home(at: place).itemIDs.first?.map { String($0.split(separator: ":")[1]) }
    }

    @Test func `has its banner at its position and its end at the end`() async throws {
        let source = composed(
            #"{"source": \#(nearby), "limit": 3}"#,
            #"{"source": \#(banners("a")), "position": 2}"#,
            #"{"source": \#(loadMore)}"#
        )
        #expect(try await ids(source) == ["h1", "h2", "a", "h3", "more"])
        #expect(try await ids(source, items: 1) == ["h1", "more", "a"])
    }

    @Test func `is empty where there is nothing beside what stands in the config`() async throws {
        let source = composed(
            #"{"source": \#(nearby)}"#,
            #"{"source": \#(banners("a")), "position": 2}"#,
            #"{"source": \#(loadMore)}"#
        )
        #expect(try await ids(source, at: nil) == nil)
        #expect(try await ids(source, items: 0) == nil)
    }

    @Test func `may be of what stands in the config alone`() async throws {
        #expect(
            try await ids(
                composed(#"{"source": \#(banners("a", "b"))}"#, #"{"source": \#(banners("c")), "position": 0}"#)
            )
                == ["c", "a", "b"]
        )
    }

    @Test func `keeps its parts in order where they stand at one position, and whole`() async throws {
        func part(_ position: Int, _ ids: String, _ others: String...) -> String {
            #"{"source": \#(ids == "a" ? banners("a", "b") : banners("c")), "position": \#(position)}"#
        }
        let listings = #"{"source": \#(nearby), "limit": 3}"#
        #expect(try await ids(composed(listings, part(1, "a"), part(1, "c"))) == ["h1", "a", "b", "c", "h2", "h3"])
        #expect(try await ids(composed(listings, part(1, "a"), part(2, "c"))) == ["h1", "a", "b", "c", "h2", "h3"])
        #expect(try await ids(composed(listings, part(1, "a"), part(4, "c"))) == ["h1", "a", "b", "h2", "c", "h3"])
        #expect(try await ids(composed(listings, part(4, "a"), part(0, "c"))) == ["c", "h1", "h2", "h3", "a", "b"])
    }

    @Test func `has each item once, even where two parts load it`() async throws {
        let part = #"{"source": \#(nearby), "limit": 3}"#
        #expect(try await ids(composed(part, part), items: 5) == ["h1", "h2", "h3", "h4", "h5"])
        #expect(try await ids(composed(part, part), items: 9) == ["h1", "h2", "h3", "h4", "h5", "h6"])
    }

    @Test func `takes its heading and its count from the part that has them`() async throws {
        let source = composed(#"{"source": \#(banners("a"))}"#, #"{"source": {"kind": "lastSearch"}}"#)
        let world = try World(
            config(#"{"id": "w", "title": "In {market}", "layout": "HomeWidgetProductL", "source": \#(source)}"#),
            items: CatalogueItem.houses("h", 2)
        )
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let widget = try await world.home(for: "u1").widget("w")
        #expect(widget.title == "In Toledo" && widget.header.href == "/search?market=toledo")
        #expect(widget.badge == .init(count: 2, text: "2 new"))
    }
}

@Suite struct `Composed sources in composed sources` {
    private func world(_ sources: String..., minimum: Int = 1, items: Int = 9) throws -> World {
        let widgets = sources.enumerated().map { index, source in
            #"""
            {"id": "w\#(index)", "layout": "HomeWidgetGrid", "source": \#(source),
             "minimum": \#(index == 0 ? minimum : 1)}
            """#
        }
        return try World(config(widgets), items: CatalogueItem.houses("h", items))
    }

    private func ids(_ world: World) async throws -> [[String]] {
        try await world.home(at: .town).itemIDs.map { $0.map { String($0.split(separator: ":")[1]) } }
    }

    private func part(_ source: String, _ members: String = "") -> String { #"{"source": \#(source)\#(members)}"# }

    @Test func `have a limit for all their parts together`() async throws {
        let inner = composed(part(nearby, #", "limit": 2"#), part(banners("a", "b")))
        let source = composed(part(inner, #", "limit": 3"#), part(nearby, #", "limit": 2"#))
        #expect(try await ids(world(source)) == [["h1", "h2", "a", "h3", "h4"]])
        #expect(try await ids(world(source, items: 1)) == [["h1", "a", "b"]])
    }

    @Test func `count positions from their own first item, and stand at one themselves`() async throws {
        let inner = composed(part(nearby, #", "limit": 2"#), part(banners("a"), #", "position": 1"#))
        let behind = composed(part(nearby, #", "limit": 2"#), part(inner))
        #expect(try await ids(world(behind)) == [["h1", "h2", "h3", "a", "h4"]])
        let placed = composed(part(inner, #", "position": 1"#), part(nearby, #", "limit": 2"#))
        #expect(try await ids(world(placed)) == [["h3", "h1", "a", "h2", "h4"]])
    }

    @Test func `leave what is too much for them to the parts and the widgets behind`() async throws {
        let inner = composed(part(nearby, #", "limit": 4"#))
        let source = composed(part(inner, #", "limit": 2"#), part(nearby, #", "limit": 1"#))
        #expect(try await ids(world(source, #"{"kind": "nearby"}"#, items: 5)) == [["h1", "h2", "h3"], ["h4", "h5"]])
        let alone = composed(part(inner, #", "limit": 2"#))
        #expect(try await ids(world(alone, #"{"kind": "nearby"}"#, items: 5)) == [["h1", "h2"], ["h3", "h4", "h5"]])
    }

    @Test func `leave all that they found to others where it is less than the widget's minimum`() async throws {
        let inner = composed(part(nearby, #", "limit": 2"#), part(banners("a", "b")))
        let source = composed(part(inner), part(banners("c"), #", "position": 0"#))
        #expect(try await ids(world(source, nearby, minimum: 3, items: 5)) == [["h1", "h2", "h3", "h4", "h5"]])
        #expect(
            try await ids(world(source, nearby, minimum: 2, items: 5)) == [
                ["c", "h1", "h2", "a", "b"], ["h3", "h4", "h5"],
            ]
        )
    }

    @Test(arguments: [(3, 9), (3, 4), (6, 9), (6, 4)])
    func `go on behind what they show, not behind what was too much for them`(limit: Int, items: Int) async throws {
        let inner = composed(
            part(banners("a")),
            part(nearby, #", "limit": 4"#),
            part(banners("b"), #", "position": 0"#)
        )
        let world = try world(composed(part(inner, #", "limit": \#(limit)"#)), items: items)
        var page = try await world.home(at: .town).homeWidgets[0]
        var ids = page.itemIDs
        #expect(ids.count == limit)
        while let more = page.loadMore {
            page = try await world.page(at: more.href)
            ids += page.itemIDs
        }
        #expect(ids.filter { $0.hasPrefix("listing:") } == (1...items).map { "listing:h\($0)" })
    }

    @Test func `stand four deep at most`() throws {
        func nested(_ depth: Int) -> String {
            (0..<depth).reduce(nearby) { source, _ in composed(part(source)) }
        }
        func errors(_ source: String) throws -> [String] { try configErrors(config(widget(source))) }
        #expect(try errors(nested(4)) == [])
        let path = "segments[0].widgets[0].source" + String(repeating: ".parts[0].source", count: 4)
        #expect(try errors(nested(5)) == ["\(path): composed sources nest at most 4 deep"])
        #expect(try errors(nested(60)) == ["\(path): composed sources nest at most 4 deep"])
        let wrong = composed(part(composed(part(#"{"kind": "nearby", "radius": 0}"#))))
        #expect(
            try errors(wrong) == [
                "segments[0].widgets[0].source.parts[0].source.parts[0].source.radius: expected a number from 1 to 20037508, found 0"
            ]
        )
    }
}

@Suite struct `A widget without anything to show` {
    private let card =
        #", "whenEmpty": {"id": "no-search", "title": "Looking?", "text": "Search once.", "href": "/search"}"#
    private let footer = #", "footer": {"title": "All", "href": "/all"}"#

    @Test func `shows the card that the config has for that`() async throws {
        let world = try World(
            config(widget(#"{"kind": "lastSearch"}"#, layout: "HomeWidgetProductL", card + footer)),
            items: CatalogueItem.houses("h", 2)
        )
        let empty = try await world.home(for: "u1").widget("w")
        #expect(empty.state == "empty")
        #expect(empty.layout == "HomeWidgetInfoCard")
        #expect(empty.header.kind == "empty" && empty.header.metrics.height == 0)
        #expect(empty.itemIDs == ["infoCard:no-search"])
        #expect(empty.metrics.rows == 1 && empty.metrics.height > 0)
        #expect(empty.footer == nil)

        try world.store.record(.homes(), by: user("u1"))
        let loaded = try await world.home(for: "u1").widget("w")
        #expect(loaded.state == "loaded" && loaded.layout == "HomeWidgetProductL" && loaded.footer?.href == "/all")
        #expect(loaded.itemIDs == ["listing:h1", "listing:h2"])
    }

    @Test func `is left out where the config has no card`() async throws {
        let world = try World(config(widget(nearby), widget(banners("a")).replacing(#""w""#, with: #""v""#)))
        let home = try await world.home(at: .town)
        #expect(home.homeWidgets.map(\.id) == ["v"])
    }
}
