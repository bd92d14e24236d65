import Catalogue

/// The statements of ``PostgreSQLStore``, which run with ``SessionSettings``.
///
/// Comments list the types of columns, where `?` marks a nullable one, and of parameters (`$1`, `$2`, …) that the text
/// does not name. Array parameters of one statement have the same length, one element for each row.
enum SQL {
    // MARK: Items

    /// Parameters: version int8, limit int8. Columns: packed bytea, opened_by int4.
    static let changedItems: Statement = """
        SELECT packed, opened_by FROM item WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    /// Parameters: version int8, limit int8. Columns: kind text, id text.
    static let tombstonesAfter: Statement = """
        SELECT kind, id FROM tombstone WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    static let items = find(.item)

    /// Removes the oldest tombstones, whole versions at a time. Parameters: removed before (Unix seconds) int8.
    static let removeExpiredTombstones: Statement = """
        WITH expired AS MATERIALIZED (
            SELECT max(version) AS version
            FROM (
                SELECT version, removed_at FROM tombstone
                WHERE (SELECT removed_at FROM tombstone ORDER BY version LIMIT 1) < $1::int8
                ORDER BY version LIMIT 10000
            ) AS oldest
            WHERE removed_at < $1::int8
        ), removed AS (
            DELETE FROM tombstone WHERE version <= (SELECT version FROM expired)
        )
        UPDATE store SET oldest_version = greatest(oldest_version, expired.version)
        FROM expired WHERE store.key = 1 AND expired.version IS NOT NULL
        """
}

// MARK: Users and events

extension SQL {
    static let records = find(.user)
    static let counts = find(.counts)

    /// Columns: id text.
    static let sampledUsers: Statement = """
        SELECT id FROM app_user ORDER BY hashtextextended(id, 0), id LIMIT $1::int8
        """

    /// The latest first.
    static let lastEventsOfUser: Statement = """
        SELECT \(StoredTable.event.columnNames) FROM event WHERE user_id = $1::text ORDER BY position DESC LIMIT $2::int8
        """

    static let events: Statement = """
        SELECT \(StoredTable.event.columnNames) FROM event WHERE position > $1::int8 ORDER BY position LIMIT $2::int8
        """

    /// All but those that a user was forgotten.
    static let removeEventsOfUsers: Statement = """
        DELETE FROM event WHERE user_id = ANY ($1::text[]) AND type <> \(UserAction.forgottenCode)
        """

    /// All but those that the user was forgotten. Columns: position int8, type int2.
    static let eventsOfUser: Statement = """
        SELECT position, type FROM event WHERE user_id = $1::text AND type <> \(UserAction.forgottenCode)
        """

    /// Removes the users of events that they were forgotten. Parameters: after position int8, through position int8.
    static let eraseUsers: Statement = """
        UPDATE event SET user_id = ''
        WHERE type = \(UserAction.forgottenCode) AND position > $1::int8 AND position <= $2::int8
        """
}

// MARK: Totals and the checkpoint

extension SQL {
    static let eventTotals: Statement = """
        SELECT \(StoredTable.eventTotal.columnNames) FROM event_total WHERE day >= $1::int8
        """

    static let armTotals: Statement = "SELECT \(StoredTable.armTotal.columnNames) FROM arm_total"

    /// Columns: position int8, the number of its chunks int8; at most one row.
    static let latestCheckpoint: Statement = """
        SELECT position, count(*) FROM checkpoint
        WHERE position = (SELECT position FROM checkpoint ORDER BY position DESC LIMIT 1) GROUP BY position
        """

    /// Parameters: position int8, number int8. Columns: packed bytea; no row after the checkpoint was replaced.
    static let checkpointChunk: Statement = """
        SELECT packed FROM checkpoint WHERE position = $1::int8 AND number = $2::int8
        """

    /// Parameters: position int8, history int8. Columns: whether the checkpoint may be written bool; one row.
    static let acceptsCheckpoint: Statement = """
        SELECT history = $2::int8 AND NOT EXISTS (SELECT FROM checkpoint WHERE position > $1::int8)
        FROM store WHERE key = 1
        """

    /// Changes no row if another store has written a checkpoint of this position.
    static let addCheckpointChunk: Statement = """
        INSERT INTO checkpoint (position, number, packed) VALUES ($1::int8, $2::int8, $3::bytea) ON CONFLICT DO NOTHING
        """

    static let removeCheckpointsBefore: Statement = "DELETE FROM checkpoint WHERE position < $1::int8"
}

// MARK: The store row

extension SQL {
    /// Columns: those of ``StoredVersions``, whether the history began on the primary's timeline bool, whether the
    /// transaction is read-only bool; one row.
    static let primaryState: Statement = """
        SELECT item_version, user_version, history, timeline = \(currentTimeline),
            current_setting('transaction_read_only')::bool
        FROM store WHERE key = 1
        """

    /// Columns: the timeline that a primary writes int8?; NULL for a replica; one row.
    static let timeline: Statement = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN \(currentTimeline) END"

    /// The timeline that a primary writes, int8.
    static let currentTimeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8"

    /// Columns: ``StoreRow``; one row.
    static let store: Statement = "SELECT \(StoredTable.store.columnNames) FROM store WHERE key = 1"

    /// Locks the store row until the transaction ends, so that writers take turns. Columns: ``StoreRow``; one row.
    static let lockStore: Statement = "\(store.text) FOR UPDATE"

    /// Parameters: ``StoreRow/changingValues``.
    static let saveStore: Statement = """
        UPDATE store SET item_version = $1::int8, user_version = $2::int8, next_arrival = $3::int8,
            event_position = $4::int8, acknowledged_position = $5::int8
        WHERE key = 1
        """

    /// Tells other stores with the commit. Parameters: ``Announcement/payload`` text.
    static let announce: Statement = "SELECT pg_notify('\(Announcement.channel)', $1::text)"

    /// Limits a transaction's wait for the lock of the store row, and lets its commit wait for no replica.
    static let limitWaits: Statement = """
        SELECT set_config('lock_timeout', '500ms', true), set_config('synchronous_commit', 'local', true)
        """

    /// Begins a new history after a promotion or a loss: versions and positions continue above all earlier ones.
    /// Parameters: the history that lost something int8?.
    static let beginHistory: Statement = """
        UPDATE store SET timeline = \(currentTimeline), history = \(PostgreSQLStore.randomHistory), \(
            ["item_version", "user_version", "event_position"].map(raised).joined(separator: ", ")
        )
        WHERE key = 1 AND (timeline <> \(currentTimeline) OR history = $1::int8)
        """

    private static func raised(_ number: String) -> String {
        "\(number) = (\(number) >> \(PostgreSQLStore.versionBits)) + 1 << \(PostgreSQLStore.versionBits)"
    }
}

extension PostgreSQLStore {
    /// SQL for a random history, int8.
    package static let randomHistory =
        "('x' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16))::bit(64)::int8"
}
