import Catalogue
import PostgreSQL
import SQLiteStore

/// A table that is copied, and the query that reads it from the source.
struct CopiedTable {
    /// The name of the table in the target.
    let name: String
    /// The columns of the table in the target.
    let columns: [StoredTable.Column]
    /// Returns a mark above 0 that grows from row to row, then the columns: of the rows whose marks are above the parameter, in
    /// the order of their marks.
    let query: String

    /// The names of the columns, with commas.
    var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    /// A table with marks in the column `mark`.
    private init(_ table: StoredTable, mark: String, from source: String? = nil) {
        name = table.name
        columns = table.columns
        query = """
            SELECT \(mark), \(table.columnNames) FROM \(source ?? table.name) WHERE \(mark) > ? ORDER BY \(mark)
            """
    }

    private init(name: String, columns: [StoredTable.Column], query: String) {
        self.name = name
        self.columns = columns
        self.query = query
    }

    /// The tables with many rows.
    static let all = [
        CopiedTable(.item, mark: "key"),
        CopiedTable(
            .tombstone,
            mark: "number",
            from: "(SELECT *, row_number() OVER (ORDER BY kind, id) AS number FROM tombstone)"
        ),
        CopiedTable(.user, mark: "key"),
        CopiedTable(.event, mark: "position"),
    ]

    /// The store row, which the target has already. Its history and its versions are the target's own.
    static let store: CopiedTable = {
        let names: Set = ["oldest_version", "next_arrival", "acknowledged_position", "signing_key"]
        let columns = StoredTable.store.columns.filter { names.contains($0.name) }
        return CopiedTable(
            name: StoredTable.store.name,
            columns: columns + [StoredTable.Column(name: "event_position", type: .int64)],
            query: """
                SELECT key, \(columns.map(\.name).joined(separator: ", ")),
                    ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0)
                FROM store WHERE key > ?
                """
        )
    }()
}

extension StoredTable.Column {
    /// The value of the source as the target has it; `nil` where no such value can be in this column.
    func value(of stored: StoredValue) -> Value? {
        switch (type, stored) {
        case (.int16, .integer(let number)): Int16(exactly: number).map { .int2($0) }
        case (.int32, .integer(let number)): Int32(exactly: number).map { .int4($0) }
        case (.int64, .integer(let number)): .int8(number)
        case (.text, .text(let text)): .text(text)
        case (.bytes, .blob(let bytes)): .bytea(bytes)
        default: nil
        }
    }

    /// The value of the target.
    func value(of row: Row, at index: Int) -> Value {
        if row.isNull(index) { return .null }
        return switch type {
        case .int16: row.int(index).map { .int2(Int16(truncatingIfNeeded: $0)) } ?? .null
        case .int32: row.int(index).map { .int4(Int32(truncatingIfNeeded: $0)) } ?? .null
        case .int64: .int8(row.int(index))
        case .text: .text(row.text(index))
        case .bytes: row.bytes(index).map { .bytea($0) } ?? .null
        }
    }
}
