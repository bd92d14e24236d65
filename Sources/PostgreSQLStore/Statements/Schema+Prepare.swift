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
                return try prepare(server, connection, migrate)
            }
            replica = (server, connection)
        }
        guard let replica else { throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; "))) }
        return try prepare(replica.server, replica.connection) { connection throws(PostgreSQLError) in
            let version = try version(of: connection)
            return version < migrations.count ? .tooOld : .init(version)
        }
    }

    /// What a database is to this Hearth.
    private enum Standing {
        case ready
        case tooOld
        case newer(Int)

        init(_ version: Int) {
            self = version > migrations.count ? .newer(version) : .ready
        }
    }

    private static func prepare(
        _ server: Server,
        _ connection: BlockingConnection,
        _ stand: (BlockingConnection) throws(PostgreSQLError) -> Standing
    ) throws(StoreError) -> StoredVersions {
        let standing: Standing
        let rows: Rows
        do throws(PostgreSQLError) {
            standing = try stand(connection)
            rows = try connection.run(SQL.state())
        } catch {
            throw StoreError(error)
        }
        switch standing {
        case .ready:
            guard rows.count == 1 else {
                throw .unavailable(
                    StoreFailure(.missing, "the store is empty: it is being restored, or was cleared")
                )
            }
            // So that nobody is asked of whom nothing is known.
            server.state = Server.State(rows[0])
            return server.state.versions
        case .tooOld:
            throw .unavailable(
                StoreFailure(.readOnly, "the store is of an earlier version, and no server takes changes")
            )
        case .newer(let found): throw .newerSchema(found: found, known: migrations.count)
        }
    }

    /// Runs each step that is missing in a transaction of its own, under the lock.
    private static func migrate(_ connection: BlockingConnection) throws(PostgreSQLError) -> Standing {
        try connection.run(script: "BEGIN")
        try connection.run(SQL.lockSchema())
        try connection.run(SQL.addSchemaVersion())
        try connection.run(script: "COMMIT")
        while true {
            try connection.run(script: "BEGIN")
            try connection.run(SQL.lockSchema())
            let version = try version(of: connection)
            if version < migrations.count {
                try connection.run(script: migrations[version])
                try connection.run(SQL.putSchemaVersion(.int8(Int64(version + 1))))
            }
            try connection.run(script: "COMMIT")
            if version >= migrations.count { return Standing(version) }
        }
    }

    private static func version(of connection: BlockingConnection) throws(PostgreSQLError) -> Int {
        let rows = try connection.run(SQL.schemaVersion())
        return rows.count == 0 ? 0 : Int(rows[0].int(0) ?? 0)
    }
}
