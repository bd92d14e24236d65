import HomeFeed
import Recommendations
import Testing

@testable import Catalogue

@Suite struct `Items of a kind that the config declares` {
    private let items = [
        Restaurants.restaurant("near", rating: 4.5, delivery: 25, at: .town.north(400), listedAt: 1),
        Restaurants.restaurant("far", rating: 5, delivery: 55, at: .town.north(9_000), listedAt: 2),
        Restaurants.restaurant("thai", rating: 3, delivery: nil, category: "thai", at: .town.north(2_000), listedAt: 3),
        .house("h1"), .thing("p1"),
    ]

    private func widget(_ source: String) -> String {
        Restaurants.config(#"{"id": "w", "title": "W", "layout": "HomeWidgetProductL", "source": \#(source)}"#)
    }

    @Test(arguments: [
        (#"{"kind": "items", "of": "restaurant"}"#, ["near", "far", "thai"]),
        (
            #"{"kind": "items", "of": "restaurant", "filter": {"category": "pizza"}, "sort": "-rating"}"#,
            ["far", "near"]
        ),
        (#"{"kind": "items", "of": "restaurant", "sort": "delivery"}"#, ["near", "far"]),
        (#"{"kind": "newest", "of": "restaurant"}"#, ["thai", "far", "near"]),
        (#"{"kind": "newest", "of": "restaurant", "filter": {"rating": {"min": 4}}}"#, ["far", "near"]),
        (#"{"kind": "nearby", "of": "restaurant", "radius": 5000}"#, ["near", "thai"]),
        (#"{"kind": "popular", "of": "restaurant"}"#, ["far", "near"]),
        (#"{"kind": "recommendations", "of": "restaurant", "filter": {"category": "pizza"}}"#, ["far"]),
        (#"{"kind": "recentlyViewed", "of": ["restaurant"]}"#, ["near"]),
        (#"{"kind": "similar", "of": "restaurant"}"#, ["thai", "far"]),
    ])
    func `are found by every source that looks into the catalogue`(source: String, expected: [String]) async throws {
        let world = try World(widget(source), items: items)
        try world.store.recordOpened("listing:h1", "restaurant:near", by: user("u1"))
        for name in ["u2", "u3"] { try world.store.recordOpened("restaurant:far", by: user(name)) }
        let found = try await world.home(for: "u1", at: .town).widget("w")
        #expect(found.itemIDs == expected.map { "restaurant:\($0)" })
        #expect(found.items.allSatisfy { $0.kind == "restaurant" })
    }

    @Test func `have the caption that their kind says, and lead to their own address`() async throws {
        let world = try World(widget(#"{"kind": "items", "of": "restaurant"}"#), items: items)
        let found = try await world.home().widget("w").items
        #expect(
            found.map { $0.caption.map(\.text) } == [
                ["Restaurant near", "★ 4.5 · 25 min"], ["Restaurant far", "★ 5 · 55 min"], ["Restaurant thai", "★ 3"],
            ]
        )
        #expect(found[0].href == "/restaurant/near")
    }

    @Test func `are what the last search is for`() async throws {
        let world = try World(widget(#"{"kind": "lastSearch"}"#), items: items)
        let filter = ItemFilter(attributes: ["rating": .range(ClosedInterval(min: 4)), "open": .flag(true)])
        try world.store.record(UserSearch(kind: "restaurant", filter: filter), by: user("u1"))
        let found = try await world.home(for: "u1").widget("w")
        #expect(found.itemIDs == ["restaurant:far", "restaurant:near"])
        #expect(found.header.href == "/search?kind=restaurant&open=true&ratingMin=4")
        #expect(found.badge == .init(count: 2, text: "2 new"))
    }

    @Test func `are recommended, and ranked by a service, as the search wants them`() async throws {
        let service = ScriptedRecommendations(.recommends(ids("restaurant:near", "listing:h1", "restaurant:thai")))
        let world = try World(widget(#"{"kind": "recommendations"}"#), items: items, recommendations: service)
        let filter = ItemFilter(attributes: ["rating": .range(ClosedInterval(min: 4))])
        try world.store.record(UserSearch(kind: "restaurant", filter: filter), by: user("u1"))
        let found = try await world.home(for: "u1").widget("w")
        #expect(found.itemIDs == ["restaurant:near", "restaurant:thai"])
        #expect(found.items.map(\.match) == ["fits", "similar"])
    }

    @Test func `are left out of the surroundings of a search for another kind`() async throws {
        let world = try World(widget(#"{"kind": "newest", "of": "restaurant"}"#), items: items)
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        #expect(try await world.home(for: "u1").itemIDs == [["restaurant:thai", "restaurant:far", "restaurant:near"]])
    }
}

@Suite struct `Recently viewed items` {
    private let config = HomeFeedTests.config(
        #"""
        {"id": "w", "layout": "HomeWidgetProductL", "source": {"kind": "recentlyViewed"}, "limit": 3,
         "whenEmpty": {"id": "none", "title": "None", "text": "Nothing yet."}}
        """#
    )

    @Test func `comes in the order of the openings, the latest first, each item once`() async throws {
        let world = try World(config, items: CatalogueItem.houses("h", 4) + [.thing("p1")])
        try world.store.recordOpened(
            "listing:h1",
            "product:p1",
            "listing:h2",
            "listing:h1",
            "listing:h4",
            by: user("u1")
        )
        let home = try await world.home(for: "u1")
        #expect(home.itemIDs == [["listing:h4", "listing:h1", "listing:h2"]])
        #expect(home.homeWidgets[0].loadMore == nil)
    }

    @Test func `leaves out what is gone, sold or shown elsewhere`() async throws {
        var sold = CatalogueItem.house("h1")
        let other = #"{"id": "v", "layout": "HomeWidgetGrid", "source": {"kind": "items", "of": "product"}}"#
        let two = config.replacing(#""widgets": ["#, with: #""widgets": [\#(other), "#)
        let world = try World(two, items: CatalogueItem.houses("h", 3) + [.thing("p1")])
        try world.store.recordOpened("listing:h1", "listing:h2", "listing:h3", "product:p1", by: user("u1"))
        sold.status = .sold
        _ = world.store.upsert([sold])
        _ = world.store.remove(ids("listing:h2"))
        #expect(try await world.home(for: "u1").itemIDs == [["product:p1"], ["listing:h3"]])
    }

    @Test func `is nothing for a user who has opened nothing, and for an unknown one`() async throws {
        let world = try World(config, items: CatalogueItem.houses("h", 3))
        #expect(try await world.home(for: "u1").itemIDs == [["infoCard:none"]])
        #expect(try await world.home().itemIDs == [["infoCard:none"]])
    }
}

@Suite struct `Similar items` {
    private let config = HomeFeedTests.config(
        #"{"id": "w", "layout": "HomeWidgetProductL", "source": {"kind": "similar"}, "limit": 3}"#
    )
    private let items =
        CatalogueItem.houses("h", 4) + CatalogueItem.houses("v", 4, at: .town.north(200_000), market: "valencia")

    private func similar(to item: String?, _ world: World, user: String? = "u1") async throws -> Document.Widget {
        try await world.widget(WidgetRequest(id: "w") { $0 == "item" ? item : nil }, request(for: user))
    }

    @Test func `is similar to the item that the request names, for every user`() async throws {
        let world = try World(config, items: items)
        for user in ["u1", nil] {
            let found = try await similar(to: "listing:v2", world, user: user)
            #expect(Set(found.itemIDs) == ["listing:v1", "listing:v3", "listing:v4"])
        }
    }

    @Test func `is so to the item that the user opened last and the catalogue still has, where none is named`()
        async throws
    {
        let world = try World(config, items: items)
        #expect(try await similar(to: nil, world).state == "empty")
        #expect(try await world.home(for: "u1").homeWidgets.isEmpty)
        try world.store.recordOpened("listing:v1", "listing:h2", by: user("u1"))
        #expect(try await Set(similar(to: nil, world).itemIDs) == ["listing:h1", "listing:h3", "listing:h4"])
        #expect(try await world.home(for: "u1").widget("w").itemIDs == similar(to: nil, world).itemIDs)
        _ = world.store.remove(ids("listing:h2"))
        #expect(try await Set(similar(to: nil, world).itemIDs) == ["listing:v2", "listing:v3", "listing:v4"])
    }

    @Test(arguments: ["listing:none", "product:p1", "brand:ami"])
    func `is an error where the catalogue does not have the item, or it is of another kind`(item: String) async throws {
        let ofListings = config.replacing(#""similar""#, with: #""similar", "of": "listing""#)
        let world = try World(ofListings, items: items + [.thing("p1")])
        try world.store.recordOpened("listing:h2", by: user("u1"))
        let error = await #expect(throws: FeedError.self) { try await similar(to: item, world) }
        guard case .unknownItem(item) = error else { throw try #require(error) }
        #expect(try await similar(to: "listing:h1", world).items.count == 3)
    }

    @Test(arguments: ["", "h1", "listing:", "Listing:h1", "listing:a b"])
    func `is an error where the parameter names no item`(text: String) async throws {
        let world = try World(config, items: items)
        let thrown = await #expect(throws: FeedError.self) { try await similar(to: text, world) }
        guard case .parameter(let error) = try #require(thrown) else { throw try #require(thrown) }
        #expect(!error.isMissing && error.parameter == "item")
        #expect(error.message == #"item is "\#(text)": expected an item such as "listing:7129300520""#)
    }

    @Test func `needs no record where the request names the item`() async throws {
        let world = try World(config, items: items)
        world.store.conduct(.fails)
        #expect(try await similar(to: "listing:v2", world).items.count == 3)
        #expect(try await similar(to: nil, world).error?.code == "store_unavailable")
    }
}
