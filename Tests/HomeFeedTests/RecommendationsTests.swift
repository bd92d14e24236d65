import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout
@testable import Recommendations

private let recommendations = #"""
    {"id": "recommendations", "title": "Picked for you", "layout": "HomeWidgetFullWidth",
     "source": {"kind": "recommendations"}, "limit": 4}
    """#
private let lastSearch =
    #"{"id": "last-search", "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"}, "limit": 3}"#

extension Document.Widget {
    fileprivate var matches: [String?] { items.map(\.match) }
}

@Suite struct `Recommendations in a home` {
    private let toledo = UserSearch.homes(market: "toledo", price: ClosedInterval(max: 200_000_00))

    @Test func `are what fits the search, then what it would not have found, with the reason in words`() async throws {
        let world = try World(
            config(recommendations),
            items: CatalogueItem.houses("fit", 9, price: 190_000_00) + [.house("dear", price: 208_000_00)]
        )
        try world.store.record(toledo, by: user("u1"))
        let widget = try await world.home(for: "u1").widget("recommendations")
        #expect(widget.matches == ["fits", "fits", "fits", "similar"])
        #expect(widget.items.map(\.reason) == [nil, nil, nil, .init(kind: "over_budget", text: "4% over your budget")])
        #expect(widget.items[3].id == "listing:dear")
    }

    @Test(arguments: [
        (
            UserSearch.homes(place: Area(center: .town, radius: 5_000)),
            CatalogueItem.house("other", at: .town.north(6_200)),
            "outside_area", "1.2 km outside your area"
        ),
        (
            UserSearch.homes(price: ClosedInterval(min: 100_000_00)), .house("other", price: 80_000_00),
            "under_budget", "20% under your budget"
        ),
        (
            UserSearch.homes(bedrooms: ClosedInterval(min: 3)), .house("other", bedrooms: 2), "fewer_bedrooms",
            "1 bedroom fewer"
        ),
        (
            UserSearch.homes(bedrooms: ClosedInterval(max: 3)), .house("other", bedrooms: 4), "more_bedrooms",
            "1 bedroom more"
        ),
    ])
    func `tell in what a listing misses the search`(
        search: UserSearch,
        other: CatalogueItem,
        code: String,
        text: String
    ) async throws {
        let world = try World(config(recommendations), items: CatalogueItem.houses("fit", 5) + [other])
        try world.store.record(search, by: user("u1"))
        let items = try await world.home(for: "u1").widget("recommendations").items
        #expect(items.last?.id == "listing:other")
        #expect(items.last?.reason == .init(kind: code, text: text))
        #expect(items.dropLast().allSatisfy { $0.match == "fits" && $0.reason == nil })
    }

    @Test func `keep their mix and their number when the last search shows what fits already`() async throws {
        let listings =
            CatalogueItem.houses("fit", 9, price: 190_000_00) + CatalogueItem.houses("dear", 5, price: 208_000_00)
        let world = try World(config(lastSearch, recommendations), items: listings)
        try world.store.record(toledo, by: user("u1"))
        let home = try await world.home(for: "u1")
        #expect(try home.widget("last-search").itemIDs == ["listing:fit1", "listing:fit2", "listing:fit3"])
        let widget = try home.widget("recommendations")
        #expect(widget.matches == ["fits", "fits", "fits", "similar"])
        #expect(Set(widget.itemIDs).isDisjoint(with: try home.widget("last-search").itemIDs))
    }

    @Test func `are all similar where the last search shows all that fits`() async throws {
        let listings =
            CatalogueItem.houses("fit", 3, price: 190_000_00) + CatalogueItem.houses("dear", 5, price: 208_000_00)
        let world = try World(config(lastSearch, recommendations), items: listings)
        try world.store.record(toledo, by: user("u1"))
        let widget = try await world.home(for: "u1").widget("recommendations")
        #expect(widget.matches == ["similar", "similar", "similar", "similar"])
    }

    @Test func `name the opened item because of which they are shown, in the user's language`() async throws {
        let items = (0..<9).map { number in
            CatalogueItem.house("h\(number)", price: number < 5 ? 100_000_00 : 900_000_00)
        }
        let world = try World(config(recommendations), items: items)
        try world.store.recordOpened("listing:h2", by: user("u1"))
        let found = try await world.home(for: "u1").widget("recommendations").items
        let title = try #require(
            try await world.home().widget("recommendations").items.first { $0.id == "listing:h2" }?.title
        )
        #expect(Set(found.map(\.id)) == ["listing:h0", "listing:h1", "listing:h3", "listing:h4"])
        let reason = Document.Reason(kind: "like_opened", text: "Because you opened \(title)", item: "listing:h2")
        #expect(found.map(\.reason) == Array(repeating: reason, count: 4))
        #expect(found[0].accessibilityValue?.contains(reason.text) == true)
    }

    @Test func `say nothing of a match to who has not searched`() async throws {
        let world = try World(config(recommendations), items: CatalogueItem.houses("h", 3))
        #expect(try await world.home().widget("recommendations").matches == [nil, nil, nil])
        #expect(try await world.home(for: "u1").widget("recommendations").matches == [nil, nil, nil])
    }

    @Test func `for unknown users are the nearest, then the newest items`() async throws {
        let listings = [
            CatalogueItem.house("far", at: .town.north(300_000), listedAt: 9),
            .house("near", at: .town.north(100), listedAt: 1),
            .house("nearer", at: .town, listedAt: 2),
        ]
        let world = try World(config(recommendations), items: listings)
        #expect(try await world.home(at: .town).itemIDs == [["listing:nearer", "listing:near", "listing:far"]])
        #expect(try await world.home().itemIDs == [["listing:far", "listing:nearer", "listing:near"]])
    }

    @Test func `are never what the user has opened`() async throws {
        let world = try World(config(recommendations), items: CatalogueItem.houses("h", 5))
        try world.store.record(.homes(), by: user("u1"))
        try world.store.recordOpened("listing:h1", "listing:h4", by: user("u1"))
        let ids = try await world.home(for: "u1").widget("recommendations").itemIDs
        #expect(Set(ids) == ["listing:h2", "listing:h3", "listing:h5"])
    }

    @Test func `of any service are shown in the order that it gives, and marked by the search`() async throws {
        let world = try World(
            config(recommendations),
            items: [
                .house("a", price: 150_000_00), .house("b", price: 160_000_00), .house("c", price: 400_000_00),
            ],
            recommendations: ScriptedRecommendations(.recommends(ids("listing:b", "listing:a", "listing:c")))
        )
        try world.store.record(toledo, by: user("u1"))
        let widget = try await world.home(for: "u1").widget("recommendations")
        #expect(widget.itemIDs == ["listing:b", "listing:a", "listing:c"])
        #expect(widget.matches == ["fits", "fits", "similar"])
        #expect(widget.items[2].reason == .init(kind: "over_budget", text: "100% over your budget"))
    }

    @Test func `of a service never are what is gone, sold, opened, of another kind or filtered out`() async throws {
        let source = #"{"kind": "recommendations", "of": "listing", "filter": {"bedrooms": {"min": 2}}}"#
        let answer = ids(
            "listing:gone",
            "listing:sold",
            "listing:opened",
            "product:p",
            "listing:small",
            "listing:h1",
            "listing:h1"
        )
        var sold = CatalogueItem.house("sold")
        sold.status = .sold
        let world = try World(
            config(#"{"id": "w", "layout": "HomeWidgetGrid", "source": \#(source), "limit": 10}"#),
            items: [sold, .house("opened"), .thing("p"), .house("small", bedrooms: 1), .house("h1"), .house("h2")],
            recommendations: ScriptedRecommendations(.recommends(answer))
        )
        try world.store.recordOpened("listing:opened", by: user("u1"))
        #expect(try await world.home(for: "u1").itemIDs == [["listing:h1"]])
    }

    @Test func `ask the service about the user, the search, the place and as many as they show`() async throws {
        let service = ScriptedRecommendations(.recommends([]))
        let world = try World(config(recommendations), recommendations: service)
        try world.store.record(toledo, by: user("u1"))
        _ = try await world.home(for: "u1", at: .town)
        let asked = try #require(service.asked.first)
        #expect(asked.user == UserID("u1") && asked.count == 4 && asked.now == world.now)
        #expect(asked.query.record.lastSearch == toledo && asked.query.place == .town)
    }
}
