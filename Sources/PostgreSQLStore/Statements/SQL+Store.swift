import PostgreSQL

/// The channels on which a transaction that commits tells the others what it has changed (`NOTIFY`).
enum Channel {
    /// That the versions have changed; the payload: who has changed them, then catalogue, openings
    /// and users in decimal, with commas.
    static let versions = "hearth_versions"
    /// That something of a user has changed; the payload: the user's id. Whatever is
    /// told on ``versions`` next is of the same transaction.
    static let users = "hearth_users"

    /// Has a connection told of both.
    static let listen = [
        BoundStatement(Statement("listen_versions", "LISTEN \(versions)"), []),
        BoundStatement(Statement("listen_users", "LISTEN \(users)"), []),
    ]
}

// Transactions, the schema, and what concerns the store as a whole.
extension SQL {
    // MARK: Transactions

    /// Waits for this writer's turn. The first statement of each transaction that writes.
    /// - Columns: catalogue_version, openings_version, users_version int8, one row.
    static let takeTurnText = """
        SELECT catalogue_version, openings_version, users_version FROM store WHERE key = 1 FOR UPDATE
        """

    /// The versions after the changes, told to the others where they are new: only then has this transaction written the row.
    /// The last statement before the commit.
    /// - Parameters: 1 text, who tells it.
    /// - Columns: catalogue_version, openings_version, users_version int8; text? nothing to read; one row.
    static let tellVersionsText = """
        SELECT catalogue_version, openings_version, users_version,
            CASE WHEN store.xmin = pg_current_xact_id_if_assigned()::xid THEN pg_notify(
                '\(Channel.versions)',
                concat_ws(',', $1::text, catalogue_version, openings_version, users_version)
            )::text END
        FROM store WHERE key = 1
        """

    // MARK: After a promotion

    /// Has a transaction wait for nobody for long: neither for its turn, nor for a replica. What it does is done again where it is
    /// lost.
    static let quickenText = """
        SELECT set_config('lock_timeout', '500ms', true), set_config('synchronous_commit', 'local', true)
        """

    /// Raises the versions to the first ones of another history, which a replica that has more of the one before does not come up
    /// to, where it was not begun since the primary was promoted. A version that nothing has had stays so.
    /// - Parameters: 1 int8 the primary's timeline.
    static let beginHistoryText = """
        UPDATE store SET timeline = $1::int8, \(
            ["catalogue", "openings", "users"].map { begun("\($0)_version") }.joined(separator: ", ")
        )
        WHERE key = 1 AND timeline <> $1::int8
        """

    private static func begun(_ version: String) -> String {
        let bits = PostgreSQLStore.versionBits
        return "\(version) = (\(version) >> \(bits)) + 1 << \(bits) | least(\(version) % (1::int8 << \(bits)), 1)"
    }

    /// The timeline that a primary writes, int8.
    static let timeline = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8"

    // MARK: The store as a whole

    /// What a server is, and how far it is.
    /// - Columns: int4 what tells this connection from others, bool whether it is a replica, catalogue_version, openings_version,
    ///   users_version int8, int8 how many bytes of the primary's log it has, float8? for how many seconds a replica that has not
    ///   all of what it was sent has been behind, int8? a primary's timeline, int8 the one on which the versions' history began,
    ///   int8? the history of items; one row.
    static let stateText = """
        SELECT pg_backend_pid(), pg_is_in_recovery(), catalogue_version, openings_version, users_version,
            pg_wal_lsn_diff(
                CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'
            )::int8,
            CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()
                THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END,
            CASE WHEN NOT pg_is_in_recovery() THEN \(timeline) END, timeline, NULL::int8
        FROM store WHERE key = 1
        """

    /// The store's secret.
    /// - Columns: bytea, one row.
    static let sealingKeyText = "SELECT sealing_key FROM store WHERE key = 1"

    // MARK: The schema

    /// Waits until nobody else changes the schema, and keeps others from it until the end of the transaction. The number is the
    /// word "hearth" in ASCII.
    static let lockSchemaText = "SELECT pg_advisory_xact_lock(\(0x68_65_61_72_74_68))"

    /// Makes what the version of the schema stands in, under the lock.
    static let addSchemaVersionText = """
        CREATE TABLE IF NOT EXISTS schema_version (
            key smallint PRIMARY KEY CHECK (key = 1),
            version bigint NOT NULL
        )
        """

    /// The version of the schema.
    /// - Columns: int8, one row or, before the first step, none.
    static let schemaVersionText = "SELECT version FROM schema_version WHERE key = 1"

    /// Notes that a step is done.
    /// - Parameters: 1 version int8.
    static let putSchemaVersionText = """
        INSERT INTO schema_version (key, version) VALUES (1, $1::int8)
        ON CONFLICT (key) DO UPDATE SET version = excluded.version
        """
}
