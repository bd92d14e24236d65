import DatabaseServer
import ListingShelves
import Catalogue
import Testing

@testable import PostgreSQLStore

/// So many listings that PostgreSQL takes each of its ways to them: what is asked for is all over the order or far behind in it, and
/// there is much or little of it.
@Suite(.enabled(if: DatabaseServer.isInstalled)) struct `PostgreSQL's pages of thousands of listings` {
    private let town = Coordinate(latitude: 41, longitude: -83)!  // A place on Earth.
    private let north = Coordinate(latitude: 42, longitude: -83)!  // Another one.

    /// Of which those that came first are dear, or in the north.
    private func listings() -> [Listing] {
        var random = Seeded(11)
        return (0..<7_000).map { number in
            let isOld = number < 60
            let isNorth = isOld && number % 3 > 1
            return listing(
                "l\(number)",
                price: isOld && number % 3 > 0 ? 9 : random.pick(1, 2),
                bedrooms: random.pick(nil, 1, 2),
                at: Coordinate(
                    latitude: (isNorth ? north : town).latitude + .random(in: -0.2...0.2, using: &random),
                    longitude: town.longitude + .random(in: -0.2...0.2, using: &random)
                ),
                market: number % 8 == 0 ? "b" : "a",
                listedAt: Int64(number / 4),
                expiresAt: random.pick(nil, nil, nil, nil, now)
            )
        }
    }

    private func searches() -> [SearchCriteria] {
        let prices = [
            ClosedInterval<Int64>.all, ClosedInterval(min: 3), ClosedInterval(max: 1), ClosedInterval(min: 10),
        ]
        let areas = [
            nil, Area(center: town, radius: 30_000), Area(center: town, radius: 2_000),
            Area(center: north, radius: 30_000),
        ]
        return [nil, "a", "b", "c"].flatMap { market in
            prices.flatMap { price in
                areas.map { SearchCriteria(market: market, price: price, place: $0) }
            }
        }
    }

    @Test(arguments: [0, 5_000])
    func `are those of SQLite, however much is kept of each market`(depth: Int) async throws {
        let known: any PropertyStore = try TemporaryFile().open()
        let store = try Database().openPostgreSQL()
        let shelves = Shelves(depth: depth, reads: 256...2_048)
        for store in [known, store] {
            _ = try await store.upsert(listings())
            for (name, step) in [("u", 1), ("v", 2), ("w", 50)] {
                let items = stride(from: 0, to: 6_000, by: step).map { ItemID.listing("l\($0)") }
                try await store.recordOpened(items, by: user(name))
            }
        }
        var sizes: Set<Int> = []
        for search in searches() {
            for limit in [20, 2_500] + (search.market == "a" ? [.max] : []) {
                var position: NewestPosition?
                for _ in 0..<3 {
                    let expected = try await known.newest(matching: search, after: position, at: now, limit: limit)
                    let found = try await store.newest(
                        matching: search,
                        after: position,
                        at: now,
                        limit: limit,
                        along: shelves
                    )
                    #expect(found.map(\.id) == expected.map(\.id), "\(search), \(limit)")
                    #expect(found.map(\.revision) == expected.map(\.revision))
                    sizes.insert(found.count)
                    guard let last = expected.last else { break }
                    position = NewestPosition(of: last)
                }
                let expected = try await known.popular(matching: search, at: now, limit: limit)
                let found = try await store.popular(matching: search, at: now, limit: limit)
                #expect(found.map(\.id) == expected.map(\.id), "\(search), \(limit)")
                sizes.insert(found.count)
            }
        }
        // Full pages, empty ones, and those between.
        #expect(sizes.isSuperset(of: [0, 20, 2_500]) && sizes.count > 10)
    }

    @Test(arguments: [1, 20, 700])
    func `from near to far are those of SQLite`(limit: Int) async throws {
        let known: any PropertyStore = try TemporaryFile().open()
        let store: any PropertyStore = try Database().open()
        // Many at one place, among them the centre, and some as far from it as others.
        let homes = listings().prefix(2_000).enumerated().map { number, home in
            var home = home
            if number % 3 == 0 {
                home.place = Coordinate(
                    latitude: town.latitude,
                    longitude: town.longitude + Double(number % 5 - 2) / 100
                )
            }
            return home
        }
        for store in [known, store] { _ = try await store.upsert(homes) }
        for radius in [1_000, 15_000, 2e7] {
            let area = Area(center: town, radius: radius)
            var position: NearbyPosition?
            for _ in 0..<6 {
                let expected = try await known.nearby(area, after: position, at: now, limit: limit)
                let found = try await store.nearby(area, after: position, at: now, limit: limit)
                #expect(!expected.isEmpty || limit == 700)
                #expect(found.map(\.listing.id) == expected.map(\.listing.id), "\(radius)")
                #expect(found.map(\.distance) == expected.map(\.distance))
                guard let last = expected.last else { break }
                position = NearbyPosition(of: last)
            }
        }
    }
}
