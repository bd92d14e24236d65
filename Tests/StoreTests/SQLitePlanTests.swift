import Catalogue
import Testing

@testable import SQLiteStore

/// Guards against statements that scan tables without need.
@Suite struct `The statements of an SQLite store` {
    @Test func `read no more of a table than needed`() async throws {
        let place = try TemporaryFile()
        _ = try place.openSQLite()
        let connection = try Connection(path: place.path, access: .write)
        func isScan(_ statement: String) throws -> Bool {
            var plan: [String] = []
            try connection.statement("EXPLAIN QUERY PLAN \(statement)").forEach { plan.append($0.text(3)) }
            return plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
        }
        let someone = try user("u")
        var statements: [StoreStatement] = [
            .store, .changedItems(after: 0, limit: 1), .tombstones(after: 0, limit: 1), .events(after: 0, limit: 1),
            .lastEvents(of: someone, limit: 1), .eventTypes(of: someone), .removeEvents(of: someone),
            .eraseUsers(after: 0, through: 1), .eventTotals(since: 0), .acceptsCheckpoint(at: 1, in: 1),
            .removeCheckpoints(before: 1), .expireTombstones(before: now)[1],
        ]
        statements += RetainedData.allCases.map { .deletion(of: $0, before: now, limit: 1) }
        for table in StoredTable.all { statements += [.find([], in: table), .removal(of: [], from: table)] }
        for statement in statements { #expect(try !isScan(statement.sqlite.text), "\(statement)") }
    }
}
