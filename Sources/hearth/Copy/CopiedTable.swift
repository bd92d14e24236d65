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
        case (_, .integer(let number)): value(of: number)
        default: nil
        }
    }

    func value(of row: Row, at index: Int) -> Value {
        switch type {
        case .int16, .int32, .int64: row.int(index).flatMap(value) ?? .null
        case .text: .text(row.text(index))
        case .bytes: row.bytes(index).map { .bytea($0) } ?? .null
        }
    }

    private func value(of number: Int64) -> Value? {
        switch type {
        case .int16: Int16(exactly: number).map { .int2($0) }
        case .int32: Int32(exactly: number).map { .int4($0) }
        case .int64: .int8(number)
        case .text, .bytes: nil
        }
    }
}
