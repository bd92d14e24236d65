import Catalogue

/// The version of a database's schema, and the migration of databases of earlier versions.
///
/// Each step runs once, in a transaction of its own that holds a lock: however many Hearths start together, one runs it and the
/// others find it done.
enum Schema {
    /// The version with the tables of ``Tables``.
    static let version = 4
    /// The last version with tables of listings, products and users.
    private static let listingVersion = 3

    /// Waits until no other process changes the schema, keeps others from it until the end of the transaction, and makes the table
    /// of the schema's version. The number is the word "hearth" in ASCII.
    private static let begin = """
        BEGIN;
        SELECT pg_advisory_xact_lock(\(0x68_65_61_72_74_68));
        CREATE TABLE IF NOT EXISTS schema_version (
            key smallint PRIMARY KEY CHECK (key = 1),
            version bigint NOT NULL
        );
        """

    /// Connects to the server that takes changes, and brings its database to the newest version. Where no server takes changes,
    /// it is enough that a replica has that version already. The state of the server is noted. No statement has a deadline.
    static func prepare(
        _ servers: Servers,
        timeout: Duration
    ) throws(StoreError) -> (server: Server, connection: BlockingConnection) {
        var failures: [String] = []
        var replica: (server: Server, connection: BlockingConnection)?
        for server in servers.all {
            let connection: BlockingConnection
            do throws(PostgreSQLError) {
                // A change of the schema takes as long as it takes.
                connection = try BlockingConnection(
                    Connector(server.address, timeout: timeout, options: "-c statement_timeout=0")
                )
            } catch {
                failures.append("\(server.address.name): \(error)")
                continue
            }
            guard connection.isOnReplica else {
                try look(at: server, connection, version: migrate(connection))
                return (server, connection)
            }
            replica = (server, connection)
        }
        guard let replica else {
            throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; ")))
        }
        try look(at: replica.server, replica.connection, version: version(of: replica.connection))
        return replica
    }

    /// Makes the tables of an empty database, or brings one of an earlier version to the newest one.
    /// - Returns: the version that the database has now, which may be newer.
    private static func migrate(_ connection: BlockingConnection) throws(StoreError) -> Int {
        try connection.execute(script: begin)
        let found = try version(of: connection)
        switch found {
        case version...: break
        case listingVersion: try ItemMigration.run(on: connection)
        default:
            // The making of the tables was interrupted: they are empty.
            if found > 0 { try connection.execute(script: ItemMigration.dropUnfinishedTables) }
            try connection.execute(script: Tables.script + Tables.itemIndexes + Tables.newStore)
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

    /// The version that the database has; 0 where it has no tables.
    private static func version(of connection: BlockingConnection) throws(StoreError) -> Int {
        let rows = try connection.execute("SELECT version FROM schema_version WHERE key = 1")
        return Int(try rows.first?.int64(0) ?? 0)
    }

    /// Notes the state of a server, whose database has this version.
    private static func look(
        at server: Server,
        _ connection: BlockingConnection,
        version found: Int
    ) throws(StoreError) {
        if found > version { throw .newerSchema(found: found, known: version) }
        guard found == version else {
            throw .unavailable(
                StoreFailure(.readOnly, "the store is of an earlier version, and no server takes changes")
            )
        }
        let rows = try connection.execute(SQL.state)
        guard let row = rows.first else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        server.state = try Server.State(row)
    }
}
