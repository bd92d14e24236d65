import PostgreSQL
import PostgreSQLStore
import Catalogue
import Revisions

/// The database that is copied into, on a connection that no other copy has beside it.
struct Target {
    private let connection: BlockingConnection

    /// How far a table is.
    struct Mark {
        /// The mark of the last row that is there.
        var last: Int64 = 0
        /// How many rows are there.
        var rows = 0
    }

    /// How long another copy that has just ended may take to be gone, in milliseconds.
    private static let patience = 5_000
    /// How many rows are read at a time.
    private static let page = 4_096

    /// Connects, makes the store's tables where need be, and waits until no other copy is there.
    init(_ url: String) throws(StoreCopyError) {
        do throws(StoreError) {
            connection = try PostgreSQLStore.connectToPrimary(of: url)
        } catch {
            throw .target(error)
        }
        do throws(PostgreSQLError) {
            try connection.run(script: "SET lock_timeout = \(Self.patience)")
            // The number is the word "copy" in ASCII; the lock goes with the connection.
            try connection.run(script: "SELECT pg_advisory_lock(\(0x63_6f_70_79))")
            try connection.run(script: "SET lock_timeout = 0")
        } catch .refused("55P03", _) {
            throw .underWay
        } catch {
            throw .target(StoreError(error))
        }
    }

    // MARK: Beginning and ending

    /// Begins the copy of the source of this revision, or goes on with it.
    /// - Returns: the tables' marks, by their names.
    func begin(_ revision: Revision) throws(StoreCopyError) -> [String: Mark] {
        try run("BEGIN")
        let isWritten = try isWritten()
        if try run("SELECT to_regclass('copy_progress') IS NULL")[0].bool(0) == true {
            let holds = Table.copied.map { "EXISTS (SELECT FROM \($0.name))" }.joined(separator: " OR ")
            let isInUse = try isWritten ? true : run("SELECT \(holds)")[0].bool(0) == true
            if isInUse { throw .inUse }
            try run(
                """
                CREATE TABLE copy_progress (
                    name text PRIMARY KEY, source text NOT NULL, last bigint NOT NULL, rows bigint NOT NULL
                )
                """
            )
            for table in Table.copied + [.store] {
                try run(
                    "INSERT INTO copy_progress VALUES ($1::text, $2::text, 0, 0)",
                    .text(table.name),
                    .text("\(revision)")
                )
            }
        }
        var marks: [String: Mark] = [:]
        let rows = try run("SELECT name, source, last, rows FROM copy_progress")
        for row in (0..<rows.count).map({ rows[$0] }) {
            guard let name = row.text(0), row.text(1) == "\(revision)" else { throw .changed }
            marks[name] = Mark(last: row.int(2) ?? 0, rows: Int(row.int(3) ?? 0))
        }
        if isWritten, marks[Table.store.name]?.rows == 0 { throw .disturbed }
        try run("COMMIT")
        return marks
    }

    /// Puts what concerns the store as a whole in its place, and has whatever is numbered from now on come behind what there is.
    func finish(_ source: Source) throws(StoreCopyError) {
        try run("BEGIN")
        if try isWritten() { throw .disturbed }
        try source.forEachRow(of: .store) { (last, values) throws(StoreCopyError) in
            try run(
                """
                UPDATE store SET feedback_position = $1::int8, lost_feedback = $2::int8, sealing_key = $3::bytea,
                    catalogue_version = catalogue_version + 1, openings_version = openings_version + 1,
                    users_version = users_version + 1
                WHERE key = 1
                """,
                values
            )
            try note(Mark(last: last, rows: 1), of: .store)
        }
        try run("SELECT setval('item_key', greatest(last_value, $1::int8)) FROM item_key", .int8(source.lastKey()))
        for (table, column) in [("collection_item", "arrival"), ("search", "sequence"), ("opened", "sequence")] {
            let sequence = "\(table)_\(column)_seq"
            try run(
                """
                SELECT setval('\(sequence)', greatest(last_value, (SELECT max(\(column)) FROM \(table)))) FROM \(sequence)
                """
            )
        }
        try run("COMMIT")
    }

    /// Ends the copy, which is whole.
    func end() throws(StoreCopyError) {
        try run("DROP TABLE copy_progress")
    }

    // MARK: Rows

    /// Adds rows to the table, whose mark is this one then.
    func append(_ rows: [[Value]], to table: Table, _ mark: Mark) throws(StoreCopyError) {
        try run("BEGIN")
        do throws(PostgreSQLError) {
            try connection.copy("COPY \(table.name) (\(table.columnNames)) FROM STDIN (FORMAT binary)") {
                (copied) throws(PostgreSQLError) in
                for row in rows { try copied.append(row) }
            }
        } catch .refused(let state, _) where state.hasPrefix("23") {
            // It collides with a row of somebody else's.
            throw .disturbed
        } catch {
            throw .target(StoreError(error))
        }
        try note(mark, of: table)
        try run("COMMIT")
    }

    /// Calls `visit` with each of the table's rows, in no order.
    func forEachRow(of table: Table, _ visit: ([Value]) -> Void) throws(StoreCopyError) {
        try run("BEGIN READ ONLY")
        try run("DECLARE all_\(table.name) NO SCROLL CURSOR FOR SELECT \(table.columnNames) FROM \(table.name)")
        while true {
            let rows = try run("FETCH \(Self.page) FROM all_\(table.name)")
            if rows.count == 0 { break }
            for row in 0..<rows.count {
                visit(table.columns.indices.map { table.columns[$0].value(of: rows[row], at: $0) })
            }
        }
        try run("COMMIT")
    }

    private func note(_ mark: Mark, of table: Table) throws(StoreCopyError) {
        try run(
            "UPDATE copy_progress SET last = $2::int8, rows = $3::int8 WHERE name = $1::text",
            .text(table.name),
            .int8(mark.last),
            .int8(Int64(mark.rows))
        )
    }

    /// Whether anything was ever written to the target as a store: whatever is has its version, above the first one of each history.
    /// Nobody writes until the end of the transaction.
    private func isWritten() throws(StoreCopyError) -> Bool {
        try run(
            """
            SELECT (catalogue_version | openings_version | users_version) % (1::int8 << $1::int4) > 0 OR feedback_position > 0
            FROM store WHERE key = 1 FOR UPDATE
            """,
            .int4(Int32(PostgreSQLStore.versionBits))
        )[0].bool(0) == true
    }

    // MARK: Asking

    /// Runs a statement. Where one fails in a transaction, so does the copy, and the transaction goes with the connection.
    @discardableResult private func run(_ text: String, _ values: Value...) throws(StoreCopyError) -> Rows {
        try run(text, values)
    }

    @discardableResult private func run(_ text: String, _ values: [Value]) throws(StoreCopyError) -> Rows {
        let name = "copy_\(Revision { $0.combine(text) })"
        do throws(PostgreSQLError) {
            return try connection.run(BoundStatement(Statement(name, text), values))
        } catch {
            throw .target(StoreError(error))
        }
    }
}
