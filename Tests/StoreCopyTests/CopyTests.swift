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

    @Test func `says all that the store says`() async throws {
        let source = try await FullStore()
        let expected = try await Answers(of: source.open())
        try #require(expected.feedback.count > 50 && expected.popular.allSatisfy { $0.count > 3 })
        try #require(expected.users.count { $0.opened?.count ?? 0 > 3 } > 3)
        try #require(expected.products[1].products.count > 20 && expected.newest.allSatisfy { $0.count > 10 })
        var steps: [StoreCopy.Progress] = []
        let report = try copy(source).run { steps.append($0) }
        #expect(report.differing.isEmpty && report.tables.map(\.source.rows).reduce(0, +) > 1_000)
        #expect(report.tables.allSatisfy { $0.source.rows > 0 && $0.source == $0.target })
        let ends = [StoreCopy.Progress.Step.copying, .checking].map { step in steps.last { $0.step == step } }
        #expect(ends.allSatisfy { $0?.rows == $0?.totalRows })

        let copied = try PostgreSQLStore(url)
        #expect(try await Answers(of: copied) == expected)
        #expect(try server.query("SELECT to_regclass('copy_progress') IS NULL", in: database) == "t\n")
    }

    @Test func `goes on as the store would have`() async throws {
        let source = try await FullStore()
        _ = try copy(source).run()
        let stores: [any PropertyStore] = [try source.open(), try PostgreSQLStore(url) { FullStore.now }]
        for store in stores {
            let user = FullStore.users[2]
            _ = try await store.upsert([Listing].new + [Listing].new)
            var random = Seeded(5)
            _ = try await store.upsert(
                (0..<20).map { random.product("new\($0)") } + (0..<20).map { random.product("p\($0)") }
            )
            try await store.record(SearchCriteria(market: "later"), by: user)
            try await store.recordOpened(
                [ItemID(kind: .listing, id: "new1"), ItemID(kind: .product, id: "new2")],
                by: user
            )
        }
        var answers: [Answers] = []
        for store in stores { answers.append(try await Answers(of: store)) }
        // What comes now is given its key from where each side has come to.
        #expect(answers[0].feedback == answers[1].feedback)
        #expect(answers[0].users.map(\.lastSearch) == answers[1].users.map(\.lastSearch))
        #expect(
            answers[0].users.map { $0.recentlyOpened.map(\.id) } == answers[1].users.map { $0.recentlyOpened.map(\.id) }
        )
        #expect(answers[0].users.map(\.topBrands) == answers[1].users.map(\.topBrands))
        #expect(answers[0].products.map { $0.products } == answers[1].products.map { $0.products })
        #expect(answers[0].counts == answers[1].counts)
        #expect(try server.query("SELECT count(DISTINCT sequence) = count(*) FROM opened", in: database) == "t\n")
    }

    // MARK: Ending early

    @Test(arguments: [StoreCopy.Progress.Step.copying, .checking])
    func `goes on where it was when the server went`(step: StoreCopy.Progress.Step) async throws {
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
        #expect(try await Answers(of: PostgreSQLStore(server.address)) == Answers(of: source.open()))
    }

    @Test func `goes on only with the same store as it was`() async throws {
        let (source, other) = (try await FullStore(), try await FullStore())
        try stop(copy(source))
        #expect(throws: StoreCopyError.changed) { try copy(other).run() }
        try await source.open().acknowledgeFeedback(through: source.open().feedback(limit: 1)[0].position)
        #expect(throws: StoreCopyError.changed) { try copy(source).run() }
    }

    @Test func `goes into no database that holds something`() async throws {
        let source = try await FullStore()
        let target = try PostgreSQLStore(url)
        try await target.record(SearchCriteria(market: "a"), by: FullStore.users[0])
        try await target.forget(FullStore.users[0])
        #expect(throws: StoreCopyError.inUse) { try copy(source).run() }

        let second = try server.makeDatabase()
        let whole = StoreCopy(from: source.path, to: server.address(of: second))
        _ = try whole.run()
        #expect(throws: StoreCopyError.inUse) { try whole.run() }
        #expect(try await Answers(of: PostgreSQLStore(server.address(of: second))) == Answers(of: source.open()))
    }

    @Test(arguments: [
        "UPDATE store SET users_version = users_version + 1",
        "INSERT INTO feedback (position, at, kind, user_id) SELECT n, 1, 2, 'u' FROM generate_series(1, 1000) AS t (n)",
    ])
    func `ends where somebody else writes to the target`(change: String) async throws {
        let source = try await FullStore()
        #expect(throws: StoreCopyError.disturbed) {
            try copy(source).run { if $0.rows == 100 { _ = try? server.query(change, in: database) } }
        }
        #expect(try server.query("SELECT feedback_position FROM store", in: database) == "0\n")
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
        ("listing", "UPDATE listing SET title = title || ' ' WHERE key = 200"),
        ("listing", "UPDATE listing SET place = place + point(0, 1e-13) WHERE key = 200 OR place IS NOT NULL"),
        ("listing_key", "DELETE FROM listing_key WHERE key = 200"),
        ("popularity", "UPDATE popularity SET opened_by = opened_by + 1"),
        ("brand", "INSERT INTO brand VALUES (1000, 1, 'another', 'Another')"),
        ("product", "UPDATE product SET category = NULL WHERE category = 'shoes'"),
        ("collection_item", "UPDATE collection_item SET place = place + 1"),
        ("search", "UPDATE search SET price_min = 0 WHERE price_min IS NULL"),
        ("opened", "UPDATE opened SET item = item + 1000000"),
        ("feedback", "UPDATE feedback SET at = at + 1"),
    ])
    func `finds what is not as it was`(table: String, damage: String) async throws {
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

extension [Listing] {
    static var new: [Listing] {
        var random = Seeded(3)
        return (0..<10).map { random.listing("new\($0)") }
    }
}
