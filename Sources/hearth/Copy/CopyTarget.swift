import Catalogue
import PostgreSQLStore

/// The target database, in one transaction, which is rolled back unless it is committed.
struct CopyTarget {
    private let connection: DatabaseConnection

    /// How long to wait for other writers, in milliseconds.
    private static let lockTimeout = 5_000

    /// Connects, creates missing tables, and locks them against other writers.
    /// - Throws: ``StoreCopyError/inUse`` if the tables are not empty.
    init(_ url: String) throws(StoreCopyError) {
        do throws(StoreError) {
            connection = try PostgreSQLStore.connectToPrimary(of: url)
        } catch {
            throw .target(error)
        }
        let names = (StoredTable.all + [.store]).map(\.name).joined(separator: ", ")
        do throws(StoreError) {
            try connection.run(script: "BEGIN; SET LOCAL lock_timeout = \(Self.lockTimeout)")
            try connection.run(script: "LOCK TABLE \(names) IN EXCLUSIVE MODE")
        } catch {
            if case .unavailable(let failure) = error, failure.cause == .timeout { throw .busy }
            throw .target(error)
        }
        guard try isEmpty() else { throw .inUse }
    }

    /// Whether the tables were never written: all versions and positions are the first ones of the history.
    private func isEmpty() throws(StoreCopyError) -> Bool {
        let rows = StoredTable.all.map { "EXISTS (SELECT FROM \($0.name))" }.joined(separator: " OR ")
        return try run(
            """
            SELECT (item_version | user_version | event_position) % (1::int8 << $1::int8::int4) = 0 AND NOT (\(rows))
            FROM store WHERE key = 1
            """,
            [.integer(Int64(PostgreSQLStore.versionBits))]
        )[0].bool(0) == true
    }

    func append(_ rows: [[StoredValue]], to table: StoredTable) throws(StoreCopyError) {
        try run(table.insertion(.refuse).each(rows))
    }

    /// In any order.
    func forEachBatch(
        _ size: Int,
        of table: StoredTable,
        _ visit: ([[StoredValue]]) -> Void
    ) throws(StoreCopyError) {
        try run("DECLARE all_\(table.name) NO SCROLL CURSOR FOR SELECT \(table.columnNames) FROM \(table.name)")
        while true {
            let rows = try run("FETCH \(size) FROM all_\(table.name)")
            if rows.count == 0 { return }
            do throws(StoreError) {
                visit(try rows.map { (row) throws(StoreError) in try row.values(of: table) })
            } catch {
                throw .target(error)
            }
        }
    }

    /// Completes the store row, under a new history, so that a Hearth that opened the target too early reloads
    /// everything.
    /// - Parameter values: Those of ``StoredTable/copiedStore``.
    func complete(with values: [StoredValue], itemVersion: Int64) throws(StoreCopyError) {
        let assignments = StoredTable.copiedStore.columns.enumerated().map { index, column in
            "\(column.name) = $\(index + 2)::\(column.type == .bytes ? "bytea" : "int8")"
        }
        try run(
            """
            UPDATE store SET history = \(PostgreSQLStore.randomHistory),
                item_version = greatest(item_version, $1::int8), user_version = user_version + 1,
                \(assignments.joined(separator: ", "))
            WHERE key = 1
            """,
            [.integer(itemVersion)] + values
        )
    }

    func commit() throws(StoreCopyError) {
        try run("COMMIT")
    }

    @discardableResult private func run(
        _ text: String,
        _ values: [StoredValue] = []
    ) throws(StoreCopyError) -> Rows {
        try run(Statement(text)(values))
    }

    @discardableResult private func run(_ statement: Statement) throws(StoreCopyError) -> Rows {
        do throws(StoreError) { return try connection.run([statement])[0] } catch { throw .target(error) }
    }
}
