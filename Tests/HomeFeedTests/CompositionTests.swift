import HomeLayout
import Catalogue
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

@Suite struct `What stands in the config` {
    @Test func `is shown to everyone, as it stands there`() async throws {
        let text =
            #"{"kind": "infoCard", "id": "how", "title": "How", "text": "By what you opened.", "href": "/about"}"#
        let world = try await World(
            config(
                widget(banners("a", "b")),
                widget(text, layout: "HomeWidgetInfoCard").replacing(#""w""#, with: #""v""#)
            )
        )
        let home = try await world.home()
        #expect(home.itemIDs == [["banner:a", "banner:b"], ["infoCard:how"]])
        let banner = home.homeWidgets[0].items[0]
        #expect(
            banner.kind == "banner" && banner.title == "Banner a" && banner.subtitle == "Look" && banner.href == "/a"
        )
        #expect(banner.accessibilityLabel == "Banner a, Look")
        let card = home.homeWidgets[1].items[0]
        #expect(card.kind == "infoCard" && card.text == "By what you opened." && card.href == "/about")
    }

    @Test func `is limited like anything else`() async throws {
        let world = try await World(config(widget(banners("a", "b"), layout: "HomeWidgetProductXL", #", "limit": 1"#)))
        #expect(try await world.home().itemIDs == [["banner:a"]])
    }
}

@Suite struct `A composed widget` {
    private func ids(_ source: String, listings: Int = 4, at place: Coordinate? = .town) async throws -> [String]? {
        let world = try await World(
            config(widget(source)),
            listings: listings == 0 ? [] : Listing.houses("h", listings)
        )
        return try await world.home(at: place).itemIDs.first?.map { String($0.split(separator: ":")[1]) }
    }

    @Test func `has its banner at its position and its end at the end`() async throws {
        let source = composed(
            #"{"source": \#(nearby), "limit": 3}"#,
            #"{"source": \#(banners("a")), "at": 2}"#,
            #"{"source": \#(loadMore)}"#
        )
        #expect(try await ids(source) == ["h1", "h2", "a", "h3", "more"])
        #expect(try await ids(source, listings: 1) == ["h1", "more", "a"])
    }

    @Test func `is empty where there is nothing beside what stands in the config`() async throws {
        let source = composed(
            #"{"source": \#(nearby)}"#,
            #"{"source": \#(banners("a")), "at": 2}"#,
            #"{"source": \#(loadMore)}"#
        )
        #expect(try await ids(source, at: nil) == nil)
        #expect(try await ids(source, listings: 0) == nil)
    }

    @Test func `may be of what stands in the config alone`() async throws {
        #expect(
            try await ids(composed(#"{"source": \#(banners("a", "b"))}"#, #"{"source": \#(banners("c")), "at": 0}"#))
                == ["c", "a", "b"]
        )
    }

    @Test func `keeps its parts in order where they stand at one position, and whole`() async throws {
        func part(_ position: Int, _ ids: String, _ others: String...) -> String {
            #"{"source": \#(ids == "a" ? banners("a", "b") : banners("c")), "at": \#(position)}"#
        }
        let listings = #"{"source": \#(nearby), "limit": 3}"#
        #expect(try await ids(composed(listings, part(1, "a"), part(1, "c"))) == ["h1", "a", "b", "c", "h2", "h3"])
        #expect(try await ids(composed(listings, part(1, "a"), part(2, "c"))) == ["h1", "a", "b", "c", "h2", "h3"])
        #expect(try await ids(composed(listings, part(1, "a"), part(4, "c"))) == ["h1", "a", "b", "h2", "c", "h3"])
        #expect(try await ids(composed(listings, part(4, "a"), part(0, "c"))) == ["c", "h1", "h2", "h3", "a", "b"])
    }

    @Test func `has each item once, even where two parts load it`() async throws {
        let part = #"{"source": \#(nearby), "limit": 3}"#
        #expect(try await ids(composed(part, part), listings: 5) == ["h1", "h2", "h3", "h4", "h5"])
        #expect(try await ids(composed(part, part), listings: 9) == ["h1", "h2", "h3", "h4", "h5", "h6"])
    }

    @Test func `takes its heading and its count from the part that has them`() async throws {
        let source = composed(#"{"source": \#(banners("a"))}"#, #"{"source": {"kind": "lastSearch"}}"#)
        let world = try await World(
            config(#"{"id": "w", "title": "In {market}", "layout": "HomeWidgetProductL", "source": \#(source)}"#),
            listings: Listing.houses("h", 2)
        )
        try await world.store.record(SearchCriteria(market: "toledo"), by: user("u1"))
        let widget = try await world.home(for: "u1").widget("w")
        #expect(widget.title == "In Toledo" && widget.header.href == "/search?market=toledo")
        #expect(widget.badge == .init(count: 2, text: "2 new"))
    }
}

@Suite struct `A widget without anything to show` {
    private let card =
        #", "whenEmpty": {"id": "no-search", "title": "Looking?", "text": "Search once.", "href": "/search"}"#
    private let footer = #", "footer": {"title": "All", "href": "/all"}"#

    @Test func `shows the card that the config has for that`() async throws {
        let world = try await World(
            config(widget(#"{"kind": "lastSearch"}"#, layout: "HomeWidgetProductL", card + footer)),
            listings: Listing.houses("h", 2)
        )
        let empty = try await world.home(for: "u1").widget("w")
        #expect(empty.state == "empty")
        #expect(empty.layout == "HomeWidgetInfoCard")
        #expect(empty.header.kind == "empty" && empty.header.metrics.height == 0)
        #expect(empty.itemIDs == ["infoCard:no-search"])
        #expect(empty.metrics.rows == 1 && empty.metrics.height > 0)
        #expect(empty.footer == nil)

        try await world.store.record(SearchCriteria(), by: user("u1"))
        let loaded = try await world.home(for: "u1").widget("w")
        #expect(loaded.state == "loaded" && loaded.layout == "HomeWidgetProductL" && loaded.footer?.href == "/all")
        #expect(loaded.itemIDs == ["listing:h1", "listing:h2"])
    }

    @Test func `is left out where the config has no card`() async throws {
        let world = try await World(config(widget(nearby), widget(banners("a")).replacing(#""w""#, with: #""v""#)))
        let home = try await world.home(at: .town)
        #expect(home.homeWidgets.map(\.id) == ["v"])
    }
}
