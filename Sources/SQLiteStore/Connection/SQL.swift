import Catalogue

/// The statements of ``SQLiteStore`` beside those that are alike for all tables. Each has one plan for any content:
/// indexes that matter are named (`INDEXED BY`).
enum SQL: String, CaseIterable {
    // Transactions
    case begin = "BEGIN"
    case beginWriting = "BEGIN IMMEDIATE"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"

    // The store row
    case store =
        """
        SELECT item_version, user_version, history, oldest_version, next_arrival, event_position, acknowledged_position,
            signing_key
        FROM store WHERE key = 1
        """
    case saveStore =
        """
        UPDATE store SET item_version = ?, user_version = ?, next_arrival = ?, event_position = ?,
            acknowledged_position = ?
        WHERE key = 1
        """
    case setOldestVersion = "UPDATE store SET oldest_version = ? WHERE key = 1"
    case changeHistory = "UPDATE store SET history = random() WHERE key = 1"

    // Items
    case item = "SELECT packed, opened_by FROM item WHERE kind = ? AND id = ?"
    case allItems = "SELECT packed, opened_by FROM item"
    case changedItems = "SELECT packed, opened_by FROM item INDEXED BY item_by_version WHERE version > ?"
    case tombstonesAfter = "SELECT kind, id FROM tombstone INDEXED BY tombstone_by_version WHERE version > ?"
    case oldestTombstone =
        "SELECT version, removed_at FROM tombstone INDEXED BY tombstone_by_version ORDER BY version LIMIT 1"
    case removeTombstones = "DELETE FROM tombstone WHERE version = ?"

    // Users, counts and totals
    case userRecord = "SELECT record FROM app_user WHERE id = ?"
    case userIDs = "SELECT id FROM app_user"
    case counts = "SELECT packed FROM user_counts WHERE id = ?"
    case eventTotals =
        """
        SELECT day, segment, widget, arms, rank, shown, opened, saved, dismissed FROM event_total WHERE day >= ?
        """
    case armTotals =
        """
        SELECT experiment, arm, users, visits, shown, opened, visits_squared, opened_squared, visits_opened
        FROM arm_total
        """

    // Events
    case eventsAfter =
        "SELECT position, user_id, type, packed, at FROM event WHERE position > ? ORDER BY position LIMIT ?"
    case lastEventsOfUser =
        """
        SELECT position, user_id, type, packed, at FROM event INDEXED BY event_by_user WHERE user_id = ?
        ORDER BY position DESC LIMIT ?
        """
    /// All but those of a type.
    case eventsOfUser =
        "SELECT position, type FROM event INDEXED BY event_by_user WHERE user_id = ? AND type <> ?"
    /// All but those of a type.
    case removeEventsOfUser = "DELETE FROM event WHERE user_id = ? AND type <> ?"
    case eraseUsers = "UPDATE event SET user_id = '' WHERE position > ? AND position <= ? AND type = ?"

    // The checkpoint
    case checkpoint = "SELECT position, packed FROM checkpoint ORDER BY position, number"
    case acceptsCheckpoint =
        """
        SELECT history = ?2 AND NOT EXISTS (SELECT 1 FROM checkpoint WHERE position >= ?1)
        FROM store WHERE key = 1
        """
    case removeCheckpoint = "DELETE FROM checkpoint"
}

extension StoredTable {
    func insertion(_ conflict: Conflict) -> String {
        insertion(of: "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))", conflict)
    }

    /// Removes the row with a key.
    var removal: String {
        "DELETE FROM \(name) WHERE \(key.map { "\($0.name) = ?" }.joined(separator: " AND "))"
    }
}

extension RetainedData {
    /// Parameters: the bound of the time column, and a limit.
    var deletion: String {
        let (name, keys) = (table.name, table.key.names)
        return "DELETE FROM \(name) WHERE (\(keys)) IN (SELECT \(keys) FROM \(name) WHERE \(timeColumn) < ? LIMIT ?)"
    }
}
