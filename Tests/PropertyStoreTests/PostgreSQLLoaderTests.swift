import DatabaseServer
import PostgreSQLStore
import Catalogue
import Testing

@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `Listings that are copied in` {
    /// Whatever an upsert of listings writes.
    private static let content = ["listing", "listing_key", "popularity"].map {
        "SELECT to_jsonb(\($0)) FROM \($0) ORDER BY id"
    }

    /// Few ids, so that many come twice, with all that may be missing sometimes missing.
    private static func batch(of count: Int, _ random: inout Seeded) throws -> [Listing] {
        try (0..<count).map { _ in
            var listing = listing(
                "l\(Int.random(in: 0..<400, using: &random))",
                title: random.pick("", "Haus \u{1f3e0}", "\0\u{10FFFD}'\\\"\t"),
                type: random.pick(.house, .other),
                price: random.pick(0, .max, .min),
                bedrooms: random.pick(nil, 0, .max),
                bathrooms: random.pick(nil, 0.1, -0.0),
                area: random.pick(nil, .greatestFiniteMagnitude, .leastNonzeroMagnitude),
                at: random.pick(nil, try place(-90, 180), try place(0.1, -0.3)),
                market: random.pick("a", "b"),
                listedAt: random.pick(.min, 0, .max),
                status: random.pick(.active, .sold),
                expiresAt: random.pick(nil, .max),
                images: random.pick([], ["", "1:x,", "ü"])
            )
            listing.address = random.pick(nil, "", "Straße 1")
            return listing
        }
    }

    @Test func `are stored as those that come in small batches`() async throws {
        var random = Seeded(7)
        let server = try DatabaseServer.shared
        let (one, other) = (try server.makeDatabase(), try server.makeDatabase())
        let copying = try PostgreSQLStore(server.address(of: one))
        let sending = try PostgreSQLStore(server.address(of: other))
        var before = copying.version().catalogue
        for round in 0..<6 {
            let batch = try Self.batch(of: 100 + round * 37, &random)
            var outcomes: [UpsertOutcome] = []
            for start in stride(from: 0, to: batch.count, by: 90) {
                outcomes += try await sending.upsert(Array(batch[start..<min(start + 90, batch.count)]))
            }
            #expect(try await copying.upsert(batch) == outcomes)
            if round == 0 {
                let items = batch.prefix(20).map { ItemID.listing($0.id) }
                for store in [copying, sending] { try await store.recordOpened(Array(items), by: user("u")) }
            }
            let version = copying.version()
            #expect(version.catalogue > before)
            before = version.catalogue
            let last = try #require(batch.last)
            #expect(try await copying.upsert(Array(repeating: last, count: 100)).allSatisfy { $0 == .unchanged })
            #expect(copying.version() == version)
        }
        // Their keys, too, which follow the order in which they came.
        for part in Self.content {
            #expect(try server.query(part, in: one) == server.query(part, in: other))
        }
    }

    @Test func `come whole or not at all`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let store = try PostgreSQLStore(server.address(of: database))
        let before = store.version().catalogue
        let good = (0..<150).map { listing("l\($0)") }
        try server.query("ALTER TABLE listing ADD CHECK (title <> 'bad')", in: database)
        for bad in [[listing("bad", title: "bad")] + good, good + [listing("l1", title: "bad")]] {
            await #expect(throws: StoreError.self) { try await store.upsert(bad) }
            #expect(
                try server.query(
                    "SELECT count(*), (SELECT catalogue_version FROM store) FROM listing_key",
                    in: database
                ) == "0|\(before)\n"
            )
        }
        #expect(try await store.upsert(good) == good.map { _ in .added })
        #expect(store.version().catalogue == before + 1)
    }

    @Test func `come from several at a time, who take turns`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let stores = try (0..<3).map { _ in try PostgreSQLStore(server.address(of: database)) }
        let added = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, store) in stores.enumerated() {
                for round in 0..<4 {
                    group.addTask {
                        // Each id comes twice, from two stores.
                        let ids = (0..<200).map { "l\(round)-\($0 + number * 100)" }
                        return try await store.upsert(ids.map { listing($0) }).count { $0 == .added }
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(added == 4 * 400)
        #expect(try server.query("SELECT count(*), count(DISTINCT key) FROM listing", in: database) == "1600|1600\n")
    }

    @Test func `go on when the server was away between two batches`() async throws {
        let server = try DatabaseServer()
        let store = try PostgreSQLStore(server.address)
        _ = try await store.upsert((0..<100).map { listing("a\($0)") })
        try server.stop(.immediate)
        await #expect(throws: StoreError.self) { try await store.upsert((0..<100).map { listing("b\($0)") }) }
        try server.start()
        #expect(try await store.upsert((0..<100).map { listing("c\($0)") }).allSatisfy { $0 == .added })
        try server.stop(.fast)
        try server.start()
        #expect(try await store.upsert((0..<100).map { listing("c\($0)") }).allSatisfy { $0 == .unchanged })
        #expect(try server.query("SELECT count(*) FROM listing") == "200\n")
    }
}
