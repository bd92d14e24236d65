import Catalogue

extension StoreStatement {
    /// The text, and the parameters of each time that it runs.
    var sqlite: (text: String, rows: [[StoredValue]]) {
        switch self {
        case .find(let keys, let table): ("SELECT \(table.columnNames) FROM \(table.name) \(table.whereKey)", keys)
        case .insertion(let rows, let table, let conflict):
            (table.insertion(of: "VALUES (\(Self.parameters(table.columns.count)))", conflict), rows)
        case .removal(let keys, let table): ("DELETE FROM \(table.name) \(table.whereKey)", keys)
        case .sql(let text, let values): (text, [values])
        }
    }

    fileprivate static func parameters(_ count: Int) -> String {
        repeatElement("?", count: count).joined(separator: ", ")
    }
}

extension StoredTable {
    fileprivate var whereKey: String { "WHERE (\(keyNames)) = (\(StoreStatement.parameters(key.count)))" }
}
