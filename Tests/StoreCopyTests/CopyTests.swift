import DatabaseServer
import Foundation
import PostgreSQLStore
import Catalogue
import SQLiteStore
import Testing

@testable import StoreCopy

@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(10)))
struct `A copy of a store` {
    private let server: DatabaseServer
    private let database: String
    private var url: String { server.address(of: database) }

    init() throws {
        server = try DatabaseServer.shared
        database = try server.makeDatabase()
    }

    /// One transaction for so many rows, so that there are many of them.
    private func copy(_ source: FullStore, rowsPerTransaction: Int = 100) -> StoreCopy {
        StoreCopy(from: source.path, to: url, rowsPerTransaction: rowsPerTransaction)
    }

    @Test func `has the content of the store`() async throws {
        let source = try await FullStore()
        let expected = try await Content(of: source.open())
        try #require(expected.items.count > 300 && expected.items.values.contains { $0 > 3 })
        try #require(expected.events.count > 100 && expected.records.count { $0.opened.count > 3 } > 3)
        var steps: [StoreCopy.Progress] = []
        let report = try copy(source).run { steps.append($0) }
        #expect(report.tables.map(\.name) == ["item", "tombstone", "app_user", "event", "store"])
        #expect(report.differing.isEmpty && report.tables.map(\.source.rows).reduce(0, +) > 500)
        #expect(report.tables.allSatisfy { $0.source.rows > 0 && $0.source == $0.target })
        let ends = [StoreCopy.Progress.Step.copying, .checking].map { step in steps.last { $0.step == step } }
        #expect(ends.allSatisfy { $0?.rows == $0?.totalRows })

        let copied = try PostgreSQLStore(url)
        #expect(try await Content(of: copied) == expected)
        #expect(try server.query("SELECT to_regclass('copy_progress') IS NULL", in: database) == "t\n")
    }

    @Test func `knows the changes that the store knows, under a history of its own`() async throws {
        let source = try await FullStore()
        let before = try PostgreSQLStore(url).itemVersion
        _ = try copy(source).run()
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

    @Test func `goes on as the store would have`() async throws {
        let source = try await FullStore()
        _ = try copy(source).run()
        let stores: [any CatalogueStore] = [try source.open(), try PostgreSQLStore(url) { FullStore.now }]
        for store in stores {
            var random = Seeded(5)
            _ = try await store.upsert(
                (0..<20).map { random.item("new\($0)") } + (0..<20).map { random.item("i\($0)") }
            )
            let opened = ["new1", "new3"].map { UserAction.opened(Seeded.id($0)) }
            try await store.append([.searched(random.search())] + opened, by: FullStore.users[2], at: FullStore.now)
            try await store.forget(FullStore.users[1])
        }
        // New rows get their numbers from where each side has come to.
        #expect(try await Content(of: stores[0]) == Content(of: stores[1]))
        #expect(stores[0].itemVersion.number == stores[1].itemVersion.number)
    }

    @Test func `migrates a store of an earlier version first`() async throws {
        let source = try await FullStore()
        let folder = URL(filePath: source.path).deletingLastPathComponent()
        let path = folder.appending(path: "earlier.store").path
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/stores")
        try DatabaseServer.shell("sqlite3 '\(path)' < '\(fixtures.appending(path: "sqlite.sql").path)'")
        _ = try StoreCopy(from: path, to: url).run()
        let content = try await Content(of: PostgreSQLStore(url))
        #expect(content.items.count == 20)
        #expect(try await content == Content(of: SQLiteStore(path: path, readers: 1)))
    }

    // MARK: Ending early

    @Test(arguments: [StoreCopy.Progress.Step.copying, .checking])
    func `goes on where it was when the server stopped`(step: StoreCopy.Progress.Step) async throws {
        let source = try await FullStore()
        let server = try DatabaseServer()
        let copy = StoreCopy(from: source.path, to: server.address, rowsPerTransaction: 100)
        var reached = 0
        #expect {
            try copy.run { progress in
                guard progress.step == step, progress.rows > progress.totalRows / 2, reached == 0 else { return }
                reached = progress.rows
                try? server.stop(.immediate)
            }
        } throws: { error in
            if case .target(.unavailable) = error as? StoreCopyError { true } else { false }
        }
        try server.start()
        var first: StoreCopy.Progress?
        let report = try copy.run { if first == nil { first = $0 } }
        let begun = try #require(first)
        #expect(begun.step == .copying && begun.rows >= (step == .copying ? reached : begun.totalRows))
        #expect(report.differing.isEmpty)
        #expect(try await Content(of: PostgreSQLStore(server.address)) == Content(of: source.open()))
    }

