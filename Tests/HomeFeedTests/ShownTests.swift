import Catalogue
import Recommendations
import Testing

@testable import HomeFeed

/// A client that draws a home and loads more into it, one address after the other, each with its newest token.
private struct Client {
    let world: World
    var home: Document
    var shown: String
    /// The ids of all items, each time that one came, by widget.
    private(set) var items: [String: [String]] = [:]

    init(_ world: World, _ request: HomeRequest) async throws {
        self.world = world
        home = try await world.home(request)
        shown = home.shown
        for widget in home.homeWidgets { items[widget.id] = widget.items.filter { $0.kind != "error" }.map(\.id) }
    }

    var allItems: [String] { items.values.flatMap(\.self) }

    /// Loads an address of `widget`.
    mutating func load(_ href: String, into widget: String) async throws -> Document.Widget {
        let loaded = try await world.page(at: href, shown: shown)
        #expect(loaded.id == widget)
        items[widget, default: []] += loaded.itemIDs
        shown = try #require(loaded.shown)
        return loaded
    }

    /// Loads what is deferred or failed, then a page of each widget in turn until none has more.
    /// - Returns: the number of pages.
    mutating func loadAll() async throws -> Int {
        var more: [(widget: String, href: String)] = []
        for widget in home.homeWidgets {
            var widget = widget
            if let href = widget.href ?? widget.retry?.href { widget = try await load(href, into: widget.id) }
            if let href = widget.loadMore?.href { more.append((widget.id, href)) }
        }
        var pages = 0
        while !more.isEmpty {
            let (widget, href) = more.removeFirst()
            let page = try await load(href, into: widget)
            pages += 1
            if let next = page.loadMore { more.append((widget, next.href)) }
        }
        return pages
    }
}

