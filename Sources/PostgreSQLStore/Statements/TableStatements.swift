import Catalogue

// Statements that are alike for all tables. Parameters are arrays of the columns, or of the key's, which come first.
extension SQL {
    /// Columns: index of the key from 1 on int8, then the given ones.
    static func find(_ columns: String, in table: StoredTable) -> Statement {
        """
        SELECT given.number, \(columns)
        FROM unnest(\(table.key.parameters)) WITH ORDINALITY AS given (\(table.key.names), number)
        \(lookUp(table.name, where: table.equalsGivenKey))
        """
    }

    static func remove(_ table: StoredTable) -> Statement {
        """
        DELETE FROM \(table.name) USING unnest(\(table.key.parameters)) AS given (\(table.key.names))
        WHERE \(table.equalsGivenKey)
        """
    }

    /// Parameters: the first time that stays int8, limit int8.
    static func remove(_ table: StoredTable, by key: String, before time: String) -> Statement {
        """
        DELETE FROM \(table.name) WHERE \(key) = ANY (ARRAY(
            SELECT \(key) FROM \(table.name) WHERE \(time) < $1::int8 ORDER BY \(time) LIMIT $2::int8
        ))
        """
    }

    /// Joins a look-up by index. `OFFSET 0` keeps the planner from merging it into the query, which could lead to a
    /// scan of the whole table if it was small or had no statistics when the plan was made.
    static func lookUp(_ table: String, where found: String) -> String {
        "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table)"
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
