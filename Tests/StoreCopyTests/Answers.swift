import Catalogue

/// What a store says to everything that can be asked of it, page by page. Of what a store calls a product in its own words there
/// is nothing.
struct Answers: Equatable {
    /// The products of a walk: what they are, and the positions behind them.
    struct ProductWalk: Equatable {
        var products: [Product] = []
        var positions: [ProductPosition] = []
    }

    /// What a user's record says, without what has no meaning outside of its store.
    struct User: Equatable {
        let lastSearch: SearchCriteria?
        let recentlyOpened: [ListingHit]
        let opened: ItemKeys?
        let hasOpenedProducts: Bool
        let among: Set<ItemKey>
        let topBrands: [Brand]
    }

    var counts = CatalogueCounts(listings: 0, products: 0, brands: 0, collections: 0)
    var newest: [[ListingHit]] = []
    var nearby: [[NearbyHit]] = []
    var popular: [[ListingHit]] = []
    var listings: [Listing?] = []
    var hits: [ListingHit] = []
    var products: [ProductWalk] = []
    var users: [User] = []
    var brands: [Brand] = []
    var feedback: [Feedback] = []
    var lostFeedback: Int64 = 0
    var sealingKey: [UInt8] = []

    init(of store: some PropertyStore) async throws {
        let now = FullStore.now
        counts = try await store.counts()
        let center = Coordinate(latitude: 39.5, longitude: -0.5)!
        let criteria = [
            SearchCriteria(), SearchCriteria(market: FullStore.markets[0], types: [.house]),
            SearchCriteria(place: Area(center: center, radius: 30_000)),
        ]
        for criteria in criteria {
            newest.append(
                try await walk { position in
                    let page = try await store.newest(matching: criteria, after: position, at: now, limit: 7)
                    return (page, page.last.map { NewestPosition(of: $0) })
                }
            )
            popular.append(try await store.popular(matching: criteria, at: now, limit: 1_000))
        }
        nearby.append(
            try await walk { position in
                let area = Area(center: center, radius: 60_000)
                let page = try await store.nearby(area, after: position, at: now, limit: 7)
                return (page, page.last.map { NearbyPosition(of: $0) })
            }
        )
        listings = try await store.listings((1...450).map { ItemKey(rawValue: $0) }, at: now)
        hits = try await store.hits(ofListings: (0..<400).map { "l\($0)" }, at: now)
        for query in [
            ProductQuery(), ProductQuery(collection: "new"), ProductQuery(collection: "c1"), ProductQuery(brand: "b1"),
            ProductQuery(category: "shoes"),
        ] {
            products.append(try await Self.walk(of: query, in: store))
        }
        brands = try await store.topBrands(for: nil, limit: 100)
        for user in FullStore.users {
            let record = try await store.record(of: user)
            users.append(
                User(
                    lastSearch: record.lastSearch,
                    recentlyOpened: record.recentlyOpened,
                    opened: record.opened,
                    hasOpenedProducts: record.openedProducts != nil,
                    among: try await store.opened(by: user, among: (1...20).map { ItemKey(rawValue: $0) }),
                    topBrands: try await store.topBrands(for: user, limit: 100)
                )
            )
        }
        feedback = try await store.feedback(limit: 10_000)
        lostFeedback = try await store.lostFeedback()
        sealingKey = try await store.sealingKey()
    }

    /// The products behind a position, or from the first on.
    static func walk(
        of query: ProductQuery,
        after position: ProductPosition? = nil,
        in store: some PropertyStore
    ) async throws -> ProductWalk {
        var walk = ProductWalk()
        var position = position
        while true {
            let page = try await store.products(query, after: position, limit: 7)
            if page.isEmpty { return walk }
            walk.products += try await store.products(page.map(\.key)).compactMap(\.self)
            walk.positions += page.map(\.position)
            position = page.last?.position
        }
    }

    private func walk<Hit, Position>(
        _ page: (Position?) async throws -> (hits: [Hit], position: Position?)
    ) async throws -> [Hit] {
        var found: [Hit] = []
        var position: Position?
        while true {
            let next = try await page(position)
            if next.hits.isEmpty { return found }
            found += next.hits
            position = next.position
        }
    }
}
