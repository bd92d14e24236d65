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
            let plan = try connection.statement("EXPLAIN QUERY PLAN \(statement)").all { $0.text(3) }
            return plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
        }
        for sql in SQL.allCases {
            // Statements over all rows, and the first entry of an index.
            let mayScan = [
                .allItems, .userIDs, .armTotals, .oldestTombstone, .checkpoint,
            ].contains(sql)
            #expect(try isScan(sql.rawValue) == mayScan, "\(sql)")
        }
        for history in RetainedData.allCases { #expect(try !isScan(history.deletion), "\(history)") }
        for table in StoredTable.all { #expect(try !isScan(table.removal), "\(table.name)") }
    }
}
