import PostgreSQL
import Catalogue

extension Schema {
    /// Brings the database to the version of this Hearth, and tells the versions of its content. Where nobody takes changes, it is
    /// enough that a replica has the schema already.
    static func prepare(_ servers: Servers, timeout: Duration) throws(StoreError) -> StoredVersions {
        var failures: [String] = []
        var replica: (server: Server, connection: BlockingConnection)?
        for server in servers.all {
            let connection: BlockingConnection
            do throws(PostgreSQLError) {
                // A change of the schema takes as long as it takes.
                connection = try BlockingConnection(
                    Connector(server.address, timeout: timeout, options: "\(Session.options) -c statement_timeout=0")
                )
            } catch {
                failures.append("\(server.address.name): \(error)")
                continue
            }
            guard connection.isOnReplica else {
                return try prepare(server, connection, servers.tables) { connection throws(StoreError) in
                    try migrate(connection, to: servers.tables)
                }
            }
            replica = (server, connection)
        }
        guard let replica else { throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; "))) }
        return try prepare(replica.server, replica.connection, servers.tables) { connection throws(StoreError) in
            let version = try version(of: connection)
            return version < servers.tables.version ? .tooOld : .init(version, for: servers.tables)
        }
    }

    /// What a database is to this Hearth.
    private enum Standing {
        case ready
        case tooOld
        case newer(Int)

        init(_ version: Int, for tables: Tables) {
            self = version > tables.version ? .newer(version) : .ready
        }
    }

    private static func prepare(
        _ server: Server,
        _ connection: BlockingConnection,
        _ tables: Tables,
        _ stand: (BlockingConnection) throws(StoreError) -> Standing
    ) throws(StoreError) -> StoredVersions {
        switch try stand(connection) {
        case .ready:
            let rows = try StoreError.translating { () throws(PostgreSQLError) in try connection.run(tables.state) }
            guard rows.count == 1 else {
                throw .unavailable(
                    StoreFailure(.missing, "the store is empty: it is being restored, or was cleared")
                )
            }
            // So that no server is asked of which nothing is known.
            server.state = Server.State(rows[0])
            return server.state.versions
        case .tooOld:
            throw .unavailable(
                StoreFailure(.readOnly, "the store is of an earlier version, and no server takes changes")
            )
        case .newer(let found): throw .newerSchema(found: found, known: tables.version)
        }
    }

    /// Runs each step that is missing in a transaction of its own, under the lock.
    private static func migrate(
        _ connection: BlockingConnection,
        to tables: Tables
    ) throws(StoreError) -> Standing {
        try StoreError.translating { () throws(PostgreSQLError) in
            try connection.run(script: "BEGIN")
            try connection.run(SQL.lockSchema())
            try connection.run(SQL.addSchemaVersion())
            try connection.run(script: "COMMIT")
        }
        while true {
            try StoreError.translating { () throws(PostgreSQLError) in
                try connection.run(script: "BEGIN")
                try connection.run(SQL.lockSchema())
            }
            let version = try version(of: connection)
            if version < tables.version { try tables.migrations[version].run(on: connection) }
            try StoreError.translating { () throws(PostgreSQLError) in
                if version < tables.version { try connection.run(SQL.putSchemaVersion(.int8(Int64(version + 1)))) }
                try connection.run(script: "COMMIT")
            }
            if version >= tables.version { return Standing(version, for: tables) }
        }
    }

    private static func version(of connection: BlockingConnection) throws(StoreError) -> Int {
        let rows = try StoreError.translating { () throws(PostgreSQLError) in try connection.run(SQL.schemaVersion()) }
        return rows.count == 0 ? 0 : Int(rows[0].int(0) ?? 0)
    }
}
