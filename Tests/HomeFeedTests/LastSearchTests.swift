import Catalogue
import HomeFeed
import HomeLayout
import SeededRandom
import Testing

private let lastSearch = #"""
    {"id": "last-search", "title": "New in {market|your search}", "layout": "HomeWidgetProductL",
     "source": {"kind": "lastSearch"}, "limit": 4, "href": "/searches"}
    """#

@Suite struct `The last search` {
    @Test func `shows exactly the newest listings that meet it, the latest first`() async throws {
        let world = try World(
            config(lastSearch),
            items: CatalogueItem.houses("h", 6) + CatalogueItem.houses("x", 3, market: "valencia")
        )
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let home = try await world.home(for: "u1")
        #expect(home.itemIDs == [["listing:h1", "listing:h2", "listing:h3", "listing:h4"]])
    }

    @Test(arguments: 0..<40)
    func `shows for any criteria what a look at every listing finds`(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let listings = (0..<60).map { CatalogueItem.random($0, &generator) }
        let world = try World(config(lastSearch), items: listings)
        for _ in 0..<5 {
            let search = UserSearch.random(&generator)
            try world.store.record(search, by: user("u1"))
            let expected = listings.filter(search.asksFor)
                .sorted { (-$0.listedAt.seconds, $0.id.id) < (-$1.listedAt.seconds, $1.id.id) }
                .prefix(4).map(\.id.description)
            let home = try await world.home(for: "u1")
            #expect(home.itemIDs == (expected.isEmpty ? [] : [expected]), "\(search)")
        }
    }

    @Test func `is left out for who has not searched, and for who is not known`() async throws {
        let world = try World(config(lastSearch), items: CatalogueItem.houses("h", 3))
        try world.store.record(.homes(), by: user("u1"))
        #expect(try await world.home(for: "u1").homeWidgets.count == 1)
        #expect(try await world.home(for: "u2").homeWidgets.isEmpty)
        #expect(try await world.home().homeWidgets.isEmpty)
    }

    @Test func `says whether the user has not searched, or the search finds nothing`() async throws {
        let states = #"""
            "whenEmpty": {"id": "none", "title": "Search", "text": "Search once.", "href": "/search"},
            "whenNothingFound": {"id": "nothing", "title": "Nothing", "text": "Search wider."}
            """#
        let widget = lastSearch.replacing(#""limit": 4"#, with: #""limit": 4, \#(states)"#)
        let world = try World(config(widget), items: CatalogueItem.houses("h", 3))
        try world.store.record(.homes(price: ClosedInterval(max: 1)), by: user("u1"))
        let found = try await world.home(for: "u1").homeWidgets[0]
        #expect(found.state == "empty" && found.itemIDs == ["infoCard:nothing"])
        #expect(found.header.title == "New in your search" && found.header.kind == "tappable")
        let unknown = try await world.home(for: "u2").homeWidgets[0]
        #expect(unknown.state == "empty" && unknown.itemIDs == ["infoCard:none"])
        #expect(unknown.header.title == nil && unknown.header.kind == "empty")
        #expect(found.header.metrics.height > unknown.header.metrics.height)
        try world.store.record(.homes(market: "toledo", price: ClosedInterval(max: 1)), by: user("u1"))
        #expect(try await world.home(for: "u1").homeWidgets[0].header.title == "New in Toledo")
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        #expect(try await world.home(for: "u1").homeWidgets[0].items.count == 3)
    }

    @Test func `shows the one card that the config has in both cases`() async throws {
        let card = #""whenEmpty": {"id": "none", "title": "Search", "text": "Search once."}"#
        let widget = lastSearch.replacing(#""limit": 4"#, with: #""limit": 4, \#(card)"#)
        let world = try World(config(widget), items: CatalogueItem.houses("h", 3))
        try world.store.record(.homes(price: ClosedInterval(max: 1)), by: user("u1"))
        for user in ["u1", "u2"] {
            #expect(try await world.home(for: user).homeWidgets[0].itemIDs == ["infoCard:none"])
        }
    }

    @Test func `is of a market that the config names or the catalogue has`() throws {
        let world = try World(config(lastSearch), items: CatalogueItem.houses("x", 1, market: "valencia"))
        #expect(try world.feed.hasMarket("toledo", in: world.snapshot), "the config names it")
        #expect(try world.feed.hasMarket("valencia", in: world.snapshot), "there are listings")
        #expect(try !world.feed.hasMarket("nowhere", in: world.snapshot))
    }

    @Test func `marks what the user has not opened, and nothing else changes when it is opened`() async throws {
        let world = try World(config(lastSearch), items: CatalogueItem.houses("h", 3))
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let before = try await world.home(for: "u1")
        #expect(try before.widget("last-search").items.map(\.isNew) == [true, true, true])
        #expect(try before.widget("last-search").badge == Document.Badge(count: 3, text: "3 new"))

        try world.store.recordOpened("listing:h2", by: user("u1"))
        let after = try await world.home(for: "u1")
        #expect(try after.widget("last-search").items.map(\.isNew) == [true, nil, true])
        #expect(after.revision != before.revision)
        #expect(after.homeWidgets[0].items[1].revision != before.homeWidgets[0].items[1].revision)

        var expected = before
        expected.revision = after.revision
        expected.homeWidgets[0].badge = Document.Badge(count: 2, text: "2 new")
        expected.homeWidgets[0].items[1].isNew = nil
        expected.homeWidgets[0].items[1].accessibilityValue = nil
        expected.homeWidgets[0].items[1].revision = after.homeWidgets[0].items[1].revision
        #expect(after == expected)
        #expect(try await world.home(for: "u2").homeWidgets.isEmpty)
    }

    @Test(arguments: [
        (items: 1, opened: 0, badge: Document.Badge(count: 1, text: "1 new")),
        (items: 3, opened: 3, badge: nil),
        (items: 100, opened: 0, badge: Document.Badge(count: 100, text: "100 new")),
        (items: 100, opened: 1, badge: Document.Badge(count: 99, text: "99 new")),
        (items: 101, opened: 0, badge: Document.Badge(count: 100, text: "100+ new")),
        (items: 101, opened: 1, badge: Document.Badge(count: 99, text: "99+ new")),
        (items: 250, opened: 100, badge: nil),
    ])
    func `counts what is new among the first hundred, and says when there are more`(
        _ example: (items: Int, opened: Int, badge: Document.Badge?)
    ) async throws {
        let world = try World(config(lastSearch), items: CatalogueItem.houses("h", example.items))
        try world.store.record(.homes(), by: user("u1"))
        if example.opened > 0 {
            let opened = (1...example.opened).map { CatalogueItem.ID(kind: "listing", id: "h\($0)") }
            try world.store.recordOpened(opened, by: user("u1"))
        }
        #expect(try await world.home(for: "u1").widget("last-search").badge == example.badge)
    }

    @Test func `counts as far with a limit above the count`() async throws {
        let many = #"""
            {"id": "first", "layout": "HomeWidgetProductL", "source": {"kind": "nearby"}, "limit": 60},
            {"id": "last-search", "title": "New", "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"}, "limit": 100}
            """#
        let world = try World(config(many), items: CatalogueItem.houses("h", 140))
        try world.store.record(.homes(), by: user("u1"))
        let widget = try await world.home(for: "u1").widget("last-search")
        #expect(widget.items.count == 100)
        #expect(widget.badge == Document.Badge(count: 100, text: "100+ new"))
    }

    @Test(arguments: [
        ("toledo", "New in Toledo"),
        ("seattle", "New in seattle"),
        (nil, "New in your search"),
    ])
    func `is titled by its market: its name, else its id, else what the config says`(
        market: String?,
        title: String
    ) async throws {
        let world = try World(config(lastSearch), items: [.house("h1", market: market ?? "toledo")])
        try world.store.record(.homes(market: market), by: user("u1"))
        let widget = try await world.home(for: "u1").widget("last-search")
        #expect(widget.title == title)
        #expect(widget.header.title == title)
        #expect(widget.header.kind == "tappable")
    }

    @Test func `says nothing for a word without a fallback`() async throws {
        let world = try World(
            config(
                #"""
                {"id": "a", "title": "New{market}!", "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"}}
                """#
            ),
            items: CatalogueItem.houses("h", 1)
        )
        try world.store.record(.homes(), by: user("u1"))
        #expect(try await world.home(for: "u1").widget("a").title == "New!")
    }

    @Test func `leads to the search that it shows`() async throws {
        let world = try World(config(lastSearch), items: [.house("h1")])
        func href(_ search: UserSearch) async throws -> String? {
            try world.store.record(search, by: user("u1"))
            return try await world.home(for: "u1").widget("last-search").header.href
        }
        #expect(try await href(UserSearch.homes()) == "/search")
        let place = Coordinate(latitude: 41.65, longitude: -83.54)!
        let narrow = UserSearch.homes(
            market: "toledo",
            types: ["townhouse", "house"],
            price: ClosedInterval(min: 50_000_00, max: 9_007_199_254_740_993),
            bedrooms: ClosedInterval(max: 4),
            place: Area(center: place, radius: 5_000)
        )
        #expect(
            try await href(narrow)
                == "/search?market=toledo&bedroomsMax=4&types=house,townhouse&priceMin=5000000&priceMax=9007199254740993"
                + "&lat=41.65&lon=-83.54&radius=5000"
        )
    }

    @Test func `leads to plain decimals, however small or fractional`() async throws {
        let center = Coordinate(latitude: 0.00001, longitude: -0.0000001)!
        var house = CatalogueItem.house("h1", at: center)
        house.attributes["bathrooms"] = .number(2.5)
        house.attributes["area"] = .number(80.25)
        let world = try World(config(lastSearch), items: [house])
        let search = UserSearch.homes(
            bathrooms: ClosedInterval(min: 1.5),
            area: ClosedInterval(min: 80, max: 80.25),
            place: Area(center: center, radius: 20_037_508)
        )
        try world.store.record(search, by: user("u1"))
        #expect(
            try await world.home(for: "u1").widget("last-search").header.href
                == "/search?areaMin=80&areaMax=80.25&bathroomsMin=1.5&lat=0.00001&lon=-0.0000001&radius=20037508"
        )
    }
}
