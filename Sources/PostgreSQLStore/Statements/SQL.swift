/// The statements of ``PostgreSQLStore``, which run with ``SessionSettings``.
///
/// Comments list the types of columns, where `?` marks a nullable one, and of parameters (`$1`, `$2`, …) that the text
/// does not name. Array parameters of one statement have the same length.
enum SQL {
    static let begin: Statement = "BEGIN"
    static let commit: Statement = "COMMIT"
    static let rollback: Statement = "ROLLBACK"

    /// Joins a look-up by index. `OFFSET 0` keeps the planner from merging it into the query, which could lead to a
    /// scan of the whole table if it was small or had no statistics when the plan was made.
    private static func lookUp(_ table: String, where found: String) -> String {
        "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table)"
    }
}

// MARK: Items

extension SQL {
    /// Columns: history int8, item_version int8, oldest_version int8, is a replica bool; one row.
    static let feedState: Statement = """
        SELECT history, item_version, oldest_version, pg_is_in_recovery() FROM store WHERE key = 1
        """

    /// Parameters: version int8, limit int8. Columns: packed bytea, opened_by int4.
    static let changedItems: Statement = """
        SELECT packed, opened_by FROM item WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    /// Parameters: version int8, limit int8. Columns: kind text, id text.
    static let tombstonesAfter: Statement = """
        SELECT kind, id FROM tombstone WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    /// Parameters: kinds text[], ids text[]. Columns: index of the id from 1 on int8, opened_by int4, packed bytea.
    static let readItems: Statement = """
        SELECT given.number, item.opened_by, item.packed
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (kind, id, number)
        \(lookUp("item", where: "item.kind = given.kind AND item.id = given.id"))
        """

    static let putItems: Statement = """
        INSERT INTO item (kind, id, version, opened_by, packed)
        SELECT kind, id, $1::int8, opened_by, packed
        FROM unnest($2::text[], $3::text[], $4::int8[], $5::bytea[]) AS given (kind, id, opened_by, packed)
        ON CONFLICT (kind, id) DO UPDATE
        SET version = excluded.version, opened_by = excluded.opened_by, packed = excluded.packed
        """

    static let removeItems: Statement = """
        DELETE FROM item USING unnest($1::text[], $2::text[]) AS given (kind, id)
        WHERE item.kind = given.kind AND item.id = given.id
        """

    /// Parameters: version int8, removed at (Unix seconds) int8, kinds text[], ids text[].
    static let putTombstones: Statement = """
        INSERT INTO tombstone (kind, id, version, removed_at)
        SELECT kind, id, $1::int8, $2::int8 FROM unnest($3::text[], $4::text[]) AS given (kind, id)
        ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, removed_at = excluded.removed_at
        """

    static let removeTombstones: Statement = """
        DELETE FROM tombstone USING unnest($1::text[], $2::text[]) AS given (kind, id)
        WHERE tombstone.kind = given.kind AND tombstone.id = given.id
        """

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
    /// Columns: record bytea.
    static let userRecord: Statement = "SELECT record FROM app_user WHERE id = $1::text"

    /// Columns: id text.
    static let sampledUsers: Statement = """
        SELECT id FROM app_user ORDER BY hashtextextended(id, 0), id LIMIT $1::int8
        """

    /// Columns: index of the user from 1 on int8, record bytea.
    static let readRecords: Statement = """
        SELECT given.number, app_user.record
        FROM unnest($1::text[]) WITH ORDINALITY AS given (id, number)
        \(lookUp("app_user", where: "app_user.id = given.id"))
        """

    static let putRecords: Statement = """
        INSERT INTO app_user (id, record)
        SELECT id, record FROM unnest($1::text[], $2::bytea[]) AS given (id, record)
        ON CONFLICT (id) DO UPDATE SET record = excluded.record
        """

    static let removeRecords: Statement = "DELETE FROM app_user WHERE id = ANY ($1::text[])"

    /// Columns: packed bytea.
    static let userCounts: Statement = "SELECT packed FROM user_counts WHERE id = $1::text"

