import Catalogue

extension StoreStatement {
    /// The text, and the parameters of each time that it runs.
    var sqlite: (text: String, rows: [[StoredValue]]) {
        switch self {
        case .find(let keys, let table): (Self.finds[table.name] ?? Self.find(table), keys)
        case .insertion(let rows, let table, let conflict):
            (table.insertion(of: "VALUES (\(Self.parameters(table.columns.count)))", conflict), rows)
        case .removal(let keys, let table): ("DELETE FROM \(table.name) \(table.whereKey)", keys)
        case .sql(let text, let values): (text, [values])
        }
    }

    /// Made once, since homes wait for them.
    private static let finds = Dictionary(uniqueKeysWithValues: StoredTable.all.map { ($0.name, find($0)) })

    private static func find(_ table: StoredTable) -> String {
        "SELECT \(table.columnNames) FROM \(table.name) \(table.whereKey)"
    }

    fileprivate static func parameters(_ count: Int) -> String {
        repeatElement("?", count: count).joined(separator: ", ")
    }
}

extension StoredTable {
    fileprivate var whereKey: String { "WHERE (\(keyNames)) = (\(StoreStatement.parameters(key.count)))" }
}
