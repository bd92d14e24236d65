import Catalogue
import DatabaseServer
import PostgreSQLStore
import Testing

/// Guards migrations of the database's schema.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A database of another version` {
    private let server: DatabaseServer
    private let database: String

    init() throws {
        server = try DatabaseServer.shared
        database = try server.makeDatabase()
    }

    private func open() throws -> PostgreSQLStore { try PostgreSQLStore(server.address(of: database)) }

    @Test func `is refused if a newer version made it`() throws {
        _ = try open()
        try server.query("UPDATE schema_version SET version = 7", in: database)
        #expect(throws: StoreError.newerSchema(found: 7, known: 6)) { try open() }
    }

    @Test func `gets its missing tables after an interrupted creation`() async throws {
        try server.query(
            """
            CREATE TABLE schema_version (key smallint PRIMARY KEY CHECK (key = 1), version bigint NOT NULL);
            INSERT INTO schema_version VALUES (1, 1); CREATE SEQUENCE item_key; CREATE TABLE listing (key bigint);
            """,
            in: database
        )
        _ = try await open().upsert([item("a")])
        #expect(try await open().ids().ids == ["a"])
        #expect(try server.query("SELECT to_regclass('listing') IS NULL", in: database) == "t\n")
    }

    @Test func `is not treated as empty if its store row is missing`() throws {
        _ = try open()
        try server.query("DELETE FROM store", in: database)
        #expect {
            try open()
        } throws: { error in
            if case .unavailable(let failure) = error as? StoreError { failure.cause == .missing } else { false }
        }
    }
}
