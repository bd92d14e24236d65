import PostgreSQL
import PostgreSQLStore
import Catalogue
import Revisions

/// The database that is copied into. One copy at a time has a connection to it.
struct Target {
    private let connection: BlockingConnection

    /// The progress of a table.
    struct Mark {
        /// The mark of the last row that was copied.
        var last: Int64 = 0
        /// How many rows were copied.
        var rows = 0
    }

    /// How long another copy that has just ended may take to disconnect, in milliseconds.
    private static let patience = 5_000
    /// How many rows are read at a time.
    private static let page = 4_096

    /// Connects, makes the store's tables if need be, and waits until no other copy is connected.
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
            let holds = CopiedTable.all.map { "EXISTS (SELECT FROM \($0.name))" }.joined(separator: " OR ")
            let isInUse = try isWritten ? true : run("SELECT \(holds)")[0].bool(0) == true
            if isInUse { throw .inUse }
            try run(
                """
                CREATE TABLE copy_progress (
                    name text PRIMARY KEY, source text NOT NULL, last bigint NOT NULL, rows bigint NOT NULL
                )
                """
            )
            for table in CopiedTable.all + [.store] {
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
        if isWritten, marks[CopiedTable.store.name]?.rows == 0 { throw .disturbed }
        try run("COMMIT")
        return marks
    }

    /// Completes the store row, under another history: a Hearth that has opened the target too early reads everything again.
    func finish(_ source: Source) throws(StoreCopyError) {
        try run("BEGIN")
        if try isWritten() { throw .disturbed }
        let columns = CopiedTable.store.columns
        let assignments = columns.indices.map {
            "\(columns[$0].name) = $\($0 + 2)::\(columns[$0].type == .bytes ? "bytea" : "int8")"
        }
        let itemVersion = try source.itemVersion()
        try source.forEachRow(of: .store) { (last, values) throws(StoreCopyError) in
            try run(
                """
                UPDATE store SET history = \(PostgreSQLStore.randomHistory), item_version = greatest(item_version, $1::int8),
                    user_version = user_version + 1, \(assignments.joined(separator: ", "))
                WHERE key = 1
                """,
                [.int8(itemVersion)] + values
            )
            try note(Mark(last: last, rows: 1), of: .store)
        }
        try run("COMMIT")
    }

    /// Ends the copy, which is complete.
    func end() throws(StoreCopyError) {
        try run("DROP TABLE copy_progress")
    }

    // MARK: Rows

    /// Adds rows to the table, and saves its progress.
    func append(_ rows: [[Value]], to table: CopiedTable, _ mark: Mark) throws(StoreCopyError) {
        try run("BEGIN")
        do throws(PostgreSQLError) {
            try connection.copy("COPY \(table.name) (\(table.columnNames)) FROM STDIN (FORMAT binary)") {
                (copied) throws(PostgreSQLError) in
                for row in rows { try copied.append(row) }
            }
        } catch .refused(let state, _) where state.hasPrefix("23") {
            // It collides with a row of another program.
            throw .disturbed
        } catch {
            throw .target(StoreError(error))
        }
        try note(mark, of: table)
        try run("COMMIT")
    }

    /// Calls `visit` with each of the table's rows, in no order.
    func forEachRow(of table: CopiedTable, _ visit: ([Value]) -> Void) throws(StoreCopyError) {
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

    private func note(_ mark: Mark, of table: CopiedTable) throws(StoreCopyError) {
        try run(
            "UPDATE copy_progress SET last = $2::int8, rows = $3::int8 WHERE name = $1::text",
            .text(table.name),
            .int8(mark.last),
            .int8(Int64(mark.rows))
        )
    }

    /// Whether a store has ever written to the target: then a version or a position is above the first one of its history.
    /// Keeps others from writing until the end of the transaction.
    private func isWritten() throws(StoreCopyError) -> Bool {
        try run(
            """
            SELECT (item_version | user_version | event_position) % (1::int8 << $1::int4) > 0
            FROM store WHERE key = 1 FOR UPDATE
            """,
            .int4(Int32(PostgreSQLStore.versionBits))
        )[0].bool(0) == true
    }

    // MARK: Queries

    /// Runs a statement. Where one fails in a transaction, so does the copy, and the transaction goes with the connection.
    @discardableResult private func run(_ text: String, _ values: Value...) throws(StoreCopyError) -> Rows {
        try run(text, values)
    }

    @discardableResult private func run(_ text: String, _ values: [Value]) throws(StoreCopyError) -> Rows {
        do throws(PostgreSQLError) {
            return try connection.run(Statement(text, values))
        } catch {
            throw .target(StoreError(error))
        }
    }
}
