import Catalogue

extension Statement {
    /// Parameters are arrays of columns.
    package init(_ statement: StoreStatement) {
        switch statement {
        case .find(let keys, let table): self = (Self.finds[table.name] ?? Self.find(table)).each(keys)
        case .insertion(let rows, let table, let conflict):
            let values = "SELECT * FROM unnest(\(table.columns.parameters))"
            self = Statement(table.insertion(of: values, conflict)).each(rows)
        case .removal(let keys, let table):
            self = Statement("DELETE FROM \(table.name) USING \(table.givenKeys) WHERE \(table.hasGivenKey)").each(keys)
        case .sql(let text, let values): self = Statement(text)(values)
        }
    }

    /// Made once, since homes wait for them.
    private static let finds = Dictionary(uniqueKeysWithValues: StoredTable.all.map { ($0.name, find($0)) })

    /// `OFFSET 0` keeps the planner from merging the look-up by index into the query, which could lead to a scan of the
    /// whole table if it was small or had no statistics when the plan was made.
    private static func find(_ table: StoredTable) -> Statement {
        let found = "SELECT * FROM \(table.name) WHERE \(table.hasGivenKey) OFFSET 0"
        return Statement("SELECT found.* FROM \(table.givenKeys) CROSS JOIN LATERAL (\(found)) AS found")
    }
}

extension StoredTable {
    fileprivate var givenKeys: String { "unnest(\(key.parameters)) AS given (\(keyNames))" }

    fileprivate var hasGivenKey: String {
        key.map { "\(name).\($0.name) = given.\($0.name)" }.joined(separator: " AND ")
    }
}

extension [StoredTable.Column] {
    /// The server converts integers to the column's type.
    fileprivate var parameters: String {
        enumerated().map { index, column in
            switch column.type {
            case .int16, .int32, .int64: "$\(index + 1)::int8[]"
            case .text: "$\(index + 1)::text[]"
            case .bytes: "$\(index + 1)::bytea[]"
            }
        }.joined(separator: ", ")
    }
}
