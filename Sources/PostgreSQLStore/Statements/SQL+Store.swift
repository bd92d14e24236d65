// The store row and its versions.
extension SQL {
    /// What a server is, and how far it is.
    /// - Columns: int4 the process of the server, bool whether it is a replica, item_version, user_version, history int8, int8 how many
    ///   bytes of the primary's log it has, float8? for how many seconds a replica that has not all of what it was sent has
    ///   been behind, int8? a primary's timeline, int8 the timeline on which the versions' history began; one row.
    static let state: Statement = """
        SELECT pg_backend_pid(), pg_is_in_recovery(), item_version, user_version, history,
            pg_wal_lsn_diff(
                CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'
            )::int8,
            CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()
                THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END,
            CASE WHEN NOT pg_is_in_recovery() THEN \(timeline) END, timeline
        FROM store WHERE key = 1
        """

    /// The timeline that a primary writes, int8.
    static let timeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8"

    /// The key that signs cursors and tokens.
    /// - Columns: signing_key bytea; one row.
    static let signingKey: Statement = "SELECT signing_key FROM store WHERE key = 1"

    /// The position of the last event that an external service has taken.
    /// - Columns: acknowledged_position int8; one row.
    static let acknowledgedPosition: Statement = "SELECT acknowledged_position FROM store WHERE key = 1"

    /// Waits until no other writer has the store row, and keeps others from it until the end of the transaction. The first
    /// statement of each transaction that writes.
    /// - Columns: ``StoreRow``, then int4 the process of the server; one row.
    static let lockStore: Statement = """
        SELECT item_version, user_version, history, next_arrival, event_position, acknowledged_position,
            pg_backend_pid()
        FROM store WHERE key = 1 FOR UPDATE
        """

    /// Saves the store row.
    /// - Parameters: ``StoreRow`` without its history.
    static let saveStore: Statement = """
        UPDATE store SET item_version = $1::int8, user_version = $2::int8, next_arrival = $3::int8,
            event_position = $4::int8, acknowledged_position = $5::int8
        WHERE key = 1
        """

    /// Announces the versions to other stores with the commit.
    /// - Parameters: 1 text, the store that announces them.
    /// - Columns: nothing to read.
    static let announce: Statement = """
        SELECT pg_notify('\(NotificationChannel.versions)', concat_ws(',', $1::text, item_version, user_version,
            CASE WHEN history < 0 THEN history + 18446744073709551616::numeric ELSE history END))
        FROM store WHERE key = 1
        """

    /// Announces to other stores whose records change with the commit, before ``announce``.
    /// - Parameters: 1 users text[].
    /// - Columns: nothing to read.
    static let announceUsers: Statement = """
        SELECT pg_notify('\(NotificationChannel.users)', user_id) FROM unnest($1::text[]) AS given (user_id)
        """

    /// Limits how long a transaction waits for the lock of the store row, and lets it wait for no replica. It is made again
    /// where it is lost.
    static let limitWaits: Statement = """
        SELECT set_config('lock_timeout', '500ms', true), set_config('synchronous_commit', 'local', true)
        """

    /// Raises the versions and the position of events to the first ones of another history, above all that there were, where
    /// the primary was promoted since, or has lost something.
    /// - Parameters: 1 int8 the primary's timeline, 2 int8? the history of which something was lost.
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
