/// A table that both engines have with the same name and columns. No column is nullable.
///
/// An engine may add a key of its own. `hearth copy` copies the columns unchanged.
package struct StoredTable: Sendable {
    package let name: String
    package let columns: [Column]

    package struct Column: Sendable {
        package let name: String
        package let type: ColumnType

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

    package var columnNames: String { columns.map(\.name).joined(separator: ", ") }

    /// Returns the column definitions of `CREATE TABLE`.
    package func definitions(_ sqlType: (ColumnType) -> String) -> String {
        columns.map { "\($0.name) \(sqlType($0.type)) NOT NULL" }.joined(separator: ", ")
    }
}

extension StoredTable {
    /// Items. `version`: of the transaction that last changed the row, `opened_by` included; `opened_by`: the number of
    /// users whose records contain the item; `packed`: ``PackedItem/bytes``.
    package static let item = StoredTable(
        "item",
        ["kind": .text, "id": .text, "version": .int64, "opened_by": .int32, "packed": .bytes]
    )

    /// Recently removed items. `version`: of the transaction that removed the item; `removed_at`: in Unix seconds.
    package static let tombstone = StoredTable(
        "tombstone",
        ["kind": .text, "id": .text, "version": .int64, "removed_at": .int64]
    )

    /// Users. `record`: ``UserRecord/packed``.
    package static let user = StoredTable("app_user", ["id": .text, "record": .bytes])

    /// What was shown to users. `at`: the end of the user's last visit, in Unix seconds; `packed`: ``UserCounts/packed``.
    package static let counts = StoredTable("user_counts", ["id": .text, "at": .int64, "packed": .bytes])

    /// ``EventTotal``s. `day`: since 1970-01-01; `arms`: empty for none; `rank`: -1 for the widget itself.
    package static let eventTotal = StoredTable(
        "event_total",
        [
            "day": .int32, "segment": .text, "widget": .text, "arms": .text, "rank": .int16, "shown": .int64,
            "opened": .int64, "saved": .int64, "dismissed": .int64,
        ]
    )

    package static let armTotal = StoredTable(
        "arm_total",
        [
            "experiment": .text, "arm": .text, "users": .int64, "visits": .int64, "shown": .int64, "opened": .int64,
            "visits_squared": .int64, "opened_squared": .int64, "visits_opened": .int64,
        ]
    )

    /// Events. `position` is never reused; `user_id` is empty for ``UserID/erased``. `type` and `packed`:
    /// ``UserAction/code`` and ``UserAction/packed``; `at`: Unix seconds.
    package static let event = StoredTable(
        "event",
        ["position": .int64, "user_id": .text, "type": .int16, "packed": .bytes, "at": .int64]
    )

    /// The chunks of the ``LearningCheckpoint``: `position` is its position, `number` counts them from 0 on, `packed`
    /// has at most ``LearningCheckpoint/chunkSize`` bytes.
    package static let checkpoint = StoredTable(
        "checkpoint",
        ["position": .int64, "number": .int32, "packed": .bytes]
    )

    /// The state of the store, in one row, to which an engine adds columns of its own.
    ///
    /// - `history`: random. A copy of the store, and a store that lost something, have another one.
    /// - `item_version`, `user_version`: grow with every transaction that changes items, or records of users.
    /// - `oldest_version`: all changes of items since this version are known. Older tombstones are removed.
    /// - `next_arrival`: the next place in the order of arrival, and in collections.
    /// - `acknowledged_position`: the position of the last event that an external service has acknowledged; 0 if it has
    ///   acknowledged none, -1 if none was sent to a service.
    /// - `signing_key`: ``StoreLimits/signingKeyLength`` random bytes.
    package static let store = StoredTable(
        "store",
        [
            "history": .int64, "item_version": .int64, "user_version": .int64, "oldest_version": .int64,
            "next_arrival": .int64, "acknowledged_position": .int64, "signing_key": .bytes,
        ]
    )
}

// Values of these columns, in both engines. A value that no store writes is a defect.

extension EventTotal.Counts {
    /// The columns of ``StoredTable/eventTotal`` behind the key.
    package var columns: [Int64] { [shown, opened, saved, dismissed] }
}

extension ArmTotal.Sums {
    /// The columns of ``StoredTable/armTotal`` behind the key.
    package var columns: [Int64] {
        [users, visits, shown, opened, visitsSquared, openedSquared, visitsOpened]
    }

    package init(columns: [Int64]) {
        self.init()
        (users, visits, shown, opened) = (columns[0], columns[1], columns[2], columns[3])
        (visitsSquared, openedSquared, visitsOpened) = (columns[4], columns[5], columns[6])
    }
}

extension UserEvent {
    /// Reads the columns of ``StoredTable/event``.
    package init(
        position: Int64,
        user: String,
        type: Int64,
        packed: Span<UInt8>,
        at: Int64
    ) throws(StoreError) {
        guard let code = UInt8(exactly: type), let action = UserAction(code: code, packed: packed),
            let user = user.isEmpty && action.isForgotten ? .erased : UserID(user)
        else { throw .defect("cannot read the event \(position)") }
        self.init(position: position, user: user, action: action, at: at)
    }
}

extension PackedItem {
    package init(stored bytes: Span<UInt8>, of id: CatalogueItem.ID) throws(StoreError) {
        guard let item = Self(bytes) else { throw .defect("cannot read the item \(id)") }
        self = item
    }
}

extension StoreLimits {
    /// Checks a column of ``StoredTable/store``.
    package static func checkedSigningKey(_ key: [UInt8]?) throws(StoreError) -> [UInt8] {
        guard let key, key.count == signingKeyLength else { throw .defect("the store has no signing key") }
        return key
    }
}
