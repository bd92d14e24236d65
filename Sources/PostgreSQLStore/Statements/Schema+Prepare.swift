import Catalogue
import PostgreSQL

extension Schema {
    /// Brings the database to the newest version. Where no server takes changes, it is enough that a replica has it already.
    /// - Returns: the versions of the database's content.
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
                return try look(at: server, connection, version: migrate(connection))
            }
            replica = (server, connection)
        }
        guard let (server, connection) = replica else {
            throw .unavailable(StoreFailure(.unreachable, failures.joined(separator: "; ")))
        }
        return try look(at: server, connection, version: version(of: connection))
    }

    /// Notes the state of a server, whose database has this version.
    private static func look(
        at server: Server,
        _ connection: BlockingConnection,
        version found: Int
    ) throws(StoreError) -> StoredVersions {
        if found > version { throw .newerSchema(found: found, known: version) }
        guard found == version else {
            throw .unavailable(
                StoreFailure(.readOnly, "the store is of an earlier version, and no server takes changes")
            )
        }
        let rows = try StoreError.translating { () throws(PostgreSQLError) in try connection.run(SQL.state()) }
        guard rows.count == 1 else {
            throw .unavailable(StoreFailure(.missing, "the store is empty: it is being restored, or was cleared"))
        }
        server.state = Server.State(rows[0])
        return server.state.versions
    }
}
