import PostgreSQL

/// The statements of ``PostgreSQLStore``, each by name.
///
/// A connection prepares each statement once, with the settings of ``Session``, and reads rows in binary format. Each text
/// stands beside a comment that lists its parameters and its columns, in PostgreSQL's types; a `?` marks a column that may be
/// null.
enum SQL: Int, CaseIterable {
    // The store row
    case state, signingKey, acknowledgedPosition, lockStore, saveStore, announce, announceUsers, limitWaits,
        beginHistory
    // The schema
    case lockSchema, addSchemaVersion, schemaVersion, putSchemaVersion
    // Reading items
    case feedState, changedItems, tombstonesAfter
    // Changing items
    case readItems, putItems, putOpenedBy, removeItems
    case putTombstones, removeTombstones, oldestRemoval, removeExpiredTombstones
    // Users
    case userRecord, readRecords, putRecords, removeRecords
    // Events
    case events, addEvents, removeEventsOfUsers, removeEventsBefore

    /// The statement itself.
    var text: String {
        switch self {
        case .state: Self.stateText
        case .signingKey: "SELECT signing_key FROM store WHERE key = 1"
        case .acknowledgedPosition: "SELECT acknowledged_position FROM store WHERE key = 1"
        case .lockStore: Self.lockStoreText
        case .saveStore: Self.saveStoreText
        case .announce: Self.announceText
        case .announceUsers: Self.announceUsersText
        case .limitWaits: Self.limitWaitsText
        case .beginHistory: Self.beginHistoryText

        case .lockSchema: Self.lockSchemaText
        case .addSchemaVersion: Self.addSchemaVersionText
        case .schemaVersion: "SELECT version FROM schema_version WHERE key = 1"
        case .putSchemaVersion: Self.putSchemaVersionText

        case .feedState: Self.feedStateText
        case .changedItems: Self.changedItemsText
        case .tombstonesAfter: Self.tombstonesAfterText

        case .readItems: Self.readItemsText
        case .putItems: Self.putItemsText
        case .putOpenedBy: Self.putOpenedByText
        case .removeItems: Self.removeItemsText
        case .putTombstones: Self.putTombstonesText
        case .removeTombstones: Self.removeTombstonesText
        case .oldestRemoval: "SELECT removed_at FROM tombstone ORDER BY version LIMIT 1"
        case .removeExpiredTombstones: Self.removeExpiredTombstonesText

        case .userRecord: "SELECT record FROM app_user WHERE id = $1::text"
        case .readRecords: Self.readRecordsText
        case .putRecords: Self.putRecordsText
        case .removeRecords: "DELETE FROM app_user WHERE id = ANY ($1::text[])"

        case .events: Self.eventsText
        case .addEvents: Self.addEventsText
        case .removeEventsOfUsers: "DELETE FROM event WHERE user_id = ANY ($1::text[])"
        case .removeEventsBefore: Self.removeEventsBeforeText
        }
    }

    /// The statement with values for its parameters.
    func callAsFunction(_ values: Value...) -> BoundStatement { BoundStatement(statement, values) }

    private var statement: Statement { Self.statements[rawValue] }

    private static let statements = allCases.map { Statement("hearth_\($0)", $0.text) }
}

extension SQL {
    /// Joins the rows of a table that a look-up by an index finds. `OFFSET 0` keeps other conditions out of it: otherwise a
    /// plan that was made while the table was small, or without statistics, might read all of the table.
    static func lookUp(_ table: String, where found: String) -> String {
        "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table)"
    }
}
