import Catalogue
import Revisions
import Testing

@testable import SQLiteStore

@Suite struct `An SQLite store's file of another version` {
    @Test func `is refused where a newer version wrote it`() async throws {
        let place = try TemporaryFile()
        let known = Schema.migrations.count
        try await place.openSQLite().writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA user_version = \(known + 1)")
        }
        #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) { try place.open() }
    }

    @Test func `is migrated step by step, each whole or not at all`() throws {
        let place = try TemporaryFile()
        let connection = try Connection(path: place.path, access: .write)
        func version() throws -> Int? { try connection.statement("PRAGMA user_version").first { $0.int(0) } }
        let first = "CREATE TABLE a (x); INSERT INTO a VALUES (1)"
        try Schema.migrate(connection, through: [first])
        #expect(try version() == 1)
        #expect(throws: StoreError.self) {
            try Schema.migrate(
                connection,
                through: [first, "UPDATE a SET x = 2", "DELETE FROM a; DELETE FROM nothing"]
            )
        }
        #expect(try version() == 2)
        #expect(try connection.statement("SELECT x FROM a").first { $0.int(0) } == 2)
        try Schema.migrate(connection, through: [first, "", "UPDATE a SET x = x + 1"])
        try Schema.migrate(connection, through: [first, "", "UPDATE a SET x = x + 1"])
        #expect(try connection.statement("SELECT x FROM a").first { $0.int(0) } == 3)
    }

    @Test func `keeps all that the first version held`() async throws {
        let place = try TemporaryFile()
        let here = try PropertyStoreTests.place(1, 2)
        let known = ["a", "b", "c"].map { listing($0, bedrooms: 2, at: here, listedAt: 7, images: ["x"]) }
        let point = Sphere.Point(here)
        let rows = known.enumerated().map { index, listing in
            let revision = Int64(bitPattern: listing.revision.rawValue)
            return "(\(index + 3), '\(listing.id)', \(revision), 0, 100000, 2, NULL, NULL, 1, 2, 7, 'toledo', 'USD', "
                + "'A house', NULL, '1:x')"
        }
        let connection = try Connection(path: place.path, access: .write)
        try Schema.migrate(connection, through: Array(Schema.migrations.prefix(1)))
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            INSERT INTO listing VALUES \(rows.joined(separator: ", "));
            INSERT INTO listing_place SELECT key, \(point.x), \(point.x), \(point.y), \(point.y), \(point.z), \(point.z)
                FROM listing;
            INSERT INTO user VALUES (1, 'u'), (2, 'v');
            INSERT INTO opened VALUES (1, 0, 4, 1), (2, 0, 4, 1), (2, 0, 3, 2), (2, 1, 5, 1);
            INSERT INTO search (user, sequence, types, market) VALUES (1, 1, 0, 'oslo');
            """
        )
        let store = try place.openSQLite { 5 }
        let hits = try await store.hits(ofListings: ["a", "b", "c"], at: now)
        #expect(hits.map(\.key.rawValue) == [3, 4, 5])
        #expect(try await store.listings(of: hits) == known)
        #expect(try await store.upsert(known) == [.unchanged, .unchanged, .unchanged])
        #expect(try await store.newestIDs() == ["a", "b", "c"])
        #expect(try await store.nearbyIDs(here, radius: 1) == ["a", "b", "c"])
        #expect(try await store.popularIDs() == ["b", "a"])
        #expect(try await store.openedIDs(by: user("v")) == ["a", "b"])
        #expect(try await store.record(of: user("u")).lastSearch == SearchCriteria(market: "oslo"))
        #expect(try await store.feedback(limit: 9).isEmpty)
        #expect(try await store.upsert([listing("d", at: here, listedAt: 7)]) == [.added])
        #expect(try await store.nearbyIDs(here, radius: 1) == ["a", "b", "c", "d"])
    }
}
