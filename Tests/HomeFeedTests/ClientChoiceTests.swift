import Catalogue
import HomeFeed
import HomeLayout
import Recommendations
import SeededRandom
import Testing

private let widget = #"""
    {"id": "w", "title": "W", "layout": "HomeWidgetGrid", "limit": 3,
     "source": {"kind": "items", "of": "restaurant", "filter": {"open": true}},
     "clientFilters": [
       {"id": "top", "title": "★ 4 and more", "filter": {"rating": {"min": 4}}},
       {"id": "cheap", "title": "Cheap", "filter": {"price": {"max": 2}}},
       {"id": "thai", "title": "Thai", "filter": {"category": "thai"}},
       {"id": "pizza", "title": "Pizza", "filter": {"category": "pizza"}}],
     "clientSorts": [
       {"id": "best", "title": "Best rated", "sort": "-rating"}, {"id": "fast", "title": "Fastest", "sort": "delivery"},
       {"id": "price", "title": "Price", "sort": "price"}, {"id": "near", "title": "Nearest", "sort": "distance"}]}
    """#

@Suite struct `The choices of a client` {
    private let config = Restaurants.config(widget)

    private func world(_ seed: UInt64 = 1, count: Int = 60) throws -> World {
        var generator = SplitMix64(seed: seed)
        return try World(config, items: Restaurants.random(count, &generator))
    }

    /// The widget, and all its pages.
    private func all(_ world: World, _ href: String) async throws -> [Document.Widget] {
        var pages = [try await world.page(at: href)]
        while let more = pages[pages.count - 1].loadMore {
            pages.append(try await world.page(at: more.href))
            try #require(pages.count < 100)
        }
        return pages
    }

    private func href(_ choice: String) -> String {
        "/home/widgets/w?\(choice)segment=dinner&width=390&scale=3&lat=41.65&lon=-83.54"
    }

    // MARK: Chips

    @Test func `stand in the home as chips, none of which is selected, each with its address`() async throws {
        let found = try await world().home(at: .town).widget("w")
        #expect(found.filters?.map(\.id) == ["top", "cheap", "thai", "pizza"])
        #expect(found.sorts?.map(\.id) == ["best", "fast", "price", "near"])
        #expect(found.filters?[0].title == "★ 4 and more" && found.sorts?[1].title == "Fastest")
        let chips = (found.filters ?? []) + (found.sorts ?? [])
        #expect(chips.allSatisfy { $0.selected == false })
        #expect(
            chips.map(\.href)
                == ["top", "cheap", "thai", "pizza"].map { href("filter=\($0)&") }
                + ["best", "fast", "price", "near"].map { href("filter=&sort=\($0)&") }
        )
    }

    @Test func `switch on and off by their addresses, and keep each other`() async throws {
        let world = try world()
        func selected(_ widget: Document.Widget) -> [String] {
            ((widget.filters ?? []) + (widget.sorts ?? [])).filter { $0.selected == true }.map(\.id)
        }
        func tap(_ id: String, _ widget: Document.Widget) async throws -> Document.Widget {
            let chip = try #require(((widget.filters ?? []) + (widget.sorts ?? [])).first { $0.id == id })
            return try await world.page(at: chip.href)
        }
        let plain = try await world.home(at: .town).widget("w")
        let cheap = try await tap("cheap", plain)
        #expect(selected(cheap) == ["cheap"])
        let both = try await tap("top", cheap)
        #expect(selected(both) == ["top", "cheap"])
        let sorted = try await tap("best", both)
        #expect(selected(sorted) == ["top", "cheap", "best"])
        #expect(try await selected(tap("price", sorted)) == ["top", "cheap", "price"])
        #expect(try await tap("best", sorted) == both)
        let best = try await tap("cheap", tap("top", sorted))
        #expect(selected(best) == ["best"])
        #expect(try await tap("best", best).withoutToken.unlinked == plain.unplaced.unlinked)
        // The order of the filters in the address makes no difference.
        #expect(try await world.page(at: href("filter=cheap,top&")) == both)
    }

    @Test func `are the same chips where nothing is found, on a card, and where the widget has failed`() async throws {
        let card = #""whenNothingFound": {"id": "none", "title": "None", "text": "Nothing is so."}, "source""#
        let world = try World(
            Restaurants.config(widget.replacing(#""source""#, with: card)),
            items: [Restaurants.restaurant("r1")]
        )
        let empty = try await world.page(at: href("filter=thai&"))
        #expect(empty.state == "empty" && empty.itemIDs == ["infoCard:none"])
        #expect(empty.filters?.filter { $0.selected == true }.map(\.id) == ["thai"])
        #expect(try await world.page(at: #require(empty.filters?[2].href)).itemIDs == ["restaurant:r1"])
        // No item is of two categories.
        #expect(try await world.page(at: href("filter=thai,pizza&")).state == "empty")

        let service = ScriptedRecommendations(.fails(.timedOut))
        let filter = #"{"id": "top", "title": "Top", "filter": {"rating": {"min": 4}}}"#
        let picked = try World(
            Restaurants.config(
                #"""
                {"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "recommendations", "of": "restaurant"},
                 "clientFilters": [\#(filter)]}
                """#
            ),
            items: [Restaurants.restaurant("r1"), Restaurants.restaurant("r2", rating: 3)],
            recommendations: service
        )
        let failed = try await picked.page(at: href("filter=top&"))
        #expect(failed.state == "error" && failed.filters?[0].selected == true)
        service.conduct = .recommends(ids("restaurant:r2", "restaurant:r1"))
        #expect(try await picked.page(at: #require(failed.retry?.href)).itemIDs == ["restaurant:r1"])
    }

    // MARK: Items

    private struct Choice: Sendable, CustomTestStringConvertible {
        let query: String
        let isFound: @Sendable (CatalogueItem) -> Bool
        let key: @Sendable (CatalogueItem) -> Double?

        var testDescription: String { query }
    }

    private static func number(_ name: String, _ sign: Double = 1) -> @Sendable (CatalogueItem) -> Double? {
        { item in
            guard case .number(let number) = item.attributes[name] else { return nil }
            return sign * number
        }
    }

    @Sendable private static func price(_ item: CatalogueItem) -> Double? {
        item.price.flatMap { $0.currency == "USD" ? Double($0.amount) : nil }
    }

    private static let top: @Sendable (CatalogueItem) -> Bool = { (number("rating")($0) ?? 0) >= 4 }
    private static let cheap: @Sendable (CatalogueItem) -> Bool = { (price($0) ?? 9) <= 2 }

    private static let choices = [
        Choice(query: "filter=top&", isFound: top, key: { _ in 0 }),
        Choice(query: "filter=cheap&", isFound: cheap, key: { _ in 0 }),
        Choice(
            query: "filter=top,cheap,thai&",
            isFound: { top($0) && cheap($0) && $0.category == "thai" },
            key: { _ in 0 }
        ),
        Choice(query: "sort=best&", isFound: { _ in true }, key: number("rating", -1)),
        Choice(query: "filter=pizza&sort=fast&", isFound: { $0.category == "pizza" }, key: number("delivery")),
        Choice(query: "sort=price&", isFound: { _ in true }, key: price),
        Choice(query: "filter=top&sort=price&", isFound: top, key: price),
        Choice(
            query: "filter=cheap&sort=near&",
            isFound: cheap,
            key: { item in item.place.map { Coordinate.town.distance(to: $0) } }
        ),
    ]

    @Test(arguments: choices, [1, 2, 3] as [UInt64])
    private func `find, page by page and without repeats, what a look at every item finds`(
        choice: Choice,
        seed: UInt64
    ) async throws {
        var generator = SplitMix64(seed: seed)
        let items = Restaurants.random(70, &generator)
        let world = try World(config, items: items)
        let expected = items.filter {
            $0.attributes["open"] == .flag(true) && choice.isFound($0) && choice.key($0) != nil
        }
        let pages = try await all(world, href(choice.query))
        let found = pages.flatMap(\.itemIDs)
        #expect(Set(found).count == found.count)
        #expect(Set(found) == Set(expected.map(\.id.description)))
        let byID = Dictionary(uniqueKeysWithValues: items.map { ($0.id.description, $0) })
        let keys = found.compactMap { byID[$0].flatMap(choice.key) }
        #expect(keys == keys.sorted())
        #expect(pages.dropLast().allSatisfy { $0.items.count == 3 })
        #expect(pages.allSatisfy { $0.filters == pages[0].filters && $0.sorts == pages[0].sorts })
    }

    @Test func `by the price count items of the most frequent currency alone`() async throws {
        let items =
            (1...3).map { Restaurants.restaurant("c\($0)", price: Money(amount: 1, currency: "CAD")) }
            + (1...2).map { Restaurants.restaurant("u\($0)", price: Money(amount: 2, currency: "USD")) }
        let world = try World(config, items: items)
        #expect(try await world.page(at: href("sort=price&")).itemIDs.count == 3)
        #expect(
            try await Set(world.page(at: href("filter=cheap&")).itemIDs) == [
                "restaurant:c1", "restaurant:c2", "restaurant:c3",
            ]
        )
        let dollars = config.replacing(#""open": true}"#, with: #""open": true, "currency": "USD"}"#)
        let other = try World(dollars, store: world.store)
        #expect(
            try await Set(other.page(at: href("filter=cheap&sort=price&")).itemIDs) == [
                "restaurant:u1", "restaurant:u2",
            ]
        )
    }

    @Test func `by distance find nothing where the place is not known`() async throws {
        let world = try world()
        #expect(
            try await world.page(at: href("sort=near&").replacing("&lat=41.65&lon=-83.54", with: "")).state == "empty"
        )
        #expect(try await world.page(at: href("sort=near&")).items.count == 3)
    }

    // MARK: Errors

    @Test(arguments: [
        ("filter=open&", "filter", #"filter is "open": expected one of top, cheap, thai, pizza"#),
        ("filter=top,best&", "filter", #"filter is "best": expected one of top, cheap, thai, pizza"#),
        ("filter=Top&", "filter", #"filter is "Top": expected one of top, cheap, thai, pizza"#),
        ("sort=top&", "sort", #"sort is "top": expected one of best, fast, price, near"#),
        ("sort=best,fast&", "sort", #"sort is "best,fast": expected one of best, fast, price, near"#),
    ])
    func `are an error that names the parameter where the widget does not offer them`(
        query: String,
        parameter: String,
        message: String
    ) async throws {
        let world = try world()
        let thrown = await #expect(throws: FeedError.self) { try await world.page(at: href(query)) }
        guard case .parameter(let error) = try #require(thrown) else { throw try #require(thrown) }
        #expect(!error.isMissing && error.parameter == parameter && error.message == message)
    }

    @Test func `are an error where the widget offers none`() async throws {
        let world = try World(
            HomeFeedTests.config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "newest"}}"#)
        )
        let thrown = await #expect(throws: FeedError.self) {
            try await world.widget(WidgetRequest(id: "w") { ["filter": "top"][$0] }, request())
        }
        guard case .parameter(let error) = try #require(thrown) else { throw try #require(thrown) }
        #expect(error.message == #"filter is "top": expected nothing: the widget offers none"#)
    }

    @Test(arguments: ["a,b", "a:b"]) func `are of a widget whose id separates nothing in a request`(id: String) throws {
        let widget = #"{"id": "\#(id)", "layout": "HomeWidgetGrid", "source": {"kind": "newest"}}"#
        let errors = try configErrors(HomeFeedTests.config(widget))
        let finding = "widgets[0].id: expected an id without ',' and ':', found \"\(id)\""
        #expect(errors.count == 1 && errors[0].hasSuffix(finding), "\(errors)")
    }

    @Test func `bind the cursors of their pages`() async throws {
        let world = try world()
        let queries = ["", "filter=top&", "filter=top,cheap&", "filter=&sort=best&", "filter=top&sort=best&"]
        var more: [String] = []
        for query in queries { more.append(try #require(try await world.page(at: href(query)).loadMore).href) }
        for (query, address) in zip(queries, more) {
            #expect(address.contains("&" + query + "segment="))
            for other in queries where other != query {
                let cut = query.isEmpty ? address : address.replacing("&" + query, with: "&")
                let foreign = cut.replacing("&segment=", with: "&\(other)segment=")
                let error = await #expect(throws: FeedError.self) { try await world.page(at: foreign) }
                guard case .cursor(.invalid) = error else { throw try #require(error) }
            }
        }
    }

    @Test func `replace the items that the widget shows, and their pages leave out all that the client shows`()
        async throws
    {
        let world = try world()
        let home = try await world.home(at: .town)
        let chip = try #require(home.widget("w").filters?[0].href)
        let chosen = try await world.page(at: chip, shown: home.shown)
        #expect(try await chosen.itemIDs == world.page(at: chip).itemIDs)
        var (page, shown) = (chosen, Set(home.itemIDs.joined()).union(chosen.itemIDs))
        while let more = page.loadMore {
            page = try await world.page(at: more.href, shown: page.shown)
            #expect(shown.isDisjoint(with: page.itemIDs))
            shown.formUnion(page.itemIDs)
        }
        #expect(shown.count > 10)
    }
}
