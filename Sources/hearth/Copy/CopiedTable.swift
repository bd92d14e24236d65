import Catalogue
import PostgreSQLStore
import SQLiteStore

struct CopiedTable {
    /// In the target.
    let name: String
    /// In the target.
    let columns: [StoredTable.Column]
    /// Reads the columns from the source.
    let query: String

    var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    /// All tables except ``store``.
    static let all = [
        StoredTable.item, .tombstone, .user, .counts, .event, .eventTotal, .armTotal, .checkpoint,
    ].map { table in
        CopiedTable(
            name: table.name,
            columns: table.columns,
            query: "SELECT \(table.columnNames) FROM \(table.name)"
        )
    }

    /// The store row, which the target already has, without its history and versions.
    static let store: CopiedTable = {
        let names: Set = ["oldest_version", "next_arrival", "acknowledged_position", "signing_key"]
        let columns = StoredTable.store.columns.filter { names.contains($0.name) }
        return CopiedTable(
            name: StoredTable.store.name,
            columns: columns + [StoredTable.Column(name: "event_position", type: .int64)],
            query: """
                SELECT \(columns.map(\.name).joined(separator: ", ")),
                    ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0)
                FROM store
                """
        )
    }()
}

extension StoredTable.Column {
    /// `nil` if the value is invalid for this column.
    func value(of stored: StoredValue) -> Value? {
        switch (type, stored) {
        case (.text, .text(let text)): .text(text)
        case (.bytes, .blob(let bytes)): .bytea(bytes)
        case (.int16, .integer(let number)): Int16(exactly: number).map { _ in .int8(number) }
        case (.int32, .integer(let number)): Int32(exactly: number).map { _ in .int8(number) }
        case (.int64, .integer(let number)): .int8(number)
        default: nil
        }
    }

    func value(of row: Row, at index: Int) -> Value {
        switch type {
        case .int16, .int32, .int64: row.int(index).map { .int8($0) } ?? .null
        case .text: .text(row.text(index))
        case .bytes: row.bytes(index).map { .bytea($0) } ?? .null
        }
    }
}
