import Catalogue

/// The tables of a database, and their migration from earlier versions.
///
/// A migration runs in one transaction under a lock: of several Hearths that start together, one migrates.
enum Schema {
    /// The version of these tables.
    static let version = 6
    /// The first version with tables of items.
    private static let firstItemVersion = 4
    /// The last version without a checkpoint.
    private static let lastUncheckedVersion = 4
    /// The last version with tables of listings, products and users.
    private static let legacyVersion = 3

    /// Creates the tables, without ``itemIndexes``. Texts are compared byte by byte (`COLLATE "C"`).
    ///
    /// Each writer locks the row of `store` until its transaction ends, so that versions and positions grow in the
    /// order of commits; its page has room for many versions of the row. Columns beyond ``Catalogue/StoredTable``:
    /// `event_position`, the position of the last event; `timeline`, the primary's when the history began.
    static let tables = """
        CREATE TABLE item (\(columns(.item)));
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id));
        CREATE INDEX tombstone_by_version ON tombstone (version) INCLUDE (removed_at);
        CREATE TABLE app_user (\(columns(.user)), PRIMARY KEY (id));
        CREATE TABLE event (\(columns(.event)), PRIMARY KEY (position));
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        \(checkpointTable)
        \(countTables)
        CREATE TABLE store (
            key smallint PRIMARY KEY CHECK (key = 1), \(columns(.store)),
            event_position bigint NOT NULL, timeline bigint NOT NULL
        ) WITH (fillfactor = 10);
        """

    private static let checkpointTable = """
        CREATE TABLE checkpoint (\(columns(.checkpoint)), PRIMARY KEY (position, number));
        """

    private static let countTables = """
        CREATE TABLE user_counts (\(columns(.counts)), PRIMARY KEY (id));
        CREATE INDEX user_counts_by_time ON user_counts (at);
        CREATE TABLE event_total (\(columns(.eventTotal)), PRIMARY KEY (day, segment, widget, arms, rank));
        CREATE TABLE arm_total (\(columns(.armTotal)), PRIMARY KEY (experiment, arm));
        """

    /// Adds the checkpoint to version 4, whose position 0 meant that no event was acknowledged.
    private static let checkpointMigration =
        checkpointTable + "UPDATE store SET acknowledged_position = -1 WHERE acknowledged_position = 0;"

    /// Creates the indexes of the items, which is faster after the table is filled.
    static let itemIndexes = """
        ALTER TABLE item ADD PRIMARY KEY (kind, id);
        CREATE INDEX item_by_version ON item (version);
        """

    /// Inserts the row of a new store. Its signing key has 366 random bits in 32 bytes.
    private static let newStore = """
        INSERT INTO store (key, event_position, timeline, \(StoredTable.store.columnNames)) VALUES (
            1, 0, \(SQL.timeline), \(PostgreSQLStore.randomHistory), 0, 0, 0, 1, -1,
            sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        );
        """

    private static func columns(_ table: StoredTable) -> String {
        table.definitions { type in
            switch type {
            case .int16: "smallint"
            case .int32: "integer"
            case .int64: "bigint"
            case .text: #"text COLLATE "C""#
            case .bytes: "bytea"
            }
        }
    }

    /// Begins the transaction of a migration under a lock, whose number is "hearth" in ASCII.
    private static let begin = """
        BEGIN;
        SELECT pg_advisory_xact_lock(\(0x68_65_61_72_74_68));
        CREATE TABLE IF NOT EXISTS schema_version (
            key smallint PRIMARY KEY CHECK (key = 1),
            version bigint NOT NULL
        );
        """

    /// Connects to the primary and migrates its database; without a primary, a replica with the newest version
    /// suffices. Sets the server's state. Statements of the connection have no timeout, since a migration may take
    /// long.
    static func prepare(
        _ servers: ServerList,
        timeout: Duration
    ) throws(StoreError) -> (server: Server, connection: BlockingConnection) {
        var failures: [String] = []
        var replica: (server: Server, connection: BlockingConnection)?
        for server in servers.all {
            let connection: BlockingConnection
            do throws(PostgreSQLError) {
                connection = try BlockingConnection(
                    Connector(server.address, timeout: timeout, options: "-c statement_timeout=0")
                )
            } catch {
                failures.append("\(server.address.name): \(error)")
                continue
            }
            guard connection.isOnReplica else {
                try readState(of: server, connection, version: migrate(connection))
                return (server, connection)
            }
            replica = (server, connection)
        }
        guard let replica else {
            throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; ")))
        }
        try readState(of: replica.server, replica.connection, version: version(of: replica.connection))
        return replica
    }

    /// Creates the tables of an empty database, or migrates an earlier version.
    /// - Returns: the version of the database, which may be newer than ``version``.
    private static func migrate(_ connection: BlockingConnection) throws(StoreError) -> Int {
        try connection.execute(script: begin)
        let found = try version(of: connection)
        switch found {
        case version...: break
        case firstItemVersion...:
            let checkpoint = found <= lastUncheckedVersion ? checkpointMigration : ""
            try connection.execute(script: checkpoint + countTables)
        case legacyVersion: try LegacyMigration.run(on: connection)
        default:
            // The creation of legacy tables was interrupted: they are empty.
            if found > 0 { try connection.execute(script: LegacyMigration.dropUnfinishedTables) }
            try connection.execute(script: tables + itemIndexes + newStore)
        }
        if found < version {
            try connection.execute(
                script: """
                    INSERT INTO schema_version (key, version) VALUES (1, \(version))
                    ON CONFLICT (key) DO UPDATE SET version = excluded.version
                    """
            )
        }
        try connection.execute(script: "COMMIT")
        return max(found, version)
    }

    /// Returns the version of a database; 0 if it has no tables.
    private static func version(of connection: BlockingConnection) throws(StoreError) -> Int {
        let rows = try connection.execute("SELECT version FROM schema_version WHERE key = 1")
        return Int(try rows.first?.int64(0) ?? 0)
    }

    /// Checks the version of a server's database, and reads the server's state.
    private static func readState(
        of server: Server,
        _ connection: BlockingConnection,
        version found: Int
    ) throws(StoreError) {
        if found > version { throw .newerSchema(found: found, known: version) }
        guard found == version else {
            throw .unavailable(
                StoreFailure(.readOnly, "the store is of an earlier version, and no server accepts writes")
            )
        }
        guard let row = try connection.execute(SQL.state).first else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        server.state = try Server.State(row)
    }
}
