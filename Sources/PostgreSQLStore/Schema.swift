import Catalogue

enum Schema {
    /// Databases of other versions are refused.
    private static let version = 2

    /// Creates the tables and indexes. Texts are compared byte by byte (`COLLATE "C"`).
    ///
    /// Each writer locks the row of `store` until its transaction ends, so that versions and positions grow in the
    /// order of commits; its page has room for many versions of the row. `timeline`: the primary's when the history
    /// began.
    private static let tables =
        StoredTable.all.map { "CREATE TABLE \($0.name) (\(columns($0))); " }.joined() + StoredTable.indexes + """
            CREATE TABLE store (
                key smallint PRIMARY KEY CHECK (key = 1), timeline bigint NOT NULL, \(columns(.store))
            ) WITH (fillfactor = 10);
            """

    /// Inserts the version, and the row of a new store. Its signing key has 366 random bits in 32 bytes.
    private static let newStore = """
        INSERT INTO schema_version VALUES (\(version));
        INSERT INTO store (key, timeline, \(StoredTable.store.columnNames)) VALUES (
            1, \(SQL.currentTimeline), 0, 0, \(PostgreSQLStore.randomHistory), 0, 1, 0, -1,
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

    /// Connects to the primary and creates missing tables; without a primary, a replica suffices. Statements of the
    /// connection have no timeout.
    static func prepare(
        _ servers: Servers
    ) throws(StoreError) -> (connection: DatabaseConnection, role: ServerRole, versions: StoredVersions) {
        servers.findPrimary()
        let (connection, role) = try connect(to: servers)
        if let mode = try modeWithoutSessions(of: connection, role, servers) {
            let reason = "the pooler is in \(mode) mode: expected session mode (PgBouncer: pool_mode = session)"
            throw .unavailable(StoreFailure(.misconfigured, reason))
        }
        try connection.run(script: "SET statement_timeout = 0")
        if role == .primary { try createTables(connection) }
        if let found = try foundVersion(connection), found != version {
            throw .unavailable(.otherSchema(found: found, expected: version))
        }
        return (connection, role, try StoredVersions(try connection.run([SQL.store])[0].storeRow))
    }

    private static func connect(to servers: Servers) throws(StoreError) -> (DatabaseConnection, ServerRole) {
        let failure: StoreError
        do throws(StoreError) {
            return (try servers.connect(as: .primary, timeout: nil), .primary)
        } catch {
            failure = error
        }
        if let replica = try? servers.connect(as: .replica, timeout: nil) { return (replica, .replica) }
        throw failure
    }

    /// Returns the mode of a pooler that gives each transaction or statement any of its server connections: then two of
    /// its connections share one, or one changes it. `nil` without a pooler, and in session mode.
    private static func modeWithoutSessions(
        of connection: DatabaseConnection,
        _ role: ServerRole,
        _ servers: Servers
    ) throws(StoreError) -> String? {
        let first = try process(of: connection)
        if first == connection.namedProcess { return nil }
        let other = try servers.connect(as: role, timeout: nil)
        // Others may use the pooler meanwhile, and its connections may take turns: try several times.
        for _ in 0..<10 {
            let processes = [try process(of: other), try process(of: connection), try process(of: connection)]
            guard processes[0] != first, processes[1] == first, processes[2] == first else {
                // PgBouncer ends a connection that begins a transaction in statement mode.
                return (try? connection.run(script: "BEGIN")) == nil ? "statement" : "transaction"
            }
        }
        return nil
    }

    /// The server process that runs a statement.
    private static func process(of connection: DatabaseConnection) throws(StoreError) -> Int64? {
        try connection.run(["SELECT pg_backend_pid()"], preparing: false)[0].first?.int(0)
    }

    private static func createTables(_ connection: DatabaseConnection) throws(StoreError) {
        // Those of a read-only database suffice.
        let hasTables = try connection.run(["SELECT to_regclass('schema_version') IS NOT NULL"])[0].first?.int(0)
        if hasTables == 1, try foundVersion(connection) != nil { return }
        try connection.run(script: begin)
        if try foundVersion(connection) == nil { try connection.run(script: tables + newStore) }
        try connection.run(script: "COMMIT")
    }

    /// `nil` if the database is empty.
    private static func foundVersion(_ connection: DatabaseConnection) throws(StoreError) -> Int? {
        try connection.run(["SELECT version FROM schema_version"])[0].first?.int(0).map { Int($0) }
    }
}
