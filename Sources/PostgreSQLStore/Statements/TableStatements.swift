import Catalogue

// Statements that are alike for all tables. Parameters are arrays of the columns, or of the key's, which come first.
extension SQL {
    /// Columns: all of the table. `OFFSET 0` keeps the planner from merging the look-up by index into the query, which
    /// could lead to a scan of the whole table if it was small or had no statistics when the plan was made.
    static func find(_ table: StoredTable) -> Statement {
        """
        SELECT \(table.name).* FROM unnest(\(table.key.parameters)) AS given (\(table.key.names))
        CROSS JOIN LATERAL (SELECT * FROM \(table.name) WHERE \(table.equalsGivenKey) OFFSET 0) AS \(table.name)
        """
    }

    static func remove(_ table: StoredTable) -> Statement {
        """
        DELETE FROM \(table.name) USING unnest(\(table.key.parameters)) AS given (\(table.key.names))
        WHERE \(table.equalsGivenKey)
        """
    }

    /// Parameters: the bound of the time column int8, limit int8.
    static func remove(_ history: RetainedData) -> Statement {
        let (table, time) = (history.table.name, history.timeColumn)
        return """
            DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM \(table) WHERE \(time) < $1::int8 ORDER BY \(time) LIMIT $2::int8
            ))
            """
    }
}

extension StoredTable {
    package func insertion(_ conflict: Conflict) -> Statement {
        Statement(insertion(of: "SELECT * FROM unnest(\(columns.parameters))", conflict))
    }

    fileprivate var equalsGivenKey: String {
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
