import DatabaseServer
import EventLoop
import Foundation
import Glibc
import Testing

@testable import PostgreSQLStore

private let add = Statement("SELECT $1::int8 + $2::int8")
private let echo = Statement(
    "SELECT $1::int4, $2::int8, $3::text, $4::bytea, $5::int8[]::text, $6::text[]::text, $7::text, $8::int2, 0.5::float8, true"
)
private let sleep = Statement("SELECT pg_sleep($1::int8 / 1000.0)")
private let make = Statement("CREATE TABLE IF NOT EXISTS note (number int8 PRIMARY KEY)")
private let note = Statement("INSERT INTO note VALUES ($1)")
private let count = Statement("SELECT count(*) FROM note")

/// Guards pipelining, deadlines, cancellation and reconnection.
@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `A pool of connections` {
    private let server: DatabaseServer
    private let loop: DedicatedEventLoop

    init() throws {
        server = try DatabaseServer.shared
        loop = try DedicatedEventLoop()
    }

    private func pool(_ edit: (inout ConnectionPool.Limits) -> Void = { _ in }) throws -> ConnectionPool {
        var limits = ConnectionPool.Limits()
        edit(&limits)
        return ConnectionPool(try ServerAddress.all(in: server.address).servers[0], on: loop.loop, limits: limits)
    }

    @Test func `sends and returns values unchanged`() async throws {
        let pool = try pool()
        let row = try await pool.run([
            echo(
                .int4(-7),
                .int8(.min),
                .text("Ünder \u{1f3fb}\u{10FFFD}0"),
                .bytea([0, 255, 0]),
                .int8s([1, -2]),
                .texts(["a,b", ""]),
                .null,
                .int2(.min)
            )
        ])[0][0]
        #expect(row.int(0) == -7 && row.int(1) == .min && row.int(7) == -32_768)
        #expect(row.text(2) == "Ünder \u{1f3fb}\u{10FFFD}0" && row.bytes(3) == [0, 255, 0])
        #expect(row.text(4) == "{1,-2}" && row.text(5) == #"{"a,b",""}"# && row.text(6) == nil)
        #expect(row.double(8) == 0.5 && row.bool(9) == true)
        let empty = try await pool.run([
            echo(.null, .null, .text(""), .bytea([]), .int8s([]), .texts([]), .null, .null)
        ])[0][0]
        #expect(empty.text(2) == "" && empty.bytes(3) == [] && empty.text(4) == "{}" && empty.text(5) == "{}")
        await pool.close()
    }

    @Test func `returns their own results to many concurrent callers`() async throws {
        let pool = try pool { $0.connections = 3 }
        try await withThrowingTaskGroup { group in
            for number in 0..<1_000 as Range<Int64> {
                group.addTask {
                    let results = try await pool.run([add(.int8(number), .int8(1)), add(.int8(number), .int8(2))])
                    #expect(results.map { $0[0].int(0) } == [number + 1, number + 2])
                }
            }
            try await group.waitForAll()
        }
        #expect(await pool.connectionCount <= 3)
        await pool.close()
    }

    @Test func `rolls back exactly the batch of a refused statement`() async throws {
        let pool = try pool { $0.connections = 1 }
        _ = try await pool.run([make()])
        let before = try await pool.run([count()])[0][0].int(0)
        let refused = Task { try await pool.run([note(.int8(1)), note(.int8(1)), note(.int8(2))]) }
        let accepted = Task { try await pool.run([note(.int8(3))]) }
        await #expect {
            try await refused.value
        } throws: { error in
            if case PostgreSQLError.refused(state: "23505", message: _) = error { true } else { false }
        }
        #expect(try await accepted.value[0].changes == 1)
        #expect(try await pool.run([count()])[0][0].int(0) == (before ?? 0) + 1)
        await #expect(throws: PostgreSQLError.self) { try await pool.run([Statement("SELECT nothing")()]) }
        // The failed statement is prepared again.
        await #expect(throws: PostgreSQLError.self) { try await pool.run([Statement("SELECT nothing")()]) }
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        await pool.close()
    }

    @Test func `lets the server cancel slow statements`() async throws {
        let pool = try pool { $0.statementTimeout = .milliseconds(100) }
        await #expect {
            _ = try await pool.run([sleep(.int8(60_000))])
        } throws: { error in
            if case PostgreSQLError.refused(state: "57014", message: _) = error { true } else { false }
        }
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        await pool.close()
    }

    @Test func `closes a connection whose server does not answer`() async throws {
        let pool = try pool {
            $0.statementTimeout = .seconds(60)
            $0.deadline = .milliseconds(300)
        }
        await #expect {
            _ = try await pool.run([sleep(.int8(60_000))])
        } throws: { error in
            if case PostgreSQLError.lost = error { true } else { false }
        }
        #expect(await pool.connectionCount == 0)
        await pool.close()
    }

    @Test func `refuses callers when too many are waiting`() async throws {
        let pool = try pool {
            $0.connections = 1
            $0.depth = 1
            $0.waiting = 2
        }
        let outcomes = await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    do throws(PostgreSQLError) {
                        _ = try await pool.run([sleep(.int8(200))])
                        return nil as PostgreSQLError?
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } >= 2)
        #expect(outcomes.count { $0 == .full } >= 5)
        await pool.close()
    }

    @Test func `resumes a cancelled caller, and continues with the others`() async throws {
        let pool = try pool { $0.connections = 1 }
        let cancelled = Task { try await pool.run([sleep(.int8(3_000))]) }
        let behind = Task { try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) }
        try await Task.sleep(for: .milliseconds(100))
        cancelled.cancel()
        await #expect(throws: PostgreSQLError.cancelled) { try await cancelled.value }
        #expect(try await behind.value == 2)
        await pool.close()
    }

    @Test func `sends nothing for a caller that was cancelled before`() async throws {
        let pool = try pool { $0.connections = 1 }
        await #expect(throws: PostgreSQLError.cancelled) {
            try await withThrowingTaskGroup(of: [Rows].self) { group in
                group.cancelAll()
                group.addTask { try await pool.run([sleep(.int8(0))]) }
                _ = try await group.next()
            }
        }
        #expect(await pool.connectionCount == 0)
        await pool.close()
    }

    @Test func `reports that the server is down, and reconnects when it is back`() async throws {
        let own = try DatabaseServer()
        let pool = ConnectionPool(try ServerAddress.all(in: own.address).servers[0], on: loop.loop)
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        let running = Task { try await pool.run([sleep(.int8(60_000))]) }
        try await Task.sleep(for: .milliseconds(200))
        try own.stop(.immediate)
        await #expect(throws: PostgreSQLError.self) { try await running.value }
        await #expect(throws: PostgreSQLError.self) { try await pool.run([add(.int8(1), .int8(1))]) }
        try own.start()
        let limit = ContinuousClock.now + .seconds(60)
        var found: Int64?
        while found == nil, ContinuousClock.now < limit {
            found = try? await pool.run([add(.int8(20), .int8(1))])[0][0].int(0)
        }
        #expect(found == 21)
        await pool.close()
    }
}
