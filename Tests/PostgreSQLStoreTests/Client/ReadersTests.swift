import Catalogue
import DatabaseServer
import Testing

@testable import PostgreSQLStore

/// Guards waiting, cancellation, and that answers are not confused.
@Suite(.serialized, .enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(15)))
struct `Readers of a server` {
    private func readers(_ sessions: Int, timeout: Duration = .seconds(60)) throws -> Readers {
        Readers(try (0..<sessions).map { _ in try Session(of: .shared) }, timeout: timeout)
    }

    @Test func `return their own results to many concurrent callers`() async throws {
        let readers = try readers(3)
        try await withThrowingTaskGroup { group in
            for number in 0..<1_000 as Range<Int64> {
                group.addTask {
                    let statements = [1, 2].map { Statement.addition(.integer(number), .integer($0)) }
                    let results = try await readers.run(statements)
                    #expect(results.map { $0[0].int(0) } == [number + 1, number + 2])
                }
            }
            try await group.waitForAll()
        }
        readers.disconnectIdleSessions()
        #expect(try await readers.run([.addition(.integer(1), .integer(1))])[0][0].int(0) == 2)
    }

    @Test func `refuse callers when too many are waiting, and serve the others`() async throws {
        let readers = try readers(2)
        let outcomes = await withTaskGroup { group in
            for _ in 0..<Readers.maximumWaiting + 100 {
                group.addTask {
                    do throws(StoreError) {
                        _ = try await readers.run([.sleep(.integer(1))])
                        return nil as StoreError?
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } >= Readers.maximumWaiting)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .busy })
    }

    @Test func `resume a cancelled caller, and continue with the others`() async throws {
        let readers = try readers(1)
        let cancelled = Task { try await readers.run([.sleep(.integer(3_000))]) }
        try await Task.sleep(for: .milliseconds(100))
        let behind = Task { try await readers.run([.addition(.integer(1), .integer(1))])[0][0].int(0) }
        cancelled.cancel()
        let error = StoreError.unavailable(StoreFailure(.timeout, "the caller stopped waiting"))
        await #expect(throws: error) { try await cancelled.value }
        #expect(try await behind.value == 2)
        await #expect(throws: error) {
            try await withThrowingTaskGroup(of: [Rows].self) { group in
                group.cancelAll()
                group.addTask { try await readers.run([.sleep(.integer(60_000))]) }
                _ = try await group.next()
            }
        }
        #expect(try await readers.run([.addition(.integer(1), .integer(1))])[0][0].int(0) == 2)
    }

    @Test func `refuse a read that has waited too long, and fail all of a server that is lost`() async throws {
        let readers = try readers(1, timeout: .milliseconds(50))
        async let slow = readers.run([.sleep(.integer(1_000))])
        try await Task.sleep(for: .milliseconds(300))
        await #expect(throws: StoreError.busy) { try await readers.run([.sleep(.integer(0))]) }
        _ = try await slow

        let hanging = Task { try await readers.run([.sleep(.integer(3_000))]) }
        try await Task.sleep(for: .milliseconds(100))
        readers.fail(.lost("gone"))
        await #expect(throws: StoreError.lost("gone")) { try await hanging.value }
    }
}
