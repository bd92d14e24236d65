import Catalogue
import DatabaseServer
import PostgreSQLStore
import Testing

/// Guards stores whose primary has `default_transaction_read_only`.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A database that becomes read-only` {
    private func setReadOnly(_ value: String, _ database: String, _ server: DatabaseServer) throws {
        try server.query("ALTER DATABASE \(database) SET default_transaction_read_only = \(value)")
    }

    @Test func `is served, says so, and accepts writes again without a restart`() async throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        _ = try await PostgreSQLStore(server.address(of: database)).upsert([item("a")])
        try setReadOnly("on", database, server)
        let store = try PostgreSQLStore(server.address(of: database))
        try await wait("the store accepts writes") { !store.acceptsWrites && store.acceptsReads }
        #expect(try await store.ids().ids == ["a"])
        func refusesWrites() async -> Bool {
            do throws(StoreError) {
                try await store.confirmWrites()
                return false
            } catch {
                return if case .unavailable(let failure) = error { failure.cause == .readOnly } else { false }
            }
        }
        #expect(await refusesWrites())
        try setReadOnly("off", database, server)
        try await wait("the store stays read-only") { store.acceptsWrites }
        try await store.confirmWrites()

        // Open sessions are writable until they are lost.
        try setReadOnly("on", database, server)
        try server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
        try await wait("the store accepts writes") { await refusesWrites() && !store.acceptsWrites }
        try setReadOnly("off", database, server)
        try await wait("the store stays read-only") { store.acceptsWrites }
        #expect(try await store.upsert([item("b")]) == [.added])
    }
}
