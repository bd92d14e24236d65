import Catalogue

// Statements that are alike for all tables. Parameters are arrays of the columns, or of the key's, which come first.
extension SQL {
    static func insert(_ table: StoredTable) -> Statement { .insert(into: table.name, table.columns) }

    /// Replaces rows of the same keys.
    static func put(_ table: StoredTable, keys: Int) -> Statement {
        .insert(into: table.name, table.columns, keys: keys) { "\($0) = excluded.\($0)" }
    }

    /// Adds to the values of the same keys.
    static func add(to table: StoredTable, keys: Int) -> Statement {
        .insert(into: table.name, table.columns, keys: keys) { "\($0) = \(table.name).\($0) + excluded.\($0)" }
    }

    /// Columns: index of the key from 1 on int8, then the given ones.
    static func find(_ columns: String, in table: StoredTable, keys: Int) -> Statement {
        let key = table.columns.prefix(keys)
        return """
            SELECT given.number, \(columns)
            FROM unnest(\(key.parameters)) WITH ORDINALITY AS given (\(key.names), number)
            \(lookUp(table.name, where: table.equalsGiven(key)))
            """
    }

    static func remove(_ table: StoredTable, keys: Int) -> Statement {
        let key = table.columns.prefix(keys)
        return """
            DELETE FROM \(table.name) USING unnest(\(key.parameters)) AS given (\(key.names))
            WHERE \(table.equalsGiven(key))
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

extension Statement {
    /// Inserts rows, see ``each(_:)``.
    package static func insert(into table: String, _ columns: [StoredTable.Column]) -> Self {
        "INSERT INTO \(table) (\(columns[...].names)) SELECT * FROM unnest(\(columns[...].parameters))"
    }

    /// - Parameter assignment: Changes a column, which is no key, of a row that exists.
    fileprivate static func insert(
        into table: String,
        _ columns: [StoredTable.Column],
        keys: Int,
        _ assignment: (String) -> String
    ) -> Self {
        let changes = columns.dropFirst(keys).map { assignment($0.name) }.joined(separator: ", ")
        return
            "\(insert(into: table, columns).text) ON CONFLICT (\(columns.prefix(keys).names)) DO UPDATE SET \(changes)"
    }
}

extension StoredTable {
    fileprivate func equalsGiven(_ key: ArraySlice<Column>) -> String {
        key.map { "\(name).\($0.name) = given.\($0.name)" }.joined(separator: " AND ")
    }
}

extension ArraySlice<StoredTable.Column> {
    fileprivate var names: String { map(\.name).joined(separator: ", ") }

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
