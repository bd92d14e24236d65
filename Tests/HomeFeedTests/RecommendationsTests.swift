import HomeDocument
import HomeLayout
import Catalogue
import Testing

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
    private let toledo = SearchCriteria(market: "toledo", price: ClosedInterval(max: 200_000_00))

    @Test func `are what fits the search, then what it would not have found, with the reason in words`() async throws {
        let world = try await World(
            config(recommendations),
            listings: Listing.houses("fit", 9, price: 190_000_00) + [.house("dear", price: 208_000_00)]
        )
        try await world.store.record(toledo, by: user("u1"))
        let widget = try await world.home(for: "u1").widget("recommendations")
        #expect(widget.matches == ["fits", "fits", "fits", "similar"])
        #expect(widget.items.map(\.reason) == [nil, nil, nil, .init(code: "over_budget", text: "4% over your budget")])
        #expect(widget.items[3].id == "listing:dear")
    }

    @Test(arguments: [
        (
            SearchCriteria(place: Area(center: .town, radius: 5_000)), Listing.house("other", at: .town.north(6_200)),
            "outside_area", "1.2 km outside your area"
        ),
        (
            SearchCriteria(price: ClosedInterval(min: 100_000_00)), .house("other", price: 80_000_00),
            "under_budget", "20% under your budget"
        ),
        (
            SearchCriteria(bedrooms: ClosedInterval(min: 3)), .house("other", bedrooms: 2), "fewer_bedrooms",
            "1 bedroom fewer"
        ),
        (
            SearchCriteria(bedrooms: ClosedInterval(max: 3)), .house("other", bedrooms: 4), "more_bedrooms",
            "1 bedroom more"
        ),
    ])
    func `tell in what a listing misses the search`(
        search: SearchCriteria,
        other: Listing,
        code: String,
        text: String
    ) async throws {
        let world = try await World(config(recommendations), listings: Listing.houses("fit", 5) + [other])
        try await world.store.record(search, by: user("u1"))
        let items = try await world.home(for: "u1").widget("recommendations").items
        #expect(items.last?.id == "listing:other")
        #expect(items.last?.reason == .init(code: code, text: text))
        #expect(items.dropLast().allSatisfy { $0.match == "fits" && $0.reason == nil })
    }

    @Test func `keep their mix and their number when the last search shows what fits already`() async throws {
        let listings =
            Listing.houses("fit", 9, price: 190_000_00) + Listing.houses("dear", 5, price: 208_000_00)
        let world = try await World(config(lastSearch, recommendations), listings: listings)
        try await world.store.record(toledo, by: user("u1"))
        let home = try await world.home(for: "u1")
        #expect(try home.widget("last-search").itemIDs == ["listing:fit1", "listing:fit2", "listing:fit3"])
        let widget = try home.widget("recommendations")
        #expect(widget.matches == ["fits", "fits", "fits", "similar"])
        #expect(Set(widget.itemIDs).isDisjoint(with: try home.widget("last-search").itemIDs))
    }

    @Test func `are all similar where the last search shows all that fits`() async throws {
        let listings =
            Listing.houses("fit", 3, price: 190_000_00) + Listing.houses("dear", 5, price: 208_000_00)
        let world = try await World(config(lastSearch, recommendations), listings: listings)
        try await world.store.record(toledo, by: user("u1"))
        let widget = try await world.home(for: "u1").widget("recommendations")
        #expect(widget.matches == ["similar", "similar", "similar", "similar"])
    }

    @Test func `say nothing of a match to who has not searched`() async throws {
        let world = try await World(config(recommendations), listings: Listing.houses("h", 3))
        #expect(try await world.home().widget("recommendations").matches == [nil, nil, nil])
        #expect(try await world.home(for: "u1").widget("recommendations").matches == [nil, nil, nil])
    }

    @Test func `of somebody unknown are what is nearest, then the newest`() async throws {
        let listings = [
            Listing.house("far", at: .town.north(300_000), listedAt: 9),
            .house("near", at: .town.north(100), listedAt: 1),
            .house("nearer", at: .town, listedAt: 2),
        ]
        let world = try await World(config(recommendations), listings: listings)
        #expect(try await world.home(at: .town).itemIDs == [["listing:nearer", "listing:near", "listing:far"]])
        #expect(try await world.home().itemIDs == [["listing:far", "listing:nearer", "listing:near"]])
    }

    @Test func `are never what the user has opened`() async throws {
        let world = try await World(config(recommendations), listings: Listing.houses("h", 5))
        try await world.store.record(SearchCriteria(), by: user("u1"))
        try await world.store.recordOpened("listing:h1", "listing:h4", by: user("u1"))
        let ids = try await world.home(for: "u1").widget("recommendations").itemIDs
        #expect(Set(ids) == ["listing:h2", "listing:h3", "listing:h5"])
    }

    @Test func `of any service are shown in the order that it gives, and marked by the search`() async throws {
        let world = try await World(config(recommendations))
        _ = try await world.store.upsert([
            .house("a", price: 150_000_00), .house("b", price: 160_000_00), .house("c", price: 400_000_00),
        ])
        try await world.store.record(toledo, by: user("u1"))
        let service = FixedRecommendations(hits: try await world.store.hits(ofListings: ["b", "a", "c"], at: 0))
        let other = try await World(config(recommendations), store: world.store, recommendations: service)
        let widget = try await other.home(for: "u1").widget("recommendations")
        #expect(widget.itemIDs == ["listing:b", "listing:a", "listing:c"])
        #expect(widget.matches == ["fits", "fits", "similar"])
        #expect(widget.items[2].reason == .init(code: "over_budget", text: "100% over your budget"))
    }
}
