import DatabaseServer
import PostgreSQLStore
import SeededRandom
import Testing

@testable import Catalogue

/// Guards that bulk writes are equivalent to small ones.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `Many items of one upsert` {
    /// Few ids, so that many are repeated.
    private static func batch(of count: Int, _ random: inout some RandomNumberGenerator) -> [CatalogueItem] {
        (0..<count).map { _ in
            CatalogueItem(
                id: .init(
                    kind: Bool.random(using: &random) ? "listing" : "product",
                    id: "\(Int.random(in: 0..<300, using: &random))"
                ),
                title: ["", "Haus \u{1f3e0}", "\0\u{10FFFD}'\\\"\t"].randomElement(using: &random) ?? "",
                market: ["a", "b"].randomElement(using: &random),
                collections: [[], ["k"], ["l", "k"], ["k", "l", "k"]].randomElement(using: &random) ?? []
            )
        }
    }

    @Test func `are stored like those of many small upserts`() async throws {
        var random = SplitMix64(seed: 7)
        let server = try DatabaseServer.shared
        let (one, other) = (try server.makeDatabase(), try server.makeDatabase())
        let (bulk, single) = (
            try PostgreSQLStore(server.address(of: one)), try PostgreSQLStore(server.address(of: other))
        )
        for round in 0..<6 {
            let batch = Self.batch(of: 100 + round * 37, &random)
            var outcomes: [UpsertOutcome] = []
            for start in stride(from: 0, to: batch.count, by: 90) {
                outcomes += try await single.upsert(Array(batch[start..<min(start + 90, batch.count)]))
            }
            #expect(try await bulk.upsert(batch) == outcomes)
            if round == 0 {
                let opened = Set(batch.prefix(20).map(\.id)).sorted { "\($0)" < "\($1)" }.map { UserAction.opened($0) }
                for store in [bulk, single] { try await store.append(opened, by: user("u"), at: 1) }
            }
            let version = bulk.itemVersion
            let last = try #require(batch.last)
            #expect(try await bulk.upsert(Array(repeating: last, count: 100)).allSatisfy { $0 == .unchanged })
            #expect(bulk.itemVersion == version)
        }
        // The packed items include their order of arrival.
        let content = "SELECT kind, id, opened_by, packed FROM item ORDER BY kind, id"
        #expect(try server.query(content, in: one) == server.query(content, in: other))
    }

    @Test func `are stored all or none`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let store = try PostgreSQLStore(server.address(of: database))
        let before = store.itemVersion
        let good = (0..<2_500).map { item("l\($0)") }
        try server.query("ALTER TABLE item ADD CHECK (id <> 'bad')", in: database)
        for bad in [[item("bad")] + good, good + [item("bad")]] {
            await #expect(throws: StoreError.self) { try await store.upsert(bad) }
            #expect(
                try server.query("SELECT count(*), (SELECT item_version FROM store) FROM item", in: database)
                    == "0|\(before.number)\n"
            )
        }
        #expect(try await store.upsert(good) == good.map { _ in .added })
        #expect(store.itemVersion.number == before.number + 1)
    }

    @Test func `come from several stores, which take turns`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let stores = try (0..<3).map { _ in try PostgreSQLStore(server.address(of: database)) }
        let added = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, store) in stores.enumerated() {
                for round in 0..<4 {
                    group.addTask {
                        // Each id is in two stores' upserts.
                        let ids = (0..<200).map { "l\(round)-\($0 + number * 100)" }
                        return try await store.upsert(ids.map { item($0) }).count { $0 == .added }
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(added == 4 * 400)
        #expect(try server.query("SELECT count(*) FROM item", in: database) == "1600\n")
    }

    @Test func `are stored after the server was down between two upserts`() async throws {
        let server = try DatabaseServer()
        let store = try PostgreSQLStore(server.address)
        _ = try await store.upsert((0..<100).map { item("a\($0)") })
        try server.stop(.immediate)
        await #expect(throws: StoreError.self) { try await store.upsert((0..<100).map { item("b\($0)") }) }
        try server.start()
        #expect(try await store.upsert((0..<100).map { item("c\($0)") }).allSatisfy { $0 == .added })
        try server.stop(.fast)
        try server.start()
        #expect(try await store.upsert((0..<100).map { item("c\($0)") }).allSatisfy { $0 == .unchanged })
        #expect(try server.query("SELECT count(*) FROM item") == "200\n")
    }
}