    /// Columns: index of the user from 1 on int8, packed bytea.
    static let readCounts: Statement = """
        SELECT given.number, user_counts.packed
        FROM unnest($1::text[]) WITH ORDINALITY AS given (id, number)
        \(lookUp("user_counts", where: "user_counts.id = given.id"))
        """

    static let putCounts: Statement = """
        INSERT INTO user_counts (id, at, packed)
        SELECT id, at, packed FROM unnest($1::text[], $2::int8[], $3::bytea[]) AS given (id, at, packed)
        ON CONFLICT (id) DO UPDATE SET at = excluded.at, packed = excluded.packed
        """

    static let removeCounts: Statement = "DELETE FROM user_counts WHERE id = ANY ($1::text[])"

    /// Parameters: before (Unix seconds) int8, limit int8.
    static let removeCountsBefore: Statement = """
        DELETE FROM user_counts
        WHERE id = ANY (ARRAY(SELECT id FROM user_counts WHERE at < $1::int8 ORDER BY at LIMIT $2::int8))
        """

    /// Columns: those of ``events``; the latest first.
    static let lastEventsOfUser: Statement = """
        SELECT position, user_id, type, packed, at FROM event WHERE user_id = $1::text
        ORDER BY position DESC LIMIT $2::int8
        """

    /// Columns: position int8, user text, type int2, packed bytea, at int8; in order.
    static let events: Statement = """
        SELECT position, user_id, type, packed, at FROM event WHERE position > $1::int8 ORDER BY position LIMIT $2::int8
        """

    static let addEvents: Statement = """
        INSERT INTO event (position, user_id, type, packed, at)
        SELECT * FROM unnest($1::int8[], $2::text[], $3::int8[], $4::bytea[], $5::int8[])
        """

    /// Parameters: users text[], a type that stays int2.
    static let removeEventsOfUsers: Statement = """
        DELETE FROM event WHERE user_id = ANY ($1::text[]) AND type <> $2::int2
        """

    /// Parameters: users text[], a type that does not count int2. Columns: user text, position int8, type int2; in order.
    static let eventsOfUsers: Statement = """
        SELECT event.user_id, event.position, event.type FROM unnest($1::text[]) AS given (id)
        \(lookUp("event", where: "event.user_id = given.id AND event.type <> $2::int2")) ORDER BY event.position
        """

    /// Removes the users of events of a type that are acknowledged. Parameters: type int2, after position int8, through
    /// position int8.
    static let eraseAcknowledged: Statement = """
        UPDATE event SET user_id = '' WHERE type = $1::int2 AND position > $2::int8 AND position <= $3::int8
        """

    /// Parameters: before (Unix seconds) int8, limit int8.
    static let removeEventsBefore: Statement = """
        DELETE FROM event
        WHERE position = ANY (ARRAY(SELECT position FROM event WHERE at < $1::int8 ORDER BY at LIMIT $2::int8))
        """
}

// MARK: Totals

extension SQL {
    /// Columns: day int4, segment text, widget text, arms text, rank int2, then the four counts int8.
    static let eventTotals: Statement = """
        SELECT day, segment, widget, arms, rank, shown, opened, saved, dismissed FROM event_total WHERE day >= $1::int8
        """

    static let addEventTotals: Statement = """
        INSERT INTO event_total (day, segment, widget, arms, rank, shown, opened, saved, dismissed)
        SELECT * FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[],
            $8::int8[], $9::int8[])
        ON CONFLICT (day, segment, widget, arms, rank) DO UPDATE SET shown = event_total.shown + excluded.shown,
            opened = event_total.opened + excluded.opened, saved = event_total.saved + excluded.saved,
            dismissed = event_total.dismissed + excluded.dismissed
        """

    static let removeTotalsBefore: Statement = """
        DELETE FROM event_total WHERE ctid = ANY (ARRAY(SELECT ctid FROM event_total WHERE day < $1::int8 LIMIT $2::int8))
        """

