import Catalogue
import HomeFeed
import Recommendations
import Testing

/// A home with a widget of each source, each of which has just as many items as it may show, and none of another's.
enum FullHome {
    static let config = HomeFeedTests.config(widgets)

    static let widgets = [
        #"""
        {"id": "last-search", "title": "New in {market}", "subtitle": "Since yesterday", "layout": "HomeWidgetFullWidth",
         "source": {"kind": "lastSearch"}, "limit": 3, "footer": {"title": "All", "href": "/all"}}
        """#,
        #"""
        {"id": "recommendations", "title": "Picked for you", "layout": "HomeWidgetProductL",
         "source": {"kind": "recommendations"}, "limit": 4}
        """#,
        #"""
        {"id": "nearby", "layout": "HomeWidgetGrid", "limit": 4, "source": {"kind": "composed", "parts": [
          {"source": {"kind": "nearby", "radius": 5000}},
          {"source": {"kind": "loadMore", "id": "more", "title": "More", "href": "/map"}}]}}
        """#,
        #"{"id": "brands", "title": "Brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"}, "limit": 2}"#,
        #"""
        {"id": "products", "title": "New in", "layout": "HomeWidgetGrid", "source": {"kind": "items", "of": "product"},
         "limit": 2}
        """#,
        #"""
        {"id": "how", "layout": "HomeWidgetInfoCard",
         "source": {"kind": "infoCard", "id": "how", "title": "How", "text": "By what you opened."}}
        """#,
    ]

    static let items =
        CatalogueItem.houses("toledo", 3)
        + CatalogueItem.houses("liked", 4, price: 260_000_00, at: .town.north(90_000))
        + CatalogueItem.houses("valencia", 4, at: place, market: "valencia")
        + [.thing("p1", by: "ami"), .thing("p2", by: "bode")]
    static let place = Coordinate(latitude: 39.47, longitude: -0.376)!
    static let search = UserSearch.homes(market: "toledo", price: ClosedInterval(max: 250_000_00))

    /// The home's world, with a service that recommends four items, or fails.
    static func world(_ failure: RecommendationError? = nil) throws -> World {
        let liked = (1...4).compactMap { CatalogueItem.ID("listing:liked\($0)") }
        let service = ScriptedRecommendations(failure.map { .fails($0) } ?? .recommends(liked))
        return try world(World(config, items: items, recommendations: service))
    }

    /// The same, where the embedded engine recommends.
    static func embedded(config: String = config, longScan: Int = HomeFeed.defaultLongScan) throws -> World {
        try world(World(config, items: items, longScan: longScan))
    }

    private static func world(_ world: World) throws -> World {
        try world.store.record(search, by: user("u1"))
        return world
    }

    static func request() throws -> HomeRequest {
        try HomeFeedTests.request(for: "u1", at: place)
    }
}
