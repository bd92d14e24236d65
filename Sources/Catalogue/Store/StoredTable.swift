/// A table that both engines have with the same name, columns and key. No column is nullable.
///
/// `hearth copy` copies the columns unchanged.
package struct StoredTable: Sendable {
    package let name: String
    package let columns: [Column]
    /// The columns of the key come first.
    package let key: [Column]
    package let columnNames: String
    package let keyNames: String

    package struct Column: Sendable {
        package let name: String
        package let type: ColumnType
    }

    /// The type of a column. SQLite stores all integers alike.
    package enum ColumnType: Sendable {
        case int16, int32, int64, text, bytes
    }

    private init(_ name: String, key: Int, _ columns: [Column]) {
        (self.name, self.columns, self.key) = (name, columns, Array(columns.prefix(key)))
        columnNames = columns.map(\.name).joined(separator: ", ")
        keyNames = self.key.map(\.name).joined(separator: ", ")
    }

    private init(_ name: String, key: Int, _ columns: KeyValuePairs<String, ColumnType>) {
        self.init(name, key: key, columns.map { Column(name: $0.key, type: $0.value) })
    }

    /// Returns the definitions of columns and key for `CREATE TABLE`.
    package func definitions(_ sqlType: (ColumnType) -> String) -> String {
        let definitions = columns.map { "\($0.name) \(sqlType($0.type)) NOT NULL" }
        return (definitions + (key.isEmpty ? [] : ["PRIMARY KEY (\(keyNames))"])).joined(separator: ", ")
    }

    /// Returns a statement that adds rows.
    /// - Parameter rows: `VALUES (…)`, or a query.
    package func insertion(of rows: String, _ conflict: Conflict) -> String {
        let insertion = "INSERT INTO \(name) (\(columnNames)) \(rows)"
        let assignments = columns.dropFirst(key.count).map { column -> String in
            let sum = conflict == .add ? "\(name).\(column.name) + " : ""
            return "\(column.name) = \(sum)excluded.\(column.name)"
        }
        return switch conflict {
        case .refuse: insertion
        case .keep: "\(insertion) ON CONFLICT DO NOTHING"
        case .replace, .add:
            "\(insertion) ON CONFLICT (\(keyNames)) DO UPDATE SET \(assignments.joined(separator: ", "))"
        }
    }

    /// What becomes of a row with the key of a new one.
    package enum Conflict: Sendable {
        /// It stays, and the statement fails.
        case refuse
        case keep
        case replace
        /// The new values are added to its values.
        case add
    }
}

extension StoredTable {
    /// Items. `version`: of the transaction that last changed the row, `opened_by` included; `opened_by`: the number of
    /// users whose records contain the item; `packed`: ``PackedItem/bytes``.
    package static let item = StoredTable(
        "item",
        key: 2,
        ["kind": .text, "id": .text, "version": .int64, "opened_by": .int32, "packed": .bytes]
    )

    /// Recently removed items. `version`: of the transaction that removed the item; `removed_at`: in Unix seconds.
    package static let tombstone = StoredTable(
        "tombstone",
        key: 2,
        ["kind": .text, "id": .text, "version": .int64, "removed_at": .int64]
    )

    /// Users. `record`: ``UserRecord/packed``.
    package static let user = StoredTable("app_user", key: 1, ["id": .text, "record": .bytes])

    /// What was shown to users. `at`: the end of the user's last visit, in Unix seconds; `packed`: ``UserCounts/packed``.
    package static let counts = StoredTable("user_counts", key: 1, ["id": .text, "at": .int64, "packed": .bytes])

    /// ``EventTotal``s. `day`: since 1970-01-01; `arms`: empty for none; `rank`: -1 for the widget itself.
    package static let eventTotal = StoredTable(
        "event_total",
        key: 5,
        [
            "day": .int32, "segment": .text, "widget": .text, "arms": .text, "rank": .int16, "shown": .int64,
            "opened": .int64, "saved": .int64, "dismissed": .int64,
        ]
    )

    package static let armTotal = StoredTable(
        "arm_total",
        key: 2,
        [
            "experiment": .text, "arm": .text, "users": .int64, "visits": .int64, "shown": .int64, "opened": .int64,
            "visits_squared": .int64, "opened_squared": .int64, "visits_opened": .int64,
        ]
    )

    /// Events. `position` is never reused; `user_id` is empty for ``UserID/erased``. `type` and `packed`:
    /// ``UserAction/code`` and ``UserAction/packed``; `at`: Unix seconds.
    package static let event = StoredTable(
        "event",
        key: 1,
        ["position": .int64, "user_id": .text, "type": .int16, "packed": .bytes, "at": .int64]
    )

    /// The chunks of the ``LearningCheckpoint``: `position` is its position, `number` counts them from 0 on, `packed`
    /// has at most ``LearningCheckpoint/chunkSize`` bytes.
    package static let checkpoint = StoredTable(
        "checkpoint",
        key: 2,
        ["position": .int64, "number": .int32, "packed": .bytes]
    )

    /// The ``StoreRow``, to which an engine adds columns of its own, `key` among them, which is 1.
    ///
    /// - `history`: random. A copy of the store, and a store that lost something, have another one.
    /// - `item_version`, `user_version`: grow with every transaction that changes items, or records of users.
    /// - `oldest_version`: all changes of items since this version are known. Older tombstones are removed.
    /// - `next_arrival`: the next place in the order of arrival, and in collections.
    /// - `event_position`: of the last event.
    /// - `acknowledged_position`: the position of the last event that an external service has acknowledged; 0 if it has
    ///   acknowledged none, -1 if none was sent to a service.
    /// - `signing_key`: ``StoreLimits/signingKeyLength`` random bytes.
    package static let store = StoredTable(
        "store",
        key: 0,
        [
            "item_version": .int64, "user_version": .int64, "history": .int64, "oldest_version": .int64,
            "next_arrival": .int64, "event_position": .int64, "acknowledged_position": .int64, "signing_key": .bytes,
        ]
    )

    /// ``store`` without its versions and history, which a copy has of its own.
    package static let copiedStore = StoredTable(store.name, key: 0, Array(store.columns.dropFirst(3)))

    /// All but ``store``.
    package static let all: [StoredTable] = [
        item, tombstone, user, counts, event, eventTotal, armTotal, checkpoint,
    ]

    /// The indexes beside the keys.
    package static let indexes = """
        CREATE INDEX item_by_version ON item (version);
        CREATE INDEX tombstone_by_version ON tombstone (version, removed_at);
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        CREATE INDEX user_counts_by_time ON user_counts (at);
        """
}
