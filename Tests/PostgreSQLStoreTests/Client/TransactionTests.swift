import DatabaseServer
import EventLoop
import Testing

@testable import PostgreSQLStore

/// Guards transactions over several batches.
@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A transaction of several sends` {
    private static let begin = Statement("BEGIN")
    private static let commit = Statement("COMMIT")
    private static let process = Statement("SELECT pg_backend_pid()")
    private static let add = Statement("INSERT INTO step VALUES (1)")

    @Test func `uses one connection, and ends with it`() async throws {
        let server = try DatabaseServer.shared
        let loop = try DedicatedEventLoop()
        var limits = ConnectionPool.Limits()
        limits.connections = 1
        let pool = ConnectionPool(try ServerAddress.all(in: server.address).servers[0], on: loop.loop, limits: limits)
        try server.query("CREATE TABLE step (number int8)")
        func begin() async throws -> (connection: Int, process: Int64) {
            let answer = try await pool.answer(to: [Self.begin, Self.process, Self.add])
            return (answer.connection, try #require(answer.rows[1][0].int(0)))
        }
        let first = try await begin()
        #expect(try server.query("SELECT count(*) FROM step") == "0\n")
        _ = try await pool.run([Self.add, Self.commit], on: first.connection)
        #expect(try server.query("SELECT count(*) FROM step") == "2\n")

        let second = try await begin()
        try server.query("SELECT pg_terminate_backend(\(second.process), 10000)")
        await #expect(throws: PostgreSQLError.self) {
            try await pool.run([Self.add, Self.commit], on: second.connection)
        }
        // Even if there is another connection already.
        _ = try await pool.run([Self.process])
        await #expect(throws: PostgreSQLError.lost("the connection was lost during a transaction")) {
            try await pool.run([Self.add, Self.commit], on: second.connection)
        }
        #expect(try server.query("SELECT count(*) FROM step") == "2\n")
        await pool.close()
    }
}
