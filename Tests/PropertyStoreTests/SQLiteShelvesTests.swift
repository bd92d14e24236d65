import ListingShelves
import Catalogue
import Testing

@testable import SQLiteStore

@Suite struct `The SQLite store's shelves` {
    private let town = Coordinate(latitude: 41, longitude: -83)!  // A place on Earth.

    @Test(arguments: [1, 33, 40, 100, 1_000])
    func `end where no more is kept of them, and the file goes on`(depth: Int) async throws {
        let store = try TemporaryFile().openSQLite()
        let town = try ShelvedTown()
        _ = try await store.upsert(town.model.listings)
        let shelves = Shelves(depth: depth, reads: 32...16_384)
        try await town.expectPages { criteria, position, limit in
            try store.readers.read { (connection) throws(StoreError) in
                try connection.newest(matching: criteria, after: position, at: now, limit: limit, along: shelves)
            }
        }
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
