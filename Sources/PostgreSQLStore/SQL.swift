import Catalogue

/// The statements of ``PostgreSQLStore`` alone. Each runs with ``SessionSettings``.
///
/// Comments list the types of columns, where `?` marks a nullable one.
enum SQL {
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
    static let store = Statement(StoreStatement.storeQuery)

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
