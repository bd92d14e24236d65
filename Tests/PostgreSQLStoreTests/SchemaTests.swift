import Catalogue
import DatabaseServer
import PostgreSQLStore
import Testing

/// Guards databases that lost rows, or have another schema, against new tables.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A database that has tables` {
    @Test func `is not treated as empty if its store row is missing`() throws {
        let server = try DatabaseServer.shared
        let database = try server.makeDatabase()
        let address = server.address(of: database)
        _ = try PostgreSQLStore(address)
        try server.query("DELETE FROM store", in: database)
        #expect {
            try PostgreSQLStore(address)
        } throws: { error in
            if case .unavailable(let failure) = error as? StoreError { failure.cause == .missing } else { false }
        }
    }

    @Test func `is refused if it has another schema, also on a replica without a primary`() async throws {
        let cluster = try Cluster(replicas: 1)
        _ = try await cluster.openListening()
        try cluster.primary.query("UPDATE schema_version SET version = 7", in: Cluster.database)
        let replica = cluster.replicas[0]
        try await wait("the replica lacks the change") {
            try replica.query("SELECT version FROM schema_version", in: Cluster.database) == "7\n"
        }
        let refusal = StoreError.unavailable(.otherSchema(found: 7, expected: 2))
        #expect(throws: refusal) { try cluster.open() }
        try cluster.primary.stop(.immediate)
        #expect(throws: refusal) { try cluster.open() }
    }
}
