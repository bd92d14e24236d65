import Catalogue
import DatabaseServer
import PostgreSQLStore
import Testing

/// Guards stores behind PgBouncer.
@Suite(.enabled(if: PgBouncer.isInstalled, "there is no PgBouncer"), .timeLimit(.minutes(15)))
struct `A store behind PgBouncer` {
    @Test func `works in session mode, over connections that end, and sees the changes of others`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let pooler = try PgBouncer(of: server, mode: "session")
        let store = try PostgreSQLStore(pooler.address(of: database))
        let other = try PostgreSQLStore(server.address(of: database))
        // A single write, and one in several round trips.
        #expect(try await store.upsert([item("a")]) == [.added])
        let many = (0..<200).map { item("many\($0)") }
        #expect(try await store.upsert(many).count == 200)
        try await store.append([search("toledo")], by: user("u"), at: 1)
        #expect(try await store.lastMarket(of: user("u")) == "toledo")
        let version = store.userVersion(of: try user("u"))
        try await other.append([search("delta")], by: user("u"), at: 2)
        try await wait("no notification arrived") { try store.userVersion(of: user("u")) != version }
        #expect(try await store.lastMarket(of: user("u")) == "delta")
        #expect(try await store.ids().ids.count == 201)
        let checkpoint = LearningCheckpoint(position: 2, bytes: [1, 2, 3])
        #expect(try await store.replaceCheckpoint(with: checkpoint, in: store.itemVersion.history))
        #expect(try await store.checkpoint() == checkpoint)

        try server.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'"
        )
        try await wait("the store does not recover") {
            (try? await store.append([search("sylvania")], by: user("u"), at: 3)) != nil
        }
        #expect(try await store.lastMarket(of: user("u")) == "sylvania")
    }

    @Test(arguments: ["transaction", "statement"])
    func `is refused in a mode without sessions, which the error names`(mode: String) throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let pooler = try PgBouncer(of: server, mode: mode)
        #expect {
            try PostgreSQLStore(pooler.address(of: database))
        } throws: { error in
            guard case .unavailable(let failure) = error as? StoreError else { return false }
            return failure.cause == .misconfigured && failure.reason.contains("is in \(mode) mode")
        }
        #expect(try server.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", in: database) == "0\n")
    }
}
