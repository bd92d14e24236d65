import DatabaseServer
import EventLoops
import Foundation
import Glibc
import Testing

@testable import PostgreSQL

private let add = Statement("SELECT $1::int8 + $2::int8")
private let echo = Statement(
    "SELECT $1::bool, $2::int4, $3::int8, $4::float8, $5::text, $6::bytea, $7::int8[]::text, $8::text[]::text, $9::text, $10::int2, $11::int2[]::text, $12::text[]"
)
private let sleep = Statement("SELECT pg_sleep($1)")
private let make = Statement("CREATE TABLE IF NOT EXISTS note (number int8 PRIMARY KEY)")
private let note = Statement("INSERT INTO note VALUES ($1)")
private let count = Statement("SELECT count(*) FROM note")

@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `A pool of connections` {
    private let server: DatabaseServer
    private let loop: GuestLoop

    init() throws {
        server = try DatabaseServer.shared
        loop = try GuestLoop()
    }

    private func pool(_ edit: (inout PoolLimits) -> Void = { _ in }) throws -> Pool {
        var limits = PoolLimits()
        edit(&limits)
        return Pool(try ServerAddress.all(in: server.address).servers[0], on: loop.loop, limits: limits)
    }

    @Test func `sends values as they are and gives them back`() async throws {
        let pool = try pool()
        let row = try await pool.run([
            echo(
                .bool(true),
                .int4(-7),
                .int8(.min),
                .float8(-0.1),
                .text("Ünder \u{1f3fb}\0\u{10FFFD}0"),
                .bytea([0, 255, 0]),
                .int8s([1, nil, -2]),
                .texts(["a,b", "", nil]),
                .null,
                .int2(.min),
                .int2s([3, -4]),
                .texts(["é\0", ""])
            )
        ])[0][0]
        #expect(row.bool(0) == true && row.int(1) == -7 && row.int(2) == .min && row.double(3) == -0.1)
        #expect(row.text(4) == "Ünder \u{1f3fb}\0\u{10FFFD}0" && row.bytes(5) == [0, 255, 0])
        #expect(
            row.text(6) == "{1,NULL,-2}" && row.text(7) == #"{"a,b","",NULL}"# && row.isNull(8) && row.text(8) == nil
        )
        #expect(row.int(9) == -32_768 && row.text(10) == "{3,-4}" && row.texts(11) == ["é\0", ""])
        let empty = try await pool.run([
            echo(
                .null,
                .null,
                .null,
                .null,
                .text(""),
                .bytea([]),
                .int8s([]),
                .texts([]),
                .null,
                .null,
                .int2s([]),
                .texts([])
            )
        ])[0][0]
        #expect(empty.text(4) == "" && empty.bytes(5) == [] && empty.text(6) == "{}" && empty.text(7) == "{}")
        #expect(empty.text(10) == "{}" && empty.texts(11) == [])
        await pool.close()
    }

    @Test func `answers many who ask at once, each with its own`() async throws {
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

    @Test func `undoes all of what is sent together where one is refused, and nothing else`() async throws {
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
        // What could not be prepared is prepared anew.
        await #expect(throws: PostgreSQLError.self) { try await pool.run([Statement("SELECT nothing")()]) }
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        await pool.close()
    }

    @Test func `has the server give up what takes too long`() async throws {
        let pool = try pool { $0.statementTimeout = .milliseconds(100) }
        await #expect {
            _ = try await pool.run([sleep(.float8(60))])
        } throws: { error in
            if case PostgreSQLError.refused(state: "57014", message: _) = error { true } else { false }
        }
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        await pool.close()
    }

    @Test func `gives up a server that does not answer`() async throws {
        let pool = try pool {
            $0.statementTimeout = .seconds(60)
            $0.deadline = .milliseconds(300)
        }
        await #expect {
            _ = try await pool.run([sleep(.float8(60))])
        } throws: { error in
            if case PostgreSQLError.lost = error { true } else { false }
        }
        #expect(await pool.connectionCount == 0)
        await pool.close()
    }

    @Test func `refuses who would wait behind too many`() async throws {
        let pool = try pool {
            $0.connections = 1
            $0.depth = 1
            $0.waiting = 2
        }
        let outcomes = await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    do throws(PostgreSQLError) {
                        _ = try await pool.run([sleep(.float8(0.2))])
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

    @Test func `leaves who is cancelled, and goes on with the others`() async throws {
        let pool = try pool { $0.connections = 1 }
        let cancelled = Task { try await pool.run([sleep(.float8(0.5))]) }
        let behind = Task { try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) }
        try await Task.sleep(for: .milliseconds(100))
        cancelled.cancel()
        await #expect(throws: PostgreSQLError.cancelled) { try await cancelled.value }
        #expect(try await behind.value == 2)
        await pool.close()
    }

    @Test func `begins nothing for who was cancelled before`() async throws {
        let pool = try pool { $0.connections = 1 }
        await #expect(throws: PostgreSQLError.cancelled) {
            try await withThrowingTaskGroup(of: [Rows].self) { group in
                group.cancelAll()
                group.addTask { try await pool.run([sleep(.float8(0))]) }
                _ = try await group.next()
            }
        }
        #expect(await pool.connectionCount == 0)
        await pool.close()
    }

    @Test func `has the server leave what nobody waits for`() async throws {
        let pool = try pool {
            $0.statementTimeout = .seconds(600)
            $0.deadline = .seconds(600)
        }
        let linger = Statement("SELECT pg_sleep($1) AS lingering")
        let left = Task { try await pool.run([linger(.float8(600))]) }
        let running = Statement(
            "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep($1) AS lingering' AND state = 'active'"
        )
        func wait(for count: Int64) async throws {
            let limit = ContinuousClock.now + .seconds(60)
            while try await pool.run([running()])[0][0].int(0) != count { try #require(ContinuousClock.now < limit) }
        }
        try await wait(for: 1)
        left.cancel()
        try await wait(for: 0)
        await #expect(throws: PostgreSQLError.cancelled) { try await left.value }
        await pool.close()
    }

    @Test func `says that there is no server, and finds it when it is back`() async throws {
        let own = try DatabaseServer()
        let pool = Pool(try ServerAddress.all(in: own.address).servers[0], on: loop.loop)
        #expect(try await pool.run([add(.int8(1), .int8(1))])[0][0].int(0) == 2)
        let running = Task { try await pool.run([sleep(.float8(60))]) }
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