@Suite struct `Items that a client shows` {
    private static let homes = [
        #"{"id": "last-search", "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"}, "limit": 4}"#,
        #"""
        {"id": "recommendations", "layout": "HomeWidgetFullWidth", "source": {"kind": "recommendations"}, "limit": 6}
        """#,
        #"{"id": "nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "limit": 5}"#,
        #"{"id": "newest", "layout": "HomeWidgetGrid", "source": {"kind": "newest"}, "limit": 3}"#,
        #"{"id": "popular", "layout": "HomeWidgetGrid", "source": {"kind": "popular"}, "limit": 5}"#,
    ]
    private static let style = [
        #"""
        {"id": "sale", "layout": "HomeWidgetProductM", "source": {"kind": "items", "of": "product",
         "filter": {"collection": "sale"}}, "limit": 4}
        """#,
        #"{"id": "all", "layout": "HomeWidgetGrid", "source": {"kind": "items", "of": "product"}, "limit": 6}"#,
        #"{"id": "brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"}, "limit": 3}"#,
        #"""
        {"id": "shoes", "layout": "HomeWidgetProductS", "source": {"kind": "items", "of": "product",
         "filter": {"category": "shoes"}}, "limit": 2}
        """#,
    ]
    private static let config = #"""
        {"title": "Hearth", "budget": {"default": 1000, "maximum": 60000}, "segments": [
         {"id": "homes", "title": "Homes", "widgets": [\#(homes.joined(separator: ", "))]},
         {"id": "style", "title": "Style", "widgets": [\#(style.joined(separator: ", "))]}]}
        """#

    /// 90 listings and 60 products, most of which several widgets would show.
    private static func world(_ service: (any RecommendationService)? = nil) throws -> World {
        let listings = (1...90).map { number in
            let market = number % 3 == 0 ? "seattle" : "toledo"
            let (place, listedAt) = (
                Coordinate.town.north(Double(number * 7)), Instant(seconds: 10_000 - number * 31 % 97)
            )
            return CatalogueItem.house("h\(number)", at: place, market: market, listedAt: listedAt)
        }
        let products = (1...60).map { number in
            let category = number % 2 == 0 ? "shoes" : nil
            return CatalogueItem.thing(
                "p\(number)",
                by: "b\(number % 5)",
                category: category,
                in: number % 4 < 3 ? ["sale"] : []
            )
        }
        let world = try World(config, items: listings + products, recommendations: service)
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let opened = (1...8).map { CatalogueItem.ID(kind: "listing", id: "h\($0)") }
        try world.store.recordOpened(opened, by: user("u2"))
        return world
    }

    private static func request(_ segment: String) throws -> HomeRequest {
        var request = try HomeFeedTests.request(for: "u1", at: .town, segment: segment)
        request.budget = .seconds(60)
        return request
    }

    @Test(arguments: ["homes", "style"])
    func `is loaded once, whatever is loaded in whatever order`(segment: String) async throws {
        var client = try await Client(Self.world(), Self.request(segment))
        #expect(try await client.loadAll() > 8)
        let items = client.allItems
        #expect(Set(items).count == items.count)
        let catalogue = segment == "homes" ? (1...90).map { "listing:h\($0)" } : (1...60).map { "product:p\($0)" }
        #expect(Set(catalogue).isSubset(of: items), "all that the store has is seen")
    }

    @Test(arguments: [ScriptedRecommendations.Conduct.hangs, .fails(.timedOut)])
    func `is not repeated by a widget that was late or failed`(conduct: ScriptedRecommendations.Conduct) async throws {
        let service = ScriptedRecommendations(conduct)
        let world = try Self.world(service)
        var request = try Self.request("homes")
        request.budget = .seconds(1)
        var client = try await Client(world, request)
        #expect(["deferred", "error"].contains(try client.home.widget("recommendations").state))
        service.conduct = .recommends((1...90).map { CatalogueItem.ID(kind: "listing", id: "h\($0)") })
        #expect(try await client.loadAll() > 8)
        #expect(client.items["recommendations"]?.count == 6)
        let items = client.allItems
        #expect(Set(items).count == items.count)
    }

    @Test func `leaves the pages full`() async throws {
        let world = try Self.world()
        var client = try await Client(world, Self.request("homes"))
        for (widget, count) in [("last-search", 4), ("nearby", 5), ("newest", 3), ("nearby", 5), ("newest", 3)] {
            let href = try #require(client.home.widget(widget).loadMore?.href)
            #expect(try await client.load(href, into: widget).items.count == count)
        }
    }

    @Test func `is repeated without the token, and by loads side by side`() async throws {
        let world = try Self.world()
        let home = try await world.home(Self.request("style"))
        let more = try #require(home.widget("all").loadMore?.href)
        let plain = try await world.page(at: more)
        #expect(!Set(plain.itemIDs).isDisjoint(with: home.itemIDs.joined()))
        let other = try #require(home.widget("sale").loadMore?.href)
        let (one, two) = try await (world.page(at: more, shown: home.shown), world.page(at: other, shown: home.shown))
        #expect(!Set(one.itemIDs).isDisjoint(with: two.itemIDs))
        #expect(Set(one.itemIDs + two.itemIDs).isDisjoint(with: home.itemIDs.joined()))
    }

    @Test func `changes no revision of a widget`() async throws {
        let world = try Self.world()
        let home = try await world.home(Self.request("style"))
        let more = try #require(home.widget("sale").loadMore?.href)
        let (with, without) = try await (world.page(at: more, shown: home.shown), world.page(at: more))
        #expect(with.shown != without.shown)
        #expect(with.revision == without.revision)
    }
}

@Suite struct `A shown token` {
    private let signer = TokenSigner(key: Array(repeating: 7, count: 32))

    private func token(_ count: Int) -> ShownToken {
        var token = ShownToken()
        for number in 0..<count { token.append(CatalogueItem.ID(kind: "listing", id: "\(number)").hash) }
        return token
    }

    @Test(arguments: [0, 1, 62, 511, 512]) func `is read as it was written`(count: Int) throws {
        let text = try token(count).text(by: signer, user: user("u1"), segment: "homes")
        let read = try #require(ShownToken(text, signedBy: signer, user: user("u1"), segment: "homes"))
        #expect(read.hashes == token(count).hashes)
    }

    @Test func `tells of the newest 512 items and fits into a URL`() throws {
        let text = token(2_000).text(by: signer, user: nil, segment: "homes")
        let read = try #require(ShownToken(text, signedBy: signer, user: nil, segment: "homes"))
        #expect(read.hashes == (1_488..<2_000).map { CatalogueItem.ID(kind: "listing", id: "\($0)").hash >> 24 })
        #expect(text.utf8.count == 3_436)
    }

    @Test func `that was altered in any character is refused`() throws {
        let text = token(3).text(by: signer, user: nil, segment: "homes")
        let characters = Array(text)
        for index in characters.indices {
            var altered = characters
            altered[index] = altered[index] == "A" ? "B" : "A"
            for junk in [String(altered), String(characters[..<index])] {
                #expect(ShownToken(junk, signedBy: signer, user: nil, segment: "homes") == nil)
            }
        }
        #expect(
            ShownToken(text + String(repeating: "A", count: 5_000), signedBy: signer, user: nil, segment: "homes")
                == nil
        )
    }

    @Test func `belongs to its user, its segment and its store`() throws {
        let text = try token(3).text(by: signer, user: user("u1"), segment: "homes")
        let other = TokenSigner(key: Array(repeating: 8, count: 32))
        #expect(try ShownToken(text, signedBy: signer, user: user("u2"), segment: "homes") == nil)
        #expect(ShownToken(text, signedBy: signer, user: nil, segment: "homes") == nil)
        #expect(try ShownToken(text, signedBy: signer, user: user("u1"), segment: "style") == nil)
        #expect(try ShownToken(text, signedBy: other, user: user("u1"), segment: "homes") == nil)
    }

    @Test func `of another user is an error of the request`() async throws {
        let widget = #"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 3}"#
        let world = try World(config(widget), items: CatalogueItem.houses("h", 9))
        let mine = try await world.home(for: "u1", at: .town)
        let theirs = try await world.home(for: "u2", at: .town)
        let href = try #require(mine.homeWidgets[0].loadMore?.href)
        let error = await #expect(throws: FeedError.self) { try await world.page(at: href, shown: theirs.shown) }
        guard case .shown = error else { throw try #require(error) }
    }
}

extension ShownToken {
    fileprivate func text(by signer: TokenSigner, user: UserID?, segment: String) -> String {
        var text: [UInt8] = []
        sign(by: signer, user: user, segment: segment, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
