import DatabaseServer
import EventLoops
import Testing

@testable import PostgreSQL

@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `Rows that are copied out` {
    private let server: DatabaseServer

    init() throws { server = try DatabaseServer.shared }

    private func connect() throws -> BlockingConnection {
        let address = try ServerAddress.all(in: server.address).servers[0]
        return try BlockingConnection(Connector(address, timeout: .seconds(3), options: ""))
    }

    /// The rows of a query of two columns, and how many chunks they came in.
    private func copy(
        _ query: String,
        over connection: BlockingConnection,
        chunk: Int
    ) throws -> (rows: [(String, Int32)], chunks: Int) {
        try connection.beginCopyingOut("COPY (\(query)) TO STDOUT (FORMAT binary)", patience: .seconds(3))
        var parser = CopiedOutRows()
        var (rows, chunks, isLast): ([(String, Int32)], Int, Bool) = ([], 0, false)
        while !isLast {
            let read = try connection.readCopied(chunk, patience: .seconds(3))
            try parser.forEach(in: read.chunk.span) { (one, other) throws(PostgreSQLError) in
                rows.append((one.text, other.int4))
            }
            isLast = read.isLast
            chunks += 1
        }
        return (rows, chunks)
    }

    @Test(arguments: [1, 1_000, 1_000_000]) func `come whole, however large the chunks`(size: Int) throws {
        let connection = try connect()
        let query = "SELECT repeat('ü', n % 50), n::int4 - 500 FROM generate_series(1, 1000) AS series (n)"
        let (rows, chunks) = try copy(query, over: connection, chunk: size)
        let isWhole = rows.enumerated().allSatisfy { index, row in
            row.0 == String(repeating: "ü", count: (index + 1) % 50) && row.1 == Int32(index) - 499
        }
        #expect(rows.count == 1_000 && isWhole && (size < 1_000_000) == (chunks > 1))
        // The connection serves on.
        #expect(try copy("SELECT '', 1 WHERE false", over: connection, chunk: size).rows.isEmpty)
        #expect(try copy("SELECT '', 7", over: connection, chunk: size).rows.map(\.1) == [7])
    }

    @Test func `end with the server's error`() throws {
        let connection = try connect()
        let query = "SELECT '', 1 / (500 - n)::int4 FROM generate_series(1, 1000) AS series (n)"
        #expect(throws: PostgreSQLError.refused(state: "22012", message: "division by zero")) {
            try copy(query, over: connection, chunk: 100)
        }
        #expect(try copy("SELECT '', 7", over: connection, chunk: 100).rows.map(\.1) == [7])
    }

    @Test func `are given up where the server is silent`() throws {
        let connection = try connect()
        #expect(throws: PostgreSQLError.lost("the server has not answered in 0.1 seconds")) {
            try connection.beginCopyingOut(
                "COPY (SELECT '', 1 FROM pg_sleep(60)) TO STDOUT (FORMAT binary)",
                patience: .milliseconds(100)
            )
        }
        let busy = try connect()
        // It sends what it has whenever that fills its buffer.
        let query =
            "SELECT repeat('x', 20000), 1 FROM generate_series(1, 9) AS series (n) WHERE n < 8 OR pg_sleep(60) IS NULL"
        try busy.beginCopyingOut("COPY (\(query)) TO STDOUT (FORMAT binary)", patience: .seconds(3))
        #expect(throws: PostgreSQLError.self) { try busy.readCopied(1_000_000, patience: .milliseconds(100)) }
    }

    @Test func `are none where the bytes are something else`() {
        let header = [UInt8](repeating: 0, count: 19)
        for bytes in [[0, 3], [0, 2, 0, 0, 0, 9, 1], [0], [0, 2, 255, 255, 255, 255]] as [[UInt8]] {
            var parser = CopiedOutRows()
            #expect(throws: PostgreSQLError.self) {
                try parser.forEach(in: (header + bytes).span) { (_, _) throws(PostgreSQLError) in }
            }
        }
    }
}

@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `A transaction of several sends` {
    private static let begin = BoundStatement(Statement("begin", "BEGIN"), [])
    private static let commit = BoundStatement(Statement("commit", "COMMIT"), [])
    private static let process = BoundStatement(Statement("process", "SELECT pg_backend_pid()"), [])
    private static let add = BoundStatement(Statement("add", "INSERT INTO step VALUES (1)"), [])

    @Test func `is on one connection, and ends with it`() async throws {
        let server = try DatabaseServer.shared
        let loop = try GuestLoop()
        var limits = PoolLimits()
        limits.connections = 1
        let pool = Pool(try ServerAddress.all(in: server.address).servers[0], on: loop.loop, limits: limits)
        try server.query("CREATE TABLE step (number int8)")
        func begin() async throws -> Int32 {
            let rows = try await pool.run([Self.begin, Self.process, Self.add])
            return Int32(try #require(rows[1][0].int(0)))
        }
        let first = try await begin()
        #expect(try server.query("SELECT count(*) FROM step") == "0\n")
        _ = try await pool.run([Self.add, Self.commit], on: first)
        #expect(try server.query("SELECT count(*) FROM step") == "2\n")

        let second = try await begin()
        try server.query("SELECT pg_terminate_backend(\(second), 10000)")
        await #expect(throws: PostgreSQLError.self) { try await pool.run([Self.add, Self.commit], on: second) }
        // Nor where there is another connection already.
        _ = try await pool.run([Self.process])
        await #expect(throws: PostgreSQLError.lost("the connection was lost during a transaction")) {
            try await pool.run([Self.add, Self.commit], on: second)
        }
        #expect(try server.query("SELECT count(*) FROM step") == "2\n")
        await pool.close()
    }
}