    /// Columns: experiment text, arm text, then the seven sums int8.
    static let armTotals: Statement = """
        SELECT experiment, arm, users, visits, shown, opened, visits_squared, opened_squared, visits_opened
        FROM arm_total
        """

    static let addArmTotals: Statement = """
        INSERT INTO arm_total
            (experiment, arm, users, visits, shown, opened, visits_squared, opened_squared, visits_opened)
        SELECT * FROM unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[],
            $8::int8[], $9::int8[])
        ON CONFLICT (experiment, arm) DO UPDATE SET users = arm_total.users + excluded.users,
            visits = arm_total.visits + excluded.visits, shown = arm_total.shown + excluded.shown,
            opened = arm_total.opened + excluded.opened,
            visits_squared = arm_total.visits_squared + excluded.visits_squared,
            opened_squared = arm_total.opened_squared + excluded.opened_squared,
            visits_opened = arm_total.visits_opened + excluded.visits_opened
        """
}

// MARK: The checkpoint

extension SQL {
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
    /// The state of a server. Columns: is a replica bool, item_version int8, user_version int8,
    /// history int8, WAL position in bytes int8, replay delay in seconds float8?, timeline of a primary int8?, timeline
    /// on which the history began int8, whether the transaction is read-only bool; one row.
    static let state: Statement = """
        SELECT pg_is_in_recovery(), item_version, user_version, history,
            pg_wal_lsn_diff(
                CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'
            )::int8,
            CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()
                THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END,
            CASE WHEN NOT pg_is_in_recovery() THEN \(timeline) END, timeline,
            current_setting('transaction_read_only')::bool
        FROM store WHERE key = 1
        """

    /// The timeline that a primary writes, int8.
    static let timeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8"

    /// Columns: signing_key bytea; one row.
    static let signingKey: Statement = "SELECT signing_key FROM store WHERE key = 1"

    /// Columns: acknowledged_position int8; one row.
    static let acknowledgedPosition: Statement = "SELECT greatest(0, acknowledged_position) FROM store WHERE key = 1"

    /// Locks the store row until the transaction ends, so that writers take turns. Columns: ``StoreRow``; one row.
    static let lockStore: Statement = """
        SELECT item_version, user_version, history, next_arrival, event_position, acknowledged_position
        FROM store WHERE key = 1 FOR UPDATE
        """

    /// Parameters: ``StoreRow`` without its history.
    static let saveStore: Statement = """
        UPDATE store SET item_version = $1::int8, user_version = $2::int8, next_arrival = $3::int8,
            event_position = $4::int8, acknowledged_position = $5::int8
        WHERE key = 1
        """

    /// Announces the versions to other stores with the commit. Parameters: origin text.
    static let announce: Statement = """
        SELECT pg_notify('\(NotificationChannel.versions)', concat_ws(',', $1::text, item_version, user_version,
            CASE WHEN history < 0 THEN history + 18446744073709551616::numeric ELSE history END))
        FROM store WHERE key = 1
        """

    /// Announces changed records to other stores with the commit, before ``announce``. Parameters: users text[].
    static let announceUsers: Statement = """
        SELECT pg_notify('\(NotificationChannel.users)', user_id) FROM unnest($1::text[]) AS given (user_id)
        """

    /// Limits a transaction's wait for the lock of the store row, and lets its commit wait for no replica.
    static let limitWaits: Statement = """
        SELECT set_config('lock_timeout', '500ms', true), set_config('synchronous_commit', 'local', true)
        """

    /// Begins a new history after a promotion or a loss: versions and positions continue above all earlier ones.
    /// Parameters: the primary's timeline int8, the history that lost something int8?.
    static let beginHistory: Statement = """
        UPDATE store SET timeline = $1::int8, history = \(PostgreSQLStore.randomHistory), \(
            ["item_version", "user_version", "event_position"].map(raised).joined(separator: ", ")
        )
        WHERE key = 1 AND (timeline <> $1::int8 OR history = $2::int8)
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
