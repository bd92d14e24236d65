/// The statements of ``SQLiteStore``. Each has one plan for any content: indexes that matter are named (`INDEXED BY`).
enum SQL: String, CaseIterable {
    // Transactions
    case begin = "BEGIN"
    case beginWriting = "BEGIN IMMEDIATE"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"
    case savepoint = "SAVEPOINT change"
    case release = "RELEASE change"
    case rollbackToSavepoint = "ROLLBACK TO change"

    // The store row
    case versions = "SELECT item_version, user_version FROM store WHERE key = 1"
    case raiseVersions =
        """
        UPDATE store SET item_version = item_version + ?, user_version = user_version + ?
        WHERE key = 1 RETURNING item_version, user_version
        """
    case signingKey = "SELECT signing_key FROM store WHERE key = 1"
    case nextChange = "SELECT item_version + 1, next_arrival FROM store WHERE key = 1"
    case setNextArrival = "UPDATE store SET next_arrival = ? WHERE key = 1"
    case changeHistory = "UPDATE store SET history = random() WHERE key = 1"

    // Reading items
    case feedState = "SELECT history, item_version, oldest_version FROM store WHERE key = 1"
    case allItems = "SELECT packed, opened_by FROM item"
    case changedItems = "SELECT packed, opened_by FROM item INDEXED BY item_by_version WHERE version > ?"
    case tombstonesAfter = "SELECT kind, id FROM tombstone INDEXED BY tombstone_by_version WHERE version > ?"

    // Changing items
    case item = "SELECT key, packed FROM item WHERE kind = ? AND id = ?"
    case itemKey = "SELECT key FROM item WHERE kind = ? AND id = ?"
    case addItem = "INSERT INTO item (kind, id, version, opened_by, packed) VALUES (?, ?, ?, ?, ?)"
    case changeItem = "UPDATE item SET version = ?2, packed = ?3 WHERE key = ?1"
    case removeItem = "DELETE FROM item WHERE key = ?"
    case raiseOpenedBy = "UPDATE item SET opened_by = opened_by + 1, version = ?3 WHERE kind = ?1 AND id = ?2"
    case lowerOpenedBy =
        "UPDATE item SET opened_by = opened_by - 1, version = ?3 WHERE kind = ?1 AND id = ?2 AND opened_by > 0"
    case putTombstone = "INSERT OR REPLACE INTO tombstone (kind, id, version, removed_at) VALUES (?, ?, ?, ?)"
    case removeTombstone = "DELETE FROM tombstone WHERE kind = ? AND id = ?"
    case oldestTombstone =
        "SELECT version, removed_at FROM tombstone INDEXED BY tombstone_by_version ORDER BY version LIMIT 1"
    case removeTombstones = "DELETE FROM tombstone WHERE version = ?"
    case setOldestVersion = "UPDATE store SET oldest_version = ? WHERE key = 1"

    // Users
    case userRecord = "SELECT record FROM app_user WHERE id = ?"
    case userIDs = "SELECT id FROM app_user"
    case putUserRecord =
        "INSERT INTO app_user (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
    case removeUser = "DELETE FROM app_user WHERE id = ?"

    // Counts and totals
    case counts = "SELECT packed FROM user_counts WHERE id = ?"
    case putCounts =
        """
        INSERT INTO user_counts (id, at, packed) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET at = excluded.at, packed = excluded.packed
        """
    case removeCounts = "DELETE FROM user_counts WHERE id = ?"
    case removeCountsBefore =
        """
        DELETE FROM user_counts
        WHERE key IN (SELECT key FROM user_counts INDEXED BY user_counts_by_time WHERE at < ? LIMIT ?)
        """
    case eventTotals =
        """
        SELECT day, segment, widget, arms, rank, shown, opened, saved, dismissed FROM event_total WHERE day >= ?
        """
    case addEventTotal =
        """
        INSERT INTO event_total (day, segment, widget, arms, rank, shown, opened, saved, dismissed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (day, segment, widget, arms, rank) DO UPDATE SET shown = shown + excluded.shown,
            opened = opened + excluded.opened, saved = saved + excluded.saved,
            dismissed = dismissed + excluded.dismissed
        """
    case removeTotalsBefore =
        """
        DELETE FROM event_total WHERE (day, segment, widget, arms, rank) IN
            (SELECT day, segment, widget, arms, rank FROM event_total WHERE day < ? LIMIT ?)
        """
    case armTotals =
        """
        SELECT experiment, arm, users, visits, shown, opened, visits_squared, opened_squared, visits_opened
        FROM arm_total
        """
    case addArmTotal =
        """
        INSERT INTO arm_total
            (experiment, arm, users, visits, shown, opened, visits_squared, opened_squared, visits_opened)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (experiment, arm) DO UPDATE SET users = users + excluded.users, visits = visits + excluded.visits,
            shown = shown + excluded.shown, opened = opened + excluded.opened,
            visits_squared = visits_squared + excluded.visits_squared,
            opened_squared = opened_squared + excluded.opened_squared,
            visits_opened = visits_opened + excluded.visits_opened
        """

    // Events
    case addEvent = "INSERT INTO event (user_id, type, packed, at) VALUES (?, ?, ?, ?)"
    case eventsAfter =
        "SELECT position, user_id, type, packed, at FROM event WHERE position > ? ORDER BY position LIMIT ?"
    case lastEventsOfUser =
        """
        SELECT position, user_id, type, packed, at FROM event INDEXED BY event_by_user WHERE user_id = ?
        ORDER BY position DESC LIMIT ?
        """
    /// Logs that a user was forgotten, and names the user if events were sent to an external service.
    case addForgotten =
        """
        INSERT INTO event (user_id, type, packed, at)
        SELECT iif(acknowledged_position >= 0, ?, ''), ?, ?, ? FROM store WHERE key = 1
        """
    case openingsOfUser =
        "SELECT position FROM event INDEXED BY event_by_user WHERE user_id = ? AND type = ? ORDER BY position"
    case removeEventsOfUser = "DELETE FROM event WHERE user_id = ?1 AND type <> ?2"
    case removeEventsBefore =
        "DELETE FROM event WHERE position IN (SELECT position FROM event INDEXED BY event_by_time WHERE at < ? LIMIT ?)"
    case acknowledgedPosition = "SELECT max(0, acknowledged_position) FROM store WHERE key = 1"
    /// Removes the users of events of a type that are being acknowledged.
    case eraseAcknowledged =
        """
        UPDATE event SET user_id = '' WHERE type = ?2 AND position <= ?1
            AND position > (SELECT acknowledged_position FROM store WHERE key = 1)
        """
    case touch = "UPDATE store SET next_arrival = next_arrival WHERE key = 1"
    case acknowledge = "UPDATE store SET acknowledged_position = max(acknowledged_position, ?) WHERE key = 1"

    // The checkpoint
    case checkpoint = "SELECT position, packed FROM checkpoint ORDER BY position, number"
    case acceptsCheckpoint =
        """
        SELECT history = ?2 AND NOT EXISTS (SELECT 1 FROM checkpoint WHERE position >= ?1)
        FROM store WHERE key = 1
        """
    case removeCheckpoint = "DELETE FROM checkpoint"
    case addCheckpointChunk = "INSERT INTO checkpoint (position, number, packed) VALUES (?, ?, ?)"
}
