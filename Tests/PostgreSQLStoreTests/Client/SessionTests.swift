import Catalogue
import DatabaseServer
import Testing

@testable import PostgreSQLStore

/// Guards the values of statements, their transactions, timeouts, and reconnection.
@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A session` {
    private static let values = Statement(
        "SELECT $1::int8, $2::text, $3::bytea, $4::int8[]::text, $5::text[]::text, $6::text, -7::int4, $7::int8::int2, true"
    )
    private static let make = Statement("CREATE TABLE IF NOT EXISTS note (number int8 PRIMARY KEY)")
    private static let note = Statement("INSERT INTO note VALUES ($1)")
    private static let count = Statement("SELECT count(*) FROM note")

    private func run(_ statements: Statement..., on session: Session) async throws -> [Rows] {
        try await session.perform { (connection) throws(StoreError) in try connection.run(statements) }
    }

    private func expectAnswer(from session: Session) async throws {
        #expect(try await run(.addition(.integer(1), .integer(1)), on: session)[0][0].int(0) == 2)
    }

    @Test func `sends and returns values unchanged`() async throws {
        let session = try Session(of: .shared)
        let text = "Ünder \u{1f3fb}\u{10FFFD}0"
        let row = try await run(
            Self.values.with([
                .value(.integer(.min)),
                .value(.text(text)),
                .value(.bytes([0, 255, 0])),
                .column([.integer(1), .integer(-2)]),
                .column([.text("a,b"), .text("")]),
                .value(.null),
                .value(.integer(-32_768)),
            ]),
            on: session
        )[0][0]
        #expect(try row.int(0) == .min && row.text(1) == text && row.bytes(2) == [0, 255, 0])
        #expect(try row.text(3) == "{1,-2}" && row.text(4) == #"{"a,b",""}"# && row.int(5) == nil)
        #expect(row.int(6) == -7 && row.int(7) == -32_768 && row.int(8) == 1)
        let empty = try await run(Self.values(.null, .text(""), .bytes([]), .null, .null, .null, .null), on: session)
        #expect(try empty[0][0].text(1) == "" && empty[0][0].bytes(2) == [] && empty[0][0].int(0) == nil)
    }

    @Test func `rolls back the statements of a refused batch, and of no other`() async throws {
        let session = try Session(of: .shared)
        _ = try await run(Self.make, on: session)
        let before = try #require(try await run(Self.count, on: session)[0][0].int(0))
        #expect(try await run(Self.note(.integer(3)), on: session)[0].changes == 1)
        let repeated = StoreError.defect(
            #"duplicate key value violates unique constraint "note_pkey" (23505)"#
        )
        await #expect(throws: repeated) {
            try await run(Self.note(.integer(1)), Self.note(.integer(1)), Self.note(.integer(2)), on: session)
        }
        #expect(try await run(Self.count, on: session)[0][0].int(0) == before + 1)
        // The failed statement is prepared again.
        for _ in 0..<2 { await #expect(throws: StoreError.self) { try await run("SELECT nothing", on: session) } }
        try await expectAnswer(from: session)
    }

    @Test func `lets the server cancel slow statements`() async throws {
        let session = try Session(of: .shared, timeout: .milliseconds(100))
        await #expect {
            try await run(.sleep(.integer(60_000)), on: session)
        } throws: { error in
            if case .unavailable(let failure) = error as? StoreError { failure.cause == .timeout } else { false }
        }
        try await expectAnswer(from: session)
    }

    @Test func `loses a server that does not answer, and connects again`() async throws {
        let server = try DatabaseServer()
        let proxy = try Proxy(of: server)
        let address = "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres"
        let session = try Session(
            Servers(ServerAddress.all(in: address), connectTimeout: .seconds(2)),
            as: .primary,
            settings: [:],
            timeout: .milliseconds(300)
        )
        try await expectAnswer(from: session)
        proxy.freeze()
        await #expect {
            try await run(.addition(.integer(1), .integer(1)), on: session)
        } throws: { error in
            (error as? StoreError)?.mayHaveWritten == true
        }
        proxy.thaw()
        try await expectAnswer(from: session)
    }

    @Test func `reports that the server is down, and reconnects when it is back`() async throws {
        let server = try DatabaseServer()
        let session = try Session(of: server)
        try await expectAnswer(from: session)
        let running = Task { try await run(.sleep(.integer(60_000)), on: session) }
        try await Task.sleep(for: .milliseconds(200))
        try server.stop(.immediate)
        await #expect(throws: StoreError.self) { try await running.value }
        await #expect(throws: StoreError.self) { try await expectAnswer(from: session) }
        try server.start()
        try await wait("no answer") { (try? await expectAnswer(from: session)) != nil }
    }

    @Test func `continues no transaction on another connection`() async throws {
        let server = try DatabaseServer.shared
        let session = try Session(of: server)
        let begun = try await run("BEGIN", "SELECT pg_backend_pid()", on: session)
        let process = try #require(begun[1][0].int(0))
        try server.query("SELECT pg_terminate_backend(\(process), 10000)")
        await #expect(throws: StoreError.unavailable(StoreFailure(.unreachable, "the connection was lost"))) {
            try await session.perform(reconnecting: false) { (connection) throws(StoreError) in
                try connection.run(["COMMIT"])
            }
        }
        try await expectAnswer(from: session)
    }
}

extension Statement {
    static let addition = Statement("SELECT $1::int8 + $2::int8")
    static let sleep = Statement("SELECT pg_sleep($1::int8 / 1000.0)")
}

extension Session {
    init(of server: DatabaseServer, timeout: Duration = .seconds(60)) throws {
        let servers = Servers(try ServerAddress.all(in: server.address), connectTimeout: .seconds(5))
        try self.init(servers, as: .primary, settings: [:], timeout: timeout)
    }
}
