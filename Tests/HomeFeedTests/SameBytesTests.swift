import SeededRandom
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout

@Suite struct `The same request` {
    /// A home of all that is made of listings, with items that several widgets would show.
    private static let config = HomeFeedTests.config(
        #"""
        {"id": "a", "title": "New in {market|your search}", "layout": "HomeWidgetProductL",
         "source": {"kind": "lastSearch"}}
        """#,
        #"""
        {"id": "b", "title": "For you", "layout": "HomeWidgetFullWidth", "source": {"kind": "recommendations"},
         "limit": 6}
        """#,
        #"{"id": "c", "title": "Nearby", "layout": "HomeWidgetMap", "source": {"kind": "nearby"}, "limit": 20}"#
    )

    private static func requests(_ generator: inout SplitMix64) throws -> [HomeRequest] {
        [
            try request(for: "u1", at: .random(&generator)), try request(for: "u1"),
            try request(at: .random(&generator)),
            try request(for: "u1", at: .town, on: Device(width: 800, scale: 1)),
        ]
    }

    @Test func `gives the same bytes`() async throws {
        let world = try FullHome.world()
        let first = try await world.bytes(FullHome.request())
        #expect(try await world.bytes(FullHome.request()) == first)
        #expect(try await FullHome.world().bytes(FullHome.request()) == first)
    }

    @Test(arguments: 0..<20)
    func `gives the same bytes from stores that were filled in another order`(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        // Few different prices, places and dates, so that much is decided by ties.
        let places = (0..<3).map { _ in Coordinate.random(&generator) }
        let listings = (0..<60).map { id in
            CatalogueItem.house(
                "\(id)",
                price: 1_000_00 * .random(in: 100...103, using: &generator),
                at: generator.pick(nil, places[0], places[1], places[2]),
                listedAt: Instant(seconds: .random(in: 1_000...1_002, using: &generator))
            )
        }
        let one = try World(Self.config, items: listings)
        let other = try World(Self.config)
        for listing in listings.shuffled(using: &generator) { _ = other.store.upsert([listing]) }
        let search = UserSearch.random(&generator)
        let opened = listings.shuffled(using: &generator).prefix(5).map(\.id)
        for store in [one.store, other.store] {
            try store.record(search, by: user("u1"))
            try store.recordOpened(opened, by: user("u1"))
        }
        for request in try Self.requests(&generator) {
            let bytes = try await one.bytes(request)
            #expect(try await other.bytes(request) == bytes)
        }
    }

    @Test(arguments: 0..<10) func `gives the same bytes after any other requests`(seed: UInt64)
        async throws
    {
        var generator = SplitMix64(seed: seed)
        let config = HomeFeedTests.config(
            #"""
            {"id": "a", "title": "New in {market|your search}", "layout": "HomeWidgetGrid",
             "source": {"kind": "lastSearch"}, "whenEmpty": {"id": "none", "title": "Search", "text": "T",
             "href": "/search"}}
            """#,
            #"""
            {"id": "b", "title": "For you", "layout": "HomeWidgetFullWidth", "source": {"kind": "recommendations"},
             "limit": 3, "footer": {"title": "All", "href": "/all"}}
            """#,
            #"""
            {"id": "c", "title": "Nearby", "href": "/map", "layout": "HomeWidgetMap", "source": {"kind": "nearby"},
             "limit": 20}
            """#,
            #"""
            {"id": "d", "layout": "HomeWidgetInfoCard", "source": {"kind": "infoCard", "id": "i", "title": "I",
             "text": "T", "href": "/i"}}
            """#
        )
        let world = try World(config, items: (0..<30).map { CatalogueItem.random($0, &generator) })
        for name in ["u1", "u2"] { try world.store.record(.random(&generator), by: user(name)) }
        for _ in 0..<25 {
            var asked = try request(
                for: generator.pick("u1", "u2", "u3", nil),
                at: generator.pick(nil, .town, .random(&generator)),
                on: Device(
                    width: generator.pick(320, 390, 800),
                    scale: generator.pick(2, 3),
                    textScale: generator.pick(1, FixedPoint(thousandths: 1_500))
                )
            )
            let known: [SupportedLayouts?] = [
                nil, nil, .named([.productL, .infoCard, .grid]), .named([.fullWidth, .infoCard]),
            ]
            asked.layouts = known[.random(in: known.indices, using: &generator)]
            let alone = try await World(config, store: world.store).bytes(asked)
            #expect(try await world.bytes(asked) == alone)
        }
    }
}
