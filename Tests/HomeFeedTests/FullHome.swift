import HomeFeed
import Catalogue
import Recommendations
import Testing

/// A home with a widget of each source, each of which has just as many items as it may show, and none of another's.
enum FullHome {
    static let config = HomeFeedTests.config(
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
        #"{"id": "products", "title": "New in", "layout": "HomeWidgetGrid", "source": {"kind": "products"}, "limit": 2}"#,
        #"""
        {"id": "how", "layout": "HomeWidgetInfoCard",
         "source": {"kind": "infoCard", "id": "how", "title": "How", "text": "By what you opened."}}
        """#
    )

    static let listings =
        Listing.houses("toledo", 3) + Listing.houses("liked", 4, at: .town.north(90_000), market: "seattle")
        + Listing.houses("valencia", 4, at: place, market: "valencia")
    /// Where the phone is.
    static let place = Coordinate(latitude: 39.47, longitude: -0.376)!

    static let products = [Product.thing("p1", by: "ami"), .thing("p2", by: "bode")]

    static func world(_ failure: RecommendationError? = nil) async throws -> World {
        try await world(over: World(config, listings: listings, products: products).store, failure)
    }

    static func world(over store: WatchedStore, _ failure: RecommendationError? = nil) async throws -> World {
        try await store.record(SearchCriteria(market: "toledo"), by: user("u1"))
        let liked = try await store.hits(ofListings: ["liked1", "liked2", "liked3", "liked4"], at: 0)
        return try await World(
            config,
            store: store,
            recommendations: FixedRecommendations(hits: liked, failure: failure)
        )
    }

    static func request() throws -> HomeRequest {
        try HomeFeedTests.request(for: "u1", at: place)
    }
}
