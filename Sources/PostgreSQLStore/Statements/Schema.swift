import Catalogue

enum Schema {
    /// Databases of other versions are refused.
    private static let version = 1

    /// Creates the tables and indexes. Texts are compared byte by byte (`COLLATE "C"`).
    ///
    /// Each writer locks the row of `store` until its transaction ends, so that versions and positions grow in the
    /// order of commits; its page has room for many versions of the row. Columns beyond ``Catalogue/StoredTable``:
    /// `event_position`, the position of the last event; `timeline`, the primary's when the history began.
    private static let tables = """
        CREATE TABLE item (\(columns(.item)), PRIMARY KEY (kind, id));
        CREATE INDEX item_by_version ON item (version);
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id));
        CREATE INDEX tombstone_by_version ON tombstone (version) INCLUDE (removed_at);
        CREATE TABLE app_user (\(columns(.user)), PRIMARY KEY (id));
        CREATE TABLE event (\(columns(.event)), PRIMARY KEY (position));
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        CREATE TABLE checkpoint (\(columns(.checkpoint)), PRIMARY KEY (position, number));
        CREATE TABLE user_counts (\(columns(.counts)), PRIMARY KEY (id));
        CREATE INDEX user_counts_by_time ON user_counts (at);
        CREATE TABLE event_total (\(columns(.eventTotal)), PRIMARY KEY (day, segment, widget, arms, rank));
        CREATE TABLE arm_total (\(columns(.armTotal)), PRIMARY KEY (experiment, arm));
        CREATE TABLE store (
            key smallint PRIMARY KEY CHECK (key = 1), \(columns(.store)),
            event_position bigint NOT NULL, timeline bigint NOT NULL
        ) WITH (fillfactor = 10);
        """

    /// Inserts the version, and the row of a new store. Its signing key has 366 random bits in 32 bytes.
    private static let newStore = """
        INSERT INTO schema_version VALUES (\(version));
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

    /// Begins a transaction under a lock, whose number is "hearth" in ASCII: of several Hearths that start together,
    /// one creates the tables.
    private static let begin = """
        BEGIN;
        SELECT pg_advisory_xact_lock(\(0x68_65_61_72_74_68));
        CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL);
        """

    /// Connects to the primary and creates missing tables; without a primary, a replica suffices. Sets the server's
    /// state. Statements of the connection have no timeout.
    static func prepare(
        _ servers: ServerList,
        timeout: Duration
    ) throws(StoreError) -> (server: Server, connection: BlockingConnection) {
        var failures: [String] = []
        var replica: (server: Server, connection: BlockingConnection)?
        for server in servers.all {
            let connection: BlockingConnection
            let mode: String?
            let connector = Connector(server.address, timeout: timeout)
            do throws(PostgreSQLError) {
                connection = try BlockingConnection(connector)
                mode = try modeWithoutSessions(of: connection, connector)
            } catch {
                failures.append("\(server.address.name): \(error)")
                continue
            }
            if let mode {
                let reason = "the pooler is in \(mode) mode: expected session mode (PgBouncer: pool_mode = session)"
                throw .unavailable(StoreFailure(.misconfigured, "\(server.address.name): \(reason)"))
            }
            try connection.execute(script: "SET statement_timeout = 0")
            guard try connection.execute("SELECT pg_is_in_recovery()").first?.bool(0) == true else {
                try createTables(connection)
                try readState(of: server, connection)
                return (server, connection)
            }
            replica = (server, connection)
        }
        guard let replica else {
            throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; ")))
        }
        try readState(of: replica.server, replica.connection)
        return replica
    }

    /// Returns the mode of a pooler that gives each transaction or statement any of its server connections: then two of
    /// its connections share one, or one changes it. `nil` without a pooler, and in session mode.
    private static func modeWithoutSessions(
        of connection: BlockingConnection,
        _ connector: Connector
    ) throws(PostgreSQLError) -> String? {
        let first = try connection.process()
        if first == connection.namedProcess { return nil }
        let other = try BlockingConnection(connector)
        // Others may use the pooler meanwhile, and its connections may take turns: try several times.
        for _ in 0..<10 {
            let processes = [try other.process(), try connection.process(), try connection.process()]
            guard processes[0] != first, processes[1] == first, processes[2] == first else {
                // PgBouncer ends a connection that begins a transaction in statement mode.
                return (try? connection.run(script: "BEGIN")) == nil ? "statement" : "transaction"
            }
        }
        return nil
    }

    private static func createTables(_ connection: BlockingConnection) throws(StoreError) {
        // Those of a read-only database suffice.
        let hasVersion = try connection.execute("SELECT to_regclass('schema_version') IS NOT NULL").first?.bool(0)
        if hasVersion == true, try foundVersion(connection) != nil { return }
        try connection.execute(script: begin)
        if try foundVersion(connection) == nil { try connection.execute(script: tables + newStore) }
        try connection.execute(script: "COMMIT")
    }

    /// `nil` if the database is empty.
    private static func foundVersion(_ connection: BlockingConnection) throws(StoreError) -> Int? {
        try connection.execute("SELECT version FROM schema_version").first?.int(0).map { Int($0) }
    }

    private static func readState(of server: Server, _ connection: BlockingConnection) throws(StoreError) {
        if let found = try foundVersion(connection), found != version {
            throw .unavailable(.otherSchema(found: found, expected: version))
        }
        guard let row = try connection.execute(SQL.state).first else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        server.state = try Server.State(row)
    }
}
