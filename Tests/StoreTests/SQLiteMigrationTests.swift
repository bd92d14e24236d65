import Foundation
import Testing

@testable import Catalogue
@testable import SQLiteStore

/// Guards migrations of the file's schema.
@Suite struct `An SQLite file of another version` {
    @Test func `is refused if a newer version wrote it`() throws {
        let place = try TemporaryFile()
        _ = try place.open()
        try place.execute("PRAGMA user_version = \(Schema.version + 1)")
        let refusal = StoreError.newerSchema(found: Schema.version + 1, known: Schema.version)
        #expect(throws: refusal) { try place.open() }
        #expect(throws: refusal) { try TableExport(path: place.path) }
    }

    @Test func `keeps all data of the first version`() async throws {
        let store = try TemporaryFile(earlier: "sqlite-first.sql").open()
        let items = try await store.contents().items
        #expect(try await store.idsByArrival() == ["a", "b", "c"])
        for name in ["a", "b", "c"] {
            #expect(
                items[id(name)]?.item
                    == CatalogueItem(
                        id: id(name),
                        title: "A house",
                        images: ["x"],
                        price: Money(amount: 100_000, currency: "USD"),
                        place: try coordinate(1, 2),
                        market: "toledo",
                        listedAt: 7,
                        attributes: ["type": .text("house"), "bedrooms": .number(2)]
                    )
            )
        }
        #expect(items.mapValues(\.openedBy) == [id("a"): 1, id("b"): 2, id("c"): 0])
        #expect(try await store.state(of: user("v")).record.opened == [id("a"), id("b")])
        #expect(
            try await store.state(of: user("u")).record.lastSearch == UserSearch(filter: ItemFilter(market: "oslo"))
        )
        #expect(try await store.events(after: 0, limit: 9).isEmpty)
    }

    @Test(arguments: [2, 3, 4]) func `continues from its last completed step`(version: Int) async throws {
        let place = try TemporaryFile(earlier: "sqlite-first.sql")
        for script in LegacySchema.migrations.prefix(version - 1) { try place.execute(script) }
        try place.execute("PRAGMA user_version = \(version)")
        #expect(try await place.open().itemCounts() == ["listing": 3])
    }

    @Test func `frees the pages of its old tables`() throws {
        let place = try TemporaryFile(earlier: "sqlite.sql")
        try place.execute("UPDATE listing SET title = hex(zeroblob(100000))")
        _ = try place.open()
        let free = try Connection(path: place.path, access: .read).statement("PRAGMA freelist_count").first {
            $0.int(0)
        }
        #expect(free == 0)
        let size = try FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int
        // Each title is stored once, in the items.
        #expect(try #require(size) < 16 * 200_000 + 200_000)
    }

    @Test func `keeps arbitrary texts in one column`() {
        for damaged in ["x", "1", "1:", "2:a", "1:a1:b", "1:a,", "-1:", "1:a,x", "1:é"] {
            #expect(TextList.decode(damaged) == nil, "\(damaged)")
        }
        #expect(TextList.decode("") == [])
        #expect(TextList.decode("0:") == [""])
        #expect(TextList.decode("5:a,1:b,8:3:é🏡") == ["a,1:b", "3:é🏡"])
    }
}
