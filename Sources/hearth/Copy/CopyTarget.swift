import Catalogue
import PostgreSQLStore

/// The target database, in one transaction, which is rolled back unless it is committed.
struct CopyTarget {
    private let connection: BlockingConnection

    /// How long to wait for other writers, in milliseconds.
    private static let lockTimeout = 5_000

    /// Connects, creates missing tables, and locks them against other writers.
    /// - Throws: ``StoreCopyError/inUse`` if the tables are not empty.
    init(_ url: String) throws {
        do throws(StoreError) {
            connection = try PostgreSQLStore.connectToPrimary(of: url)
        } catch {
            throw StoreCopyError.target(error)
        }
        let names = (CopiedTable.all + [.store]).map(\.name).joined(separator: ", ")
        do throws(PostgreSQLError) {
            try connection.run(script: "BEGIN; SET LOCAL lock_timeout = \(Self.lockTimeout)")
            try connection.run(script: "LOCK TABLE \(names) IN EXCLUSIVE MODE")
        } catch {
            if case .refused("55P03", _) = error { throw StoreCopyError.busy }
            throw error
        }
        guard try isEmpty() else { throw StoreCopyError.inUse }
    }

    /// Whether the tables were never written: all versions and positions are the first ones of the history.
    private func isEmpty() throws(PostgreSQLError) -> Bool {
        let rows = CopiedTable.all.map { "EXISTS (SELECT FROM \($0.name))" }.joined(separator: " OR ")
        return try run(
            """
            SELECT (item_version | user_version | event_position) % (1::int8 << $1::int4) = 0 AND NOT (\(rows))
            FROM store WHERE key = 1
            """,
            [.int4(Int32(PostgreSQLStore.versionBits))]
        )[0].bool(0) == true
    }

    func append(_ rows: [[Value]], to table: CopiedTable) throws(PostgreSQLError) {
        try connection.copy("COPY \(table.name) (\(table.columnNames)) FROM STDIN (FORMAT binary)") {
            (copied) throws(PostgreSQLError) in
            for row in rows { try copied.append(row) }
        }
    }

    /// In any order.
    func forEachBatch(_ size: Int, of table: CopiedTable, _ visit: ([[Value]]) -> Void) throws(PostgreSQLError) {
        try run("DECLARE all_\(table.name) NO SCROLL CURSOR FOR SELECT \(table.columnNames) FROM \(table.name)")
        while true {
            let rows = try run("FETCH \(size) FROM all_\(table.name)")
            if rows.count == 0 { return }
            visit(rows.map { row in table.columns.indices.map { table.columns[$0].value(of: row, at: $0) } })
        }
    }

    /// Completes the store row, under a new history, so that a Hearth that opened the target too early reloads
    /// everything.
    /// - Parameter values: Those of ``CopiedTable/store``.
    func complete(with values: [Value], itemVersion: Int64) throws(PostgreSQLError) {
        let assignments = CopiedTable.store.columns.enumerated().map { index, column in
            "\(column.name) = $\(index + 2)::\(column.type == .bytes ? "bytea" : "int8")"
        }
        try run(
            """
            UPDATE store SET history = \(PostgreSQLStore.randomHistory),
                item_version = greatest(item_version, $1::int8), user_version = user_version + 1,
                \(assignments.joined(separator: ", "))
            WHERE key = 1
            """,
            [.int8(itemVersion)] + values
        )
    }

    func commit() throws(PostgreSQLError) {
        try run("COMMIT")
    }

    @discardableResult private func run(_ text: String, _ values: [Value] = []) throws(PostgreSQLError) -> Rows {
        try connection.run(Statement(text, values))
    }
}
