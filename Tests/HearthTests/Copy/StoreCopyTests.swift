import Catalogue
import DatabaseServer
import Foundation
import PostgreSQLStore
import SQLiteStore
import SeededRandom
import Testing

@testable import hearth

/// Guards `StoreCopy`: a complete, verified copy from SQLite to PostgreSQL, or none.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A copy of a store` {
    private let server: DatabaseServer
    private let database: String
    private var url: String { server.address(of: database) }

    init() throws {
        server = try DatabaseServer.shared
        database = try server.makeDatabase()
    }

    @discardableResult private func copy(
        _ source: PopulatedStore,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> [StoreCopy.Table] {
        try StoreCopy.run(from: source.path, to: url, progress: progress)
    }

    private func expectFailure(_ message: String, of copy: () throws -> Void) {
        #expect {
            try copy()
        } throws: { error in
            (error as? Failure)?.message.hasPrefix(message) == true
        }
    }

    @Test func `has the content of the store`() async throws {
        let source = try await PopulatedStore()
        let expected = try await Content(of: source.open())
        try #require(expected.items.count > 300 && expected.items.values.contains { $0 > 3 })
        try #require(expected.events.count > 100 && expected.users.count { $0.record.opened.count > 3 } > 3)
        try #require(expected.users.count { $0.counts.items.count > 3 } > 3)
        var steps: [(done: Int, total: Int)] = []
        let tables = try copy(source) { steps.append(($0, $1)) }
        #expect(
            tables.map(\.name) == [
                "item", "tombstone", "app_user", "user_counts", "event", "event_total", "arm_total", "checkpoint",
                "store",
            ]
        )
        #expect(tables.map(\.source.rows).reduce(0, +) > 500)
        #expect(tables.allSatisfy { $0.source.rows > 0 && $0.isCopied })
        #expect(expected.checkpoint != nil)
        #expect(steps.last.map { $0.done == $0.total } == true)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.done < $1.done })

        let copied = try PostgreSQLStore(url)
        #expect(try await Content(of: copied) == expected)
    }

    @Test func `has the changes of the store, with its own history`() async throws {
        let source = try await PopulatedStore()
        let before = try PostgreSQLStore(url).itemVersion
        try copy(source)
        let (store, copied) = (try source.open(), try PostgreSQLStore(url))
        let version = copied.itemVersion
        #expect(version.number == store.itemVersion.number && version.history != before.history)
        #expect(version.history != store.itemVersion.history)
        var changes: [[Set<CatalogueItem.ID>]] = []
        for store in [store, copied] as [any CatalogueStore] {
            let history = store.itemVersion.history
            var (changed, removed) = (Set<CatalogueItem.ID>(), Set<CatalogueItem.ID>())
            let reached = try await store.readChanges(
                since: ItemVersion(history: history, number: 2),
                changed: { packed, _ in if let item = PackedItem(packed)?.item { changed.insert(item.id) } },
                removed: { removed.insert($0) }
            )
            #expect(reached == store.itemVersion)
            changes.append([changed, removed])
        }
        #expect(changes[0] == changes[1] && changes[0].allSatisfy { $0.count > 30 })
    }

    @Test func `continues as the store would have`() async throws {
        let source = try await PopulatedStore()
        try copy(source)
        let stores: [any CatalogueStore] = [try source.open(), try PostgreSQLStore(url) { PopulatedStore.now }]
        for store in stores {
            var random = SplitMix64(seed: 5)
            _ = try await store.upsert(
                (0..<20).map { random.item("new\($0)") } + (0..<20).map { random.item("i\($0)") }
            )
            let batch = random.batch(of: ["new1", "new3"])
            _ = try await store.append(batch, by: PopulatedStore.users[2], at: PopulatedStore.now)
            try await store.forget(PopulatedStore.users[1])
        }
        // New rows get numbers from the copied sequences.
        #expect(try await Content(of: stores[0]) == Content(of: stores[1]))
        #expect(stores[0].itemVersion.number == stores[1].itemVersion.number)
    }

    private func expectFailure(_ message: String, _ body: () throws -> some Any) {
        #expect { try body() } throws: { "\($0)".hasPrefix(message) }
    }

    // MARK: Ending early

    @Test func `leaves nothing behind when the server stops, and can be repeated`() async throws {
        let source = try await PopulatedStore()
        let server = try DatabaseServer()
        var isStopped = false
        expectFailure("the database failed: ") {
            _ = try StoreCopy.run(from: source.path, to: server.address) { done, total in
                guard done > total / 2, !isStopped else { return }
                isStopped = true
                try? server.stop(.immediate)
            }
        }
        try server.start()
        let empty = try await Content(of: PostgreSQLStore(server.address))
        #expect(empty.items.isEmpty && empty.events.isEmpty)
        _ = try StoreCopy.run(from: source.path, to: server.address)
        #expect(try await Content(of: PostgreSQLStore(server.address)) == Content(of: source.open()))
    }

    @Test func `refuses a database that is not empty`() async throws {
        let source = try await PopulatedStore()
        let target = try PostgreSQLStore(url)
        let search = UserAction.searched(UserSearch(filter: ItemFilter(market: "a")))
        let batch = EventBatch([search], at: PopulatedStore.now)
        _ = try await target.append(batch, by: PopulatedStore.users[0], at: PopulatedStore.now)
        try await target.forget(PopulatedStore.users[0])
        expectFailure("the database is not empty") { try copy(source) }

        let second = try server.makeDatabase()
        let whole = { _ = try StoreCopy.run(from: source.path, to: server.address(of: second)) }
        try whole()
        expectFailure("the database is not empty", of: whole)
        #expect(try await Content(of: PostgreSQLStore(server.address(of: second))) == Content(of: source.open()))
    }

    @Test func `keeps other programs from writing to the target`() async throws {
        let source = try await PopulatedStore()
        var refusals: [any Error] = []
        try copy(source) { done, total in
            guard done == total else { return }
            do {
                try server.query("SET lock_timeout = 100; UPDATE store SET user_version = 1", in: database)
            } catch {
                refusals.append(error)
            }
            do { try copy(source) } catch { refusals.append(error) }
        }
        #expect(refusals.count == 2 && (refusals.last as? Failure)?.message.hasPrefix("another program") == true)
        #expect(try await Content(of: PostgreSQLStore(url)) == Content(of: source.open()))
    }

    // MARK: Checking

    @Test(arguments: [
        ("item", "IF NEW.id = ''i200'' THEN NEW.packed := NEW.packed || NEW.packed; END IF"),
        ("item", "IF NEW.id = ''i200'' THEN NEW.opened_by := NEW.opened_by + 1; END IF"),
        ("item", "IF NEW.id = ''i200'' THEN NEW.version := NEW.version + 1; END IF"),
        ("item", "IF NEW.id = ''i200'' THEN RETURN NULL; END IF"),
        ("tombstone", "NEW.removed_at := NEW.removed_at + 1"),
        ("app_user", "IF NEW.id = ''u1'' THEN NEW.id := ''another''; END IF"),
        ("event", "NEW.at := NEW.at + 1"),
        ("event", "NEW.type := 1"),
        ("user_counts", "NEW.at := NEW.at + 1"),
        ("event_total", "IF NEW.rank = -1 THEN NEW.shown := NEW.shown + 1; END IF"),
        ("arm_total", "NEW.opened_squared := NEW.opened_squared + 1"),
    ])
    func `finds rows that differ, and copies nothing`(table: String, damage: String) async throws {
        let source = try await PopulatedStore()
        _ = try PostgreSQLStore(url)
        try server.query(
            """
            CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \(damage); RETURN NEW; END';
            CREATE TRIGGER damage BEFORE INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION damage()
            """,
            in: database
        )
        for _ in 1...2 {
            #expect(try copy(source).filter { !$0.isCopied }.map(\.name) == [table])
        }
    }
}