    @Test func `refuses another source than it has begun with`() async throws {
        let (source, other) = (try await FullStore(), try await FullStore())
        try stop(copy(source))
        #expect(throws: StoreCopyError.changed) { try copy(other).run() }
        try await source.open().acknowledge(through: source.open().events(after: 0, limit: 1_000).last?.position ?? 0)
        #expect(throws: StoreCopyError.changed) { try copy(source).run() }
    }

    @Test func `refuses a database that is not empty`() async throws {
        let source = try await FullStore()
        let target = try PostgreSQLStore(url)
        let search = UserAction.searched(UserSearch(filter: ItemFilter(market: "a")))
        try await target.append([search], by: FullStore.users[0], at: FullStore.now)
        try await target.forget(FullStore.users[0])
        #expect(throws: StoreCopyError.inUse) { try copy(source).run() }

        let second = try server.makeDatabase()
        let whole = StoreCopy(from: source.path, to: server.address(of: second))
        _ = try whole.run()
        #expect(throws: StoreCopyError.inUse) { try whole.run() }
        #expect(try await Content(of: PostgreSQLStore(server.address(of: second))) == Content(of: source.open()))
    }

    @Test(arguments: [
        "UPDATE store SET user_version = user_version + 1",
        "INSERT INTO event (position, user_id, type, packed, at) SELECT n, 'u', 0, '', 1 FROM generate_series(1, 1000) AS t (n)",
    ])
    func `ends where another program writes to the target`(change: String) async throws {
        let source = try await FullStore()
        #expect(throws: StoreCopyError.disturbed) {
            try copy(source).run { if $0.rows == 100 { _ = try? server.query(change, in: database) } }
        }
        #expect(try server.query("SELECT event_position FROM store", in: database) == "0\n")
    }

    @Test func `is one at a time`() async throws {
        let source = try await FullStore()
        var refusal: (any Error)?
        _ = try copy(source).run { progress in
            guard refusal == nil else { return }
            do { _ = try copy(source).run() } catch { refusal = error }
        }
        #expect(refusal as? StoreCopyError == .underWay)
    }

    // MARK: Checking

    @Test(arguments: [
        ("item", "UPDATE item SET packed = packed || '\\\\x00' WHERE id = 'i200'"),
        ("item", "UPDATE item SET opened_by = opened_by + 1 WHERE id = 'i200'"),
        ("item", "UPDATE item SET version = version + 1 WHERE id = 'i200'"),
        ("item", "DELETE FROM item WHERE id = 'i200'"),
        ("tombstone", "INSERT INTO tombstone VALUES ('listing', 'another', 1, 1)"),
        ("app_user", "UPDATE app_user SET id = 'another' WHERE id = 'u1'"),
        ("event", "UPDATE event SET at = at + 1"),
        ("event", "UPDATE event SET type = 1 WHERE type = 0"),
    ])
    func `finds rows that differ`(table: String, damage: String) async throws {
        let source = try await FullStore()
        var failure: StoreCopyError?
        do throws(StoreCopyError) {
            _ = try copy(source).run { progress in
                if progress.step == .copying, progress.rows == progress.totalRows {
                    #expect(throws: Never.self) { try server.query(damage, in: database) }
                }
            }
        } catch {
            failure = error
        }
        guard case .differs(let report) = failure else {
            Issue.record("expected a difference, found \(String(describing: failure))")
            return
        }
        #expect(report.differing == [table])
        // Nor is it taken for whole the next time.
        #expect(throws: StoreCopyError.differs(report)) { try copy(source).run() }
    }

    /// Runs the copy until some of it is there, and no further.
    private func stop(_ copy: StoreCopy) throws {
        let stopping = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database)' AND pid <> pg_backend_pid()
            """
        #expect(throws: StoreCopyError.self) {
            try copy.run { progress in
                if progress.rows > progress.totalRows / 2 { _ = try? server.query(stopping, in: database) }
            }
        }
    }
}
