import PropertyStore
import Testing

@testable import SQLiteStore

@Suite struct `The SQLite store's shelves` {
    private let town = Coordinate(latitude: 41, longitude: -83)!  // A place on Earth.

    /// Six hundred listings around the town, many of which came at the same moment.
    private func model(_ random: inout Seeded) throws -> Model {
        var model = Model()
        for number in 0..<600 {
            _ = model.upsert(
                listing(
                    "l\(number)",
                    price: random.pick(1, 2, 3),
                    at: random.pick(
                        nil,
                        try place(
                            .random(in: 40.7...41.3, using: &random),
                            .random(in: -83.3 ... -82.7, using: &random)
                        )
                    ),
                    market: random.pick("a", "a", "b"),
                    listedAt: random.pick(5, .random(in: 0..<50, using: &random)),
                    expiresAt: random.pick(nil, nil, now, now + 1)
                )
            )
        }
        return model
    }

    @Test(arguments: [1, 33, 40, 100, 1_000])
    func `end where no more is kept of them, and the file goes on`(depth: Int) async throws {
        let store = try TemporaryFile().openSQLite()
        var random = Seeded(3)
        let model = try model(&random)
        _ = try await store.upsert(model.listings)
        let shelves = Shelves(depth: depth)
        for place in [nil, Area(center: town, radius: 25_000), Area(center: town, radius: 1e6)] {
            for market in [nil, "a", "b", "c"] {
                let criteria = SearchCriteria(
                    market: market,
                    price: ClosedInterval(min: random.pick(nil, 3)),
                    place: place
                )
                let expected = model.newest(matching: criteria, at: now, limit: 600)
                #expect(market == "c" ? expected.isEmpty : expected.count > 5)
                for limit in [1, 7, 100, 1_000] {
                    var found: [String] = []
                    var position: NewestPosition?
                    while true {
                        let page = try store.readers.read { [position] (connection) throws(StoreError) in
                            try connection.newest(
                                matching: criteria,
                                after: position,
                                at: now,
                                limit: limit,
                                along: shelves
                            )
                        }
                        found += page.map(\.id)
                        guard let last = page.last, page.count <= limit else { break }
                        position = NewestPosition(of: last)
                    }
                    #expect(found == expected, "\(criteria), \(limit)")
                }
            }
        }
    }

    @Test func `are those of one version of the catalogue`() {
        let shelves = Shelves()
        let shelf = Shelf.market("a")
        let other = Shelf.cell(7, market: "a")
        let whole = Stock(listings: [], isWhole: true)
        shelves.keep(whole, of: shelf, 2)
        #expect(shelves.stocks(of: [shelf, other], 2).map(\.isWhole) == [true, false])
        #expect(shelves.stocks(of: [shelf], 1).map(\.isWhole) == [false])
        #expect(shelves.stocks(of: [shelf], 3).map(\.isWhole) == [false])

        shelves.keep(whole, of: other, 1)
        #expect(shelves.stocks(of: [shelf, other], 2).map(\.isWhole) == [true, false])
        shelves.keep(whole, of: other, 3)
        #expect(shelves.stocks(of: [shelf, other], 3).map(\.isWhole) == [false, true])
        #expect(shelves.stocks(of: [shelf], 2).map(\.isWhole) == [false])
    }

    @Test func `are read once, and again when the catalogue has changed`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        let criteria = SearchCriteria(market: "a", place: Area(center: town, radius: 500))
        _ = try await store.upsert([listing("one", at: town, market: "a", listedAt: 1)])
        #expect(try await store.newestIDs(criteria) == ["one"])
        // By a hand that tells nobody of it.
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("UPDATE listing SET listed_at = 9, price = 77 WHERE id = 'one'")
        }
        let known = try await store.newest(matching: criteria, at: now, limit: 10)
        #expect(known.map(\.listedAt) == [1])

        let other = try place.openSQLite()
        _ = try await other.upsert([listing("two", at: town, market: "a", listedAt: 5)])
        let anew = try await store.newest(matching: criteria, at: now, limit: 10)
        #expect(anew.map(\.listedAt) == [9, 5])
    }
}
