import Catalogue
import Testing

@testable import SQLiteStore

@Suite struct `The SQLite store's plans` {
    /// The one statement that may look at whole tables: it counts them, and is no part of a home.
    private static let exempt: Set<SQL> = [.counts]

    private func plan(of sql: SQL, on connection: Connection) throws -> [String] {
        var steps: [String] = []
        try connection.statement("EXPLAIN QUERY PLAN " + sql.text).forEach { row in
            steps.append(row.text(3))
            return true
        }
        return steps
    }

    private func expectSearches(on connection: Connection) throws {
        for sql in SQL.allCases where !Self.exempt.contains(sql) {
            for step in try plan(of: sql, on: connection) where step.hasPrefix("SCAN") {
                // A virtual table is never said to be searched. "1:" is the R*Tree's row of one key; "2:" with a text
                // after it is a search of its boxes, without a text all of them.
                let isSearched = step.contains(/^SCAN listing_place VIRTUAL TABLE INDEX (1:|2:.+)$/)
                #expect(isSearched || step == "SCAN CONSTANT ROW", "\(sql): \(step)")
            }
        }
        for sql in [
            SQL.newestInMarket, .newestInMarketTied, .newest, .newestTied, .popularInMarket, .popular,
            .listedInMarket,
        ] {
            let steps = try plan(of: sql, on: connection)
            #expect(steps.count == 1 && steps[0].hasPrefix("SEARCH listing USING COVERING INDEX"), "\(sql): \(steps)")
        }
        for sql in [SQL.listedInCell, .nextMarketInCell] {
            let steps = try plan(of: sql, on: connection)
            #expect(
                steps.count == 1 && steps[0].hasPrefix("SEARCH listing USING INDEX listing_by_cell"),
                "\(sql): \(steps)"
            )
        }
        for sql in [
            SQL.productsOfCollection, .productsOfBrand, .productsOfCategory, .products, .brands, .recentlyOpened,
        ] {
            #expect(try !plan(of: sql, on: connection).contains { $0.contains("TEMP B-TREE") }, "\(sql)")
        }
    }

    @Test func `search, and scan no table, in an empty store and in a full one with statistics`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        try await store.writer.withConnection { (connection) throws(StoreError) in
            do { try expectSearches(on: connection) } catch { Issue.record(error) }
        }
        _ = try await store.upsert((0..<2_000).map { listing("l\($0)", at: Coordinate(latitude: 1, longitude: 2)) })
        let brands = (0..<50).map { Brand(id: "b\($0)", name: "Brand") }
        _ = try await store.upsert(
            (0..<500).map { product("p\($0)", by: brands[$0 % 50], category: "shoes", in: ["k\($0 % 50)"]) }
        )
        try await store.recordOpened((0..<500).map { .product("p\($0)") }, by: user("u"))
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("ANALYZE")
        }
        let again = try place.openSQLite()
        try await again.writer.withConnection { (connection) throws(StoreError) in
            do { try expectSearches(on: connection) } catch { Issue.record(error) }
        }
    }

    @Test(arguments: [(0.0, 0.0), (41.66, -83.57), (-66.5, 179.2), (89.7, 10), (51.2, -0.001)])
    func `find the same along the shelves of an area, page after page`(latitude: Double, longitude: Double) async throws
    {
        let store = try TemporaryFile().openSQLite()
        var random = Seeded(11)
        var model = Model()
        for number in 0..<1_500 {
            // Most stand close together, and many came at the same moment.
            let spread: Double = random.pick(0.01, 0.1, 0.1, 1)
            let (north, east) = (
                latitude + .random(in: -spread...spread, using: &random),
                longitude + .random(in: -spread...spread, using: &random)
            )
            _ = model.upsert(
                listing(
                    "l\(number)",
                    price: random.pick(1, 2, 3),
                    at: try place(min(north, 90), east > 180 ? east - 360 : east),
                    market: random.pick("a", "b"),
                    listedAt: random.pick(
                        .random(in: 0..<1_000_000, using: &random),
                        5,
                        .random(in: 0..<50, using: &random)
                    ),
                    expiresAt: random.pick(nil, nil, now - 1, now + 1)
                )
            )
        }
        _ = try await store.upsert(model.listings)
        for radius in [10.0, 300, 1_500, 4_000, 9_000, 40_000, 120_000] {
            let criteria = SearchCriteria(
                market: random.pick(nil, "a"),
                price: ClosedInterval(min: random.pick(nil, 2)),
                place: Area(center: try place(latitude, longitude), radius: radius)
            )
            let expected = model.newest(matching: criteria, at: now, limit: 1_500)
            for limit in [1, 7, 100, 1_500] {
                var found: [String] = []
                var position: NewestPosition?
                while found.count < (limit == 1 ? 20 : 1_500) {
                    let page = try await store.newest(matching: criteria, after: position, at: now, limit: limit)
                    found += page.map(\.id)
                    guard let last = page.last else { break }
                    position = NewestPosition(of: last)
                }
                #expect(found == Array(expected.prefix(limit == 1 ? 20 : 1_500)), "\(radius), \(limit)")
            }
        }
    }

    @Test func `find the same in an area whichever way they go`() async throws {
        let store = try TemporaryFile().openSQLite()
        var random = Seeded(7)
        var listings: [Listing] = []
        for number in 0..<2_500 {
            let (latitude, longitude) = (
                Double.random(in: 1...2, using: &random), Double.random(in: 1...2, using: &random)
            )
            listings.append(
                listing(
                    "l\(number)",
                    at: try place(latitude, longitude),
                    market: random.pick("a", "b"),
                    listedAt: .random(in: 0..<300, using: &random)
                )
            )
        }
        _ = try await store.upsert(listings)
        var model = Model()
        for listing in listings { _ = model.upsert(listing) }
        for someone in try ["u", "v", "w"].map(user) {
            let items = listings.filter { _ in random.pick(true, false) }.map { ItemID.listing($0.id) }
            #expect(model.recordOpened(items, by: someone) == nil)
            try await store.recordOpened(items, by: someone)
        }
        // Wide enough for more listings than `sparseArea`, and for fewer.
        for radius in [200_000.0, 60_000, 20_000, 500] {
            for market in [nil, "a"] {
                let area = Area(center: try place(1.5, 1.5), radius: radius)
                let criteria = SearchCriteria(market: market, place: area)
                let expected = model.newest(matching: criteria, at: now, limit: 30)
                #expect(try await store.newestIDs(criteria, limit: 30) == expected)
                let (around, walked) = try store.readers.read { (connection) throws(StoreError) in
                    (
                        try connection.newest(around: area, matching: criteria, after: nil, at: now, limit: 30),
                        try connection.newest(matching: criteria, after: nil, at: now, limit: 30)
                    )
                }
                #expect(try await store.ids(of: around) == expected)
                #expect(around == walked)

                let popular = model.popular(matching: criteria, at: now, limit: 30)
                #expect(try await store.popularIDs(criteria, limit: 30) == popular)
                let (popularAround, popularWalked) = try store.readers.read { (connection) throws(StoreError) in
                    (
                        try connection.popular(around: area, matching: criteria, at: now, limit: 30),
                        try connection.popular(matching: criteria, at: now, limit: 30)
                    )
                }
                #expect(try await store.ids(of: popularAround) == popular)
                #expect(popularAround == popularWalked)
            }
        }
    }
}
