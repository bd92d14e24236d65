/// A table that each engine has under the same name, with the same columns, none of which may be null.
///
/// An engine may add a key of its own. `hearth copy` copies the columns as they are.
package struct StoredTable: Sendable {
    /// The name of the table.
    package let name: String
    /// The columns that both engines have.
    package let columns: [Column]

    /// A column.
    package struct Column: Sendable {
        /// The name of the column.
        package let name: String
        /// The type of the column.
        package let type: ColumnType

        /// The column `name` of values of `type`.
        package init(name: String, type: ColumnType) {
            self.name = name
            self.type = type
        }
    }

    /// The type of a column. SQLite stores all integers alike.
    package enum ColumnType: Sendable {
        case int16, int32, int64, text, bytes
    }

    private init(_ name: String, _ columns: KeyValuePairs<String, ColumnType>) {
        self.name = name
        self.columns = columns.map { Column(name: $0.key, type: $0.value) }
    }

    /// The names of the columns, with commas.
    package var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    /// The columns as `CREATE TABLE` takes them.
    /// - Parameter sqlType: returns the engine's name of a type.
    package func definitions(_ sqlType: (ColumnType) -> String) -> String {
        columns.map { "\($0.name) \(sqlType($0.type)) NOT NULL" }.joined(separator: ", ")
    }
}

extension StoredTable {
    /// The items. `version`: that of the transaction that changed the row, `opened_by` included; `opened_by`: how many users'
    /// records have the item; `packed`: ``PackedItem/bytes``.
    package static let item = StoredTable(
        "item",
        ["kind": .text, "id": .text, "version": .int64, "opened_by": .int32, "packed": .bytes]
    )

    /// The items that were removed lately. `version`: that of the transaction that removed the item; `removed_at`: when, in
    /// Unix seconds.
    package static let tombstone = StoredTable(
        "tombstone",
        ["kind": .text, "id": .text, "version": .int64, "removed_at": .int64]
    )

    /// The users. `record`: ``UserRecord/packed``.
    package static let user = StoredTable("app_user", ["id": .text, "record": .bytes])

    /// What users did. No `position` is given twice. `type` and `packed`: ``UserAction/code`` and ``UserAction/packed``; `at`:
    /// Unix seconds.
    package static let event = StoredTable(
        "event",
        ["position": .int64, "user_id": .text, "type": .int16, "packed": .bytes, "at": .int64]
    )

    /// What concerns the store as a whole, in one row, to which an engine adds columns of its own.
    ///
    /// - `history`: random. A copy of the store has another one, as has a store that has lost something.
    /// - `item_version`, `user_version`: greater with every transaction that changed items; records of users.
    /// - `oldest_version`: all changes of items since this version are known. Tombstones of it and of those before are gone.
    /// - `next_arrival`: the next place in the order of arrival, and in collections.
    /// - `acknowledged_position`: the position of the last event that an external service has taken.
    /// - `signing_key`: ``StoreLimits/signingKeyLength`` random bytes.
    package static let store = StoredTable(
        "store",
        [
            "history": .int64, "item_version": .int64, "user_version": .int64, "oldest_version": .int64,
            "next_arrival": .int64, "acknowledged_position": .int64, "signing_key": .bytes,
        ]
    )
}
