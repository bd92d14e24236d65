import Catalogue
import PostgreSQLStore

/// The target database, in one transaction, which is rolled back unless it is committed.
struct CopyTarget {
    private let connection: DatabaseConnection

    /// How long to wait for other writers, in milliseconds.
    private static let lockTimeout = 5_000

    /// Connects, creates missing tables, and locks them against other writers.
    init(_ url: String) throws(Failure) {
        do throws(StoreError) {
            connection = try PostgreSQLStore.connectToPrimary(of: url)
        } catch {
            throw Failure(database: error)
        }
        let names = (StoredTable.all + [.store]).map(\.name).joined(separator: ", ")
        do throws(StoreError) {
            try connection.run(script: "BEGIN; SET LOCAL lock_timeout = \(Self.lockTimeout)")
            try connection.run(script: "LOCK TABLE \(names) IN EXCLUSIVE MODE")
        } catch {
            if error.failure?.cause == .timeout {
                throw Failure("another program, perhaps another copy, writes to the database")
            }
            throw Failure(database: error)
        }
        guard try isEmpty() else {
            throw Failure("the database is not empty: expected one as createdb makes it")
        }
    }

    /// Whether the tables were never written: all versions and positions are the first ones of the history.
    private func isEmpty() throws(Failure) -> Bool {
        let rows = StoredTable.all.map { "EXISTS (SELECT FROM \($0.name))" }.joined(separator: " OR ")
        let statement = StoreStatement.sql(
            """
            SELECT (item_version | user_version | event_position) % (1::int8 << $1::int8::int4) = 0 AND NOT (\(rows))
            FROM store WHERE key = 1
            """,
            [.integer(Int64(PostgreSQLStore.versionBits))]
        )
        return try run(statement)[0].int(0) == 1
    }

    func append(_ rows: [[StoredValue]], to table: StoredTable) throws(Failure) {
        try run(.insertion(of: rows, into: table, .refuse))
    }

    /// In any order.
    func forEachBatch(
        _ size: Int,
        of table: StoredTable,
        _ visit: ([[StoredValue]]) -> Void
    ) throws(Failure) {
        try run(.sql("DECLARE all_\(table.name) NO SCROLL CURSOR FOR SELECT \(table.columnNames) FROM \(table.name)"))
        while true {
            let rows = try run(.sql("FETCH \(size) FROM all_\(table.name)"))
            if rows.count == 0 { return }
            do throws(StoreError) {
                visit(try rows.map { (row) throws(StoreError) in try row.values(of: table) })
            } catch {
                throw Failure(database: error)
            }
        }
    }

    /// Completes the store row, under a new history, so that a Hearth that opened the target too early reloads
    /// everything.
    /// - Parameter values: Those of ``StoredTable/copiedStore``.
    func complete(with values: [StoredValue], itemVersion: Int64) throws(Failure) {
        let assignments = StoredTable.copiedStore.columns.enumerated().map { index, column in
            "\(column.name) = $\(index + 2)::\(column.type == .bytes ? "bytea" : "int8")"
        }
        let update = StoreStatement.sql(
            """
            UPDATE store SET history = \(PostgreSQLStore.randomHistory),
                item_version = greatest(item_version, $1::int8), user_version = user_version + 1,
                \(assignments.joined(separator: ", "))
            WHERE key = 1
            """,
            [.integer(itemVersion)] + values
        )
        try run(update)
    }

    func commit() throws(Failure) { try run(.sql("COMMIT")) }

    @discardableResult private func run(_ statement: StoreStatement) throws(Failure) -> Rows {
        do throws(StoreError) {
            return try connection.run([Statement(statement)])[0]
        } catch {
            throw Failure(database: error)
        }
    }
}

extension Failure {
    fileprivate init(database error: StoreError) { self.init("the database failed: \(error.explanation)") }
}
