import Catalogue
import HomeFeed
import HomeLayout
import SeededRandom
import Testing

/// A config of one paged widget with a source of this kind.
private func widget(_ source: String, limit: Int = 3) -> String {
    config(#"{"id": "w", "title": "W", "layout": "HomeWidgetGrid", "source": \#(source), "limit": \#(limit)}"#)
}

/// All pages that follow a widget's first one.
private func pages(of world: World, from first: Document.Widget) async throws -> [Document.Widget] {
    var pages: [Document.Widget] = []
    var last = first
    while let more = last.loadMore {
        last = try await world.page(at: more.href)
        pages.append(last)
    }
    return pages
}

@Suite struct `A paged widget` {
    @Test(arguments: [
        #"{"kind": "lastSearch"}"#, #"{"kind": "nearby"}"#, #"{"kind": "newest"}"#,
        #"{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 3}]}"#,
    ])
    func `shows all that its source has, page by page, in its order`(source: String) async throws {
        let world = try World(widget(source), items: CatalogueItem.houses("h", 10))
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let all = try await World(
            widget(source.replacing(#""limit": 3"#, with: #""limit": 100"#), limit: 100),
            store: world.store
        )
        .home(for: "u1", at: .town).itemIDs[0]
        #expect(all.count == 10)
        let first = try await world.home(for: "u1", at: .town).homeWidgets[0]
        let pages = try await pages(of: world, from: first)
        #expect(([first] + pages).map(\.itemIDs.count) == [3, 3, 3, 1])
        #expect(([first] + pages).flatMap(\.itemIDs) == all)
        #expect(pages.allSatisfy { $0.state == "loaded" && $0.header.title == first.header.title })
        #expect(pages.allSatisfy { $0.metrics.itemSize == first.metrics.itemSize })
    }

    @Test func `counts on from page to page, in the tokens of its items`() async throws {
        let banners =
            #"{"source": {"kind": "banners", "items": [{"id": "b", "title": "B", "href": "/b"}]}, "position": 1}"#
        let source = #"{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 3}, \#(banners)]}"#
        let world = try World(widget(source), items: CatalogueItem.houses("h", 11))
        let first = try await world.home(at: .town).homeWidgets[0]
        let all = try await [first] + pages(of: world, from: first)
        #expect(all.map(\.items.count) == [4, 3, 3, 2])
        let tracked = try all.flatMap(\.items).map { try #require(Tracking(token: $0.tracking)) }
        #expect(tracked.map(\.origin.rank) == Array(0..<12))
        #expect(Set(tracked.map(\.source)) == ["nearby", "banners"])
    }

    @Test func `continues with products, too`() async throws {
        let world = try World(
            widget(#"{"kind": "items", "of": "product", "filter": {"collection": "sale"}}"#),
            items: (1...7).map { .thing("p\($0)", by: "ami", in: ["sale"]) }
        )
        let first = try await world.home().homeWidgets[0]
        let ids = try await ([first] + pages(of: world, from: first)).flatMap(\.itemIDs)
        #expect(ids == (1...7).map { "product:p\($0)" })
    }

    @Test func `continues in its own order if another widget has the items in another`() async throws {
        func widget(_ id: String, _ conditions: String) -> String {
            #"""
            {"id": "\#(id)", "title": "W", "layout": "HomeWidgetGrid", "source": {"kind": "items",
             "of": "product"\#(conditions)}, "limit": 3}
            """#
        }
        let world = try World(
            config(widget("all", ""), widget("sale", #", "filter": {"collection": "sale"}"#)),
            items: (1...12).map { .thing("p\($0)", in: $0 > 5 ? ["sale"] : []) }
        )
        for (id, range) in [("all", 1...12), ("sale", 6...12), ("all", 1...12)] {
            let first = try await world.widget(id, request())
            let ids = try await ([first] + pages(of: world, from: first)).flatMap(\.itemIDs)
            #expect(ids == range.map { "product:p\($0)" })
        }
    }

    @Test(arguments: [0, 3, 6]) func `ends with a full page where that is all there is`(count: Int) async throws {
        let world = try World(
            widget(#"{"kind": "newest"}"#),
            items: count == 0 ? [] : CatalogueItem.houses("h", count)
        )
        guard let first = try await world.home().homeWidgets.first else {
            #expect(count == 0)
            return
        }
        #expect(try await pages(of: world, from: first).map(\.items.count) == (count == 3 ? [] : [3]))
    }

    @Test func `continues after its last item if other widgets show some of its items`() async throws {
        let world = try World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "newest"}, "limit": 2}"#,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}, "limit": 2}"#
            ),
            items: CatalogueItem.houses("h", 9)
        )
        let home = try await world.home(at: .town)
        let rest = try await pages(of: world, from: home.homeWidgets[1]).flatMap(\.itemIDs)
        #expect(Set(home.itemIDs.joined()).isDisjoint(with: rest))
        #expect(Set(home.itemIDs.joined()).union(rest).count == 9)
    }

    @Test func `is asked for the same page again where that fails`() async throws {
        let world = try World(widget(#"{"kind": "lastSearch"}"#), items: CatalogueItem.houses("h", 5))
        try world.store.record(.homes(), by: user("u1"))
        let more = try #require(try await world.home(for: "u1").homeWidgets[0].loadMore)
        try await world.evictUsers()
        world.store.conduct(.fails)
        let error = await #expect(throws: FeedError.self) { try await world.page(at: more.href) }
        guard case .store(.unavailable) = error else { throw try #require(error) }
        world.store.conduct(.answers)
        #expect(try await world.page(at: more.href).items.count == 2)
    }

    @Test func `has no more where another source stands in for it`() async throws {
        let source = #"{"kind": "lastSearch", "fallbacks": [{"kind": "newest"}]}"#
        let world = try World(widget(source), items: CatalogueItem.houses("h", 9))
        let replaced = try await world.home(for: "u1").homeWidgets[0]
        #expect(replaced.fallback == "newest" && replaced.items.count == 3 && replaced.loadMore == nil)
        try world.store.record(.homes(), by: user("u1"))
        #expect(try await world.home(for: "u1").homeWidgets[0].loadMore != nil)
    }

    @Test(arguments: [#"{"kind": "nearby"}"#, #"{"kind": "newest"}"#, #"{"kind": "items", "sort": "-price"}"#])
    func `continues if the last item of the page was removed, sold or moved`(source: String)
        async throws
    {
        let items = (1...9).map { number in
            CatalogueItem.house(
                "h\(number)",
                price: Int64(100 - number),
                at: .town.north(Double(number)),
                listedAt: 100 - Int64(number)
            )
        }
        for change in 0..<3 {
            let world = try World(widget(source), items: items)
            let first = try await world.home(at: .town).homeWidgets[0]
            #expect(first.itemIDs == ["listing:h1", "listing:h2", "listing:h3"])
            var last = items[2]
            switch change {
            case 0: _ = world.store.remove([last.id])
            case 1:
                last.status = .sold
                _ = world.store.upsert([last])
            default:
                (last.price, last.listedAt, last.place) = (Money(amount: 500, currency: "USD"), 500, .town)
                _ = world.store.upsert([last])
            }
            let rest = try await pages(of: world, from: first).flatMap(\.itemIDs)
            #expect(rest == (4...9).map { "listing:h\($0)" })
        }
    }

    @Test func `continues on any snapshot, and in another process with the same key`() async throws {
        var generator = SplitMix64(seed: 7)
        let items = (0..<60).map { CatalogueItem.random($0, &generator) }
        for source in [#"{"kind": "lastSearch"}"#, #"{"kind": "nearby"}"#, #"{"kind": "items", "sort": "bedrooms"}"#] {
            let one = try World(widget(source, limit: 4), items: items)
            // Another process, whose catalogue grew in another order, and which has it in other segments.
            let other = try World(widget(source, limit: 4))
            for item in items.shuffled(using: &generator) {
                _ = other.store.upsert([item])
                if Bool.random(using: &generator) { _ = try other.snapshot }
            }
            for world in [one, other] { try world.store.record(.homes(), by: user("u1")) }
            let first = try await one.home(for: "u1", at: .town).homeWidgets[0]
            let expected = try await pages(of: one, from: first)
            var (page, found) = (first, [Document.Widget]())
            while let more = page.loadMore {
                let world = found.count.isMultiple(of: 2) ? other : one
                _ = one.store.upsert([.house("n\(found.count)", bedrooms: nil, market: "nowhere", listedAt: 1_000_000)])
                page = try await world.page(at: more.href)
                found.append(page)
            }
            #expect(found.count > 5)
            #expect(found.map(\.withoutToken) == expected.map(\.withoutToken))
        }
    }

    /// Half of what is added stands before where the walk has come to, and half of what is removed too.
    @Test(arguments: 0..<8) func `shows what stayed exactly once, whatever comes and goes`(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let source = generator.pick(#"{"kind": "lastSearch"}"#, #"{"kind": "nearby"}"#, #"{"kind": "newest"}"#)
        let listings = (0..<120).map { CatalogueItem.random($0, &generator) }
        let world = try World(widget(source, limit: 4), items: listings)
        try world.store.record(.homes(), by: user("u1"))
        var seen: [String] = []
        var removed: Set<String> = []
        var page = try await world.home(for: "u1", at: .town).homeWidgets[0]
        var added = 1000
        while true {
            seen += page.itemIDs
            guard let more = page.loadMore else { break }
            let fresh = (0..<2).map { CatalogueItem.random(added + $0, &generator) }
            added += fresh.count
            _ = world.store.upsert(fresh)
            let gone = (0..<2).compactMap { _ in listings.randomElement(using: &generator)?.id }
            _ = world.store.remove(gone)
            removed.formUnion(gone.map(\.description))
            page = try await world.page(at: more.href)
        }
        #expect(Set(seen).count == seen.count)
        let stayed = listings.filter { source.contains("nearby") ? $0.place != nil : true }.map(\.id.description)
        #expect(Set(stayed).subtracting(removed).isSubset(of: seen))
    }
}

@Suite struct `A cursor` {
    private let config = widget(#"{"kind": "lastSearch"}"#)

    private func world() throws -> World {
        let world = try World(config, items: CatalogueItem.houses("h", 9))
        for id in ["u1", "u2"] { try world.store.record(.homes(market: "toledo"), by: user(id)) }
        return world
    }

    private func more(_ world: World) async throws -> String {
        try #require(try await world.home(for: "u1", at: .town).homeWidgets[0].loadMore).href
    }

    private func expect(_ expected: CursorError, of href: String, in world: World) async throws {
        let error = await #expect(throws: FeedError.self) { try await world.page(at: href) }
        guard case .cursor(expected) = error else { throw try #require(error) }
    }

    @Test func `that was altered in any character is none`() async throws {
        let world = try world()
        let href = try await more(world)
        let cursor = String(try #require(href.split(separator: "cursor=").last?.split(separator: "&").first))
        let characters = Array(cursor)
        for index in characters.indices {
            var altered = characters
            altered[index] = altered[index] == "A" ? "B" : "A"
            try await expect(.invalid, of: href.replacing(cursor, with: String(altered)), in: world)
            try await expect(.invalid, of: href.replacing(cursor, with: String(characters[..<index])), in: world)
        }
        for junk in ["", "A", "%00", String(repeating: "A", count: 513), String(repeating: "A", count: 5000)] {
            try await expect(.invalid, of: href.replacing(cursor, with: junk), in: world)
        }
    }

    @Test func `belongs to its user, place, segment, widget and search`() async throws {
        let world = try world()
        let href = try await more(world)
        #expect(try await world.page(at: href).items.count == 3)
        for (part, other) in [
            ("user=u1", "user=u2"), ("user=u1", "u=1"), ("lat=41.65", "lat=41.66"), ("lat=41.65&lon=-83.54", "x=y"),
        ] {
            #expect(href.contains(part))
            try await expect(.invalid, of: href.replacing(part, with: other), in: world)
        }
        try world.store.record(.homes(market: "toledo", price: ClosedInterval(min: 1)), by: user("u1"))
        try await expect(.invalid, of: href, in: world)
    }

    @Test func `is as good for any other width`() async throws {
        let world = try world()
        let href = try await more(world)
        let wide = try await world.page(at: href.replacing("width=390", with: "width=834"))
        #expect(try await wide.itemIDs == world.page(at: href).itemIDs)
    }

    @Test
    func `of an earlier config is good while the source, the filter and the order are, and of another store is none`()
        async throws
    {
        let world = try world()
        let href = try await more(world)
        for (before, after) in [
            (#""W""#, #""V""#), (#""kind": "lastSearch""#, #""kind": "lastSearch", "fallbacks": [{"kind": "newest"}]"#),
            ("{", ##"{"palette": {"a": "#000000"}, "##),
            (#""kind": "lastSearch""#, #""$why": "?", "kind": "lastSearch""#),
        ] {
            let changed = try World(config.replacing(before, with: after, maxReplacements: 1), store: world.store)
            #expect(try await changed.page(at: href).itemIDs == world.page(at: href).itemIDs)
        }
        for source in [
            #""kind": "newest""#, #""kind": "newest", "filter": {"market": "toledo"}"#,
            #""kind": "newest", "sort": "price""#,
        ] {
            let changed = try World(config.replacing(#""kind": "lastSearch""#, with: source), store: world.store)
            try await expect(.outdated, of: href, in: changed)
        }
        let replica = try World(config, store: world.store)
        #expect(try await replica.page(at: href) == world.page(at: href))
        let elsewhere = try World(config, store: world.store, signingKey: Array(repeating: 8, count: 32))
        try await expect(.invalid, of: href, in: elsewhere)
    }
}
