/// A statement of both engines.
package enum StoreStatement: Sendable {
    /// Reads the rows that have these keys, with all columns.
    case find([[StoredValue]], in: StoredTable)
    case insertion(of: [[StoredValue]], into: StoredTable, StoredTable.Conflict)
    case removal(of: [[StoredValue]], from: StoredTable)
    /// `$1::int8` is a parameter with a cast in PostgreSQL, and a parameter's name in SQLite, which numbers the names
    /// in the order of the text.
    case sql(String, [StoredValue] = [])

    /// Whether it has no rows and does nothing.
    package var isEmpty: Bool {
        switch self {
        case .find(let rows, _), .insertion(let rows, _, _), .removal(let rows, _): rows.isEmpty
        case .sql: false
        }
    }
}

// MARK: The store row

extension StoreStatement {
    package static let storeQuery = "SELECT \(StoredTable.store.columnNames) FROM store WHERE key = 1"

    /// Columns: ``StoreRow``.
    package static let store = sql(storeQuery)

    static func save(_ store: StoreRow) -> Self {
        sql(
            """
            UPDATE store SET item_version = $1::int8, user_version = $2::int8, next_arrival = $3::int8,
                event_position = $4::int8, acknowledged_position = $5::int8
            WHERE key = 1
            """,
            [
                .integer(Int64(bitPattern: store.versions.items)), .integer(Int64(bitPattern: store.versions.users)),
                .integer(store.nextArrival), .integer(store.eventPosition), .integer(store.acknowledgedPosition),
            ]
        )
    }
}

// MARK: Items

extension StoreStatement {
    /// Columns: `packed`, `opened_by`.
    package static let allItems = "SELECT packed, opened_by FROM item"

    /// Columns: `packed`, `opened_by`.
    package static func changedItems(after version: Int64, limit: Int64) -> Self {
        sql(
            "SELECT packed, opened_by FROM item WHERE version > $1::int8 ORDER BY version LIMIT $2::int8",
            [.integer(version), .integer(limit)]
        )
    }

    /// Columns: `kind`, `id`.
    package static func tombstones(after version: Int64, limit: Int64) -> Self {
        sql(
            "SELECT kind, id FROM tombstone WHERE version > $1::int8 ORDER BY version LIMIT $2::int8",
            [.integer(version), .integer(limit)]
        )
    }

    /// Removes those of the 100 oldest tombstones that are older, and all others of their versions. Every change calls
    /// this and adds one version, so that expired ones do not pile up.
    package static func expireTombstones(before moment: Instant) -> [Self] {
        [
            sql(
                """
                UPDATE store SET oldest_version = expired.version
                FROM (
                    SELECT max(version) AS version
                    FROM (SELECT version, removed_at FROM tombstone ORDER BY version LIMIT 100) AS oldest
                    WHERE removed_at < $1::int8
                ) AS expired
                WHERE key = 1 AND expired.version IS NOT NULL
                """,
                [.integer(moment.seconds)]
            ),
            sql("DELETE FROM tombstone WHERE version <= (SELECT oldest_version FROM store WHERE key = 1)"),
        ]
    }
}

// MARK: Users and events

extension StoreStatement {
    /// Read the records, and then the counts.
    static func states(of users: some Collection<UserID>) -> [Self] {
        let keys = users.map { [StoredValue.text($0.rawValue)] }
        return [.find(keys, in: .user), .find(keys, in: .counts)]
    }

    package static let userIDs = "SELECT id FROM app_user"

    private static let eventQuery = "SELECT \(StoredTable.event.columnNames) FROM event"

    package static func events(after position: Int64, limit: Int) -> Self {
        sql(
            "\(eventQuery) WHERE position > $1::int8 ORDER BY position LIMIT $2::int8",
            [.integer(position), .integer(Int64(limit))]
        )
    }

    package static func lastEvents(of user: UserID, limit: Int) -> Self {
        sql(
            "\(eventQuery) WHERE user_id = $1::text ORDER BY position DESC LIMIT $2::int8",
            [.text(user.rawValue), .integer(Int64(limit))]
        )
    }

    /// Columns: `position`, `type`. Without ``UserAction/forgotten(openings:)``.
    package static func eventTypes(of user: UserID) -> Self {
        sql(
            "SELECT position, type FROM event WHERE user_id = $1::text AND type <> \(UserAction.forgottenCode)",
            [.text(user.rawValue)]
        )
    }

    /// Without ``UserAction/forgotten(openings:)``.
    package static func removeEvents(of user: UserID) -> Self {
        sql(
            "DELETE FROM event WHERE user_id = $1::text AND type <> \(UserAction.forgottenCode)",
            [.text(user.rawValue)]
        )
    }

    /// Removes the names of users from their ``UserAction/forgotten(openings:)`` events.
    package static func eraseUsers(after position: Int64, through last: Int64) -> Self {
        sql(
            """
            UPDATE event SET user_id = ''
            WHERE type = \(UserAction.forgottenCode) AND position > $1::int8 AND position <= $2::int8
            """,
            [.integer(position), .integer(last)]
        )
    }

    package static func eventTotals(since day: Int32) -> Self {
        sql(
            "SELECT \(StoredTable.eventTotal.columnNames) FROM event_total WHERE day >= $1::int8",
            [.integer(Int64(day))]
        )
    }

    package static let armTotals = sql("SELECT \(StoredTable.armTotal.columnNames) FROM arm_total")

    package static func deletion(of history: RetainedData, before moment: Instant, limit: Int) -> Self {
        let (table, column, bound) =
            switch history {
            case .events: (StoredTable.event, "at", moment.seconds)
            case .counts: (StoredTable.counts, "at", moment.seconds)
            case .totals: (StoredTable.eventTotal, "day", Int64(EventTotal.day(of: moment)))
            }
        return sql(
            """
            DELETE FROM \(table.name) WHERE (\(table.keyNames)) IN (
                SELECT \(table.keyNames) FROM \(table.name) WHERE \(column) < $1::int8 LIMIT $2::int8
            )
            """,
            [.integer(bound), .integer(Int64(limit))]
        )
    }
}

// MARK: The checkpoint

extension StoreStatement {
    /// Columns: `position`, `packed`.
    package static let checkpoint = "SELECT position, packed FROM checkpoint ORDER BY position, number"

    /// Returns a row if the checkpoint may be written.
    package static func acceptsCheckpoint(at position: Int64, in history: UInt64) -> Self {
        sql(
            """
            SELECT 1 FROM store
            WHERE key = 1 AND history = $1::int8 AND NOT EXISTS (SELECT 1 FROM checkpoint WHERE position > $2::int8)
            """,
            [.integer(Int64(bitPattern: history)), .integer(position)]
        )
    }

    package static func removeCheckpoints(before position: Int64) -> Self {
        sql("DELETE FROM checkpoint WHERE position < $1::int8", [.integer(position)])
    }
}
