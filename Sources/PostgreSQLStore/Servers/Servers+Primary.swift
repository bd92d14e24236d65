import PostgreSQL
import Catalogue

extension Servers {
    /// Connects to the server that takes changes, which is found whether anyone has looked at the servers or not.
    /// - Throws: ``PostgreSQLError/unreachable(_:)``, with what is in the way.
    func connectToPrimary(
        timeout: Duration,
        options: String
    ) throws(PostgreSQLError) -> (server: Server, connection: BlockingConnection) {
        var failures: [String] = []
        let primary = primary
        for server in [primary].compactMap(\.self) + all.filter({ $0 !== primary }) {
            do throws(PostgreSQLError) {
                let connection = try BlockingConnection(Connector(server.address, timeout: timeout, options: options))
                let rows = try connection.run(SQL.state())
                guard rows.count == 1 else { throw .unreachable("the store is empty") }
                let state = Server.State(rows[0])
                // What an old primary that came back has is history.
                if state.role == .primary, state.timeline >= latestTimeline { return (server, connection) }
                failures.append("\(server.address.name) takes no changes")
            } catch {
                failures.append("\(server.address.name): \(error)")
            }
        }
        throw .unreachable(failures.joined(separator: "; "))
    }
}

extension PostgreSQLStore {
    /// Connects to the server of the store that takes changes, once the database has the tables of this version, to fill them
    /// otherwise than through a store. No statement has a deadline.
    /// - Parameter url: as ``init(_:limits:clock:)`` reads it.
    /// - Throws: as it does.
    package static func connectToPrimary(of url: String) throws(StoreError) -> BlockingConnection {
        let limits = Limits()
        let servers = Servers(
            try read(url).servers.map { Server($0, connections: Server.Connections(limits)) },
            readsReplicas: false
        )
        _ = try Schema.prepare(servers, timeout: limits.timeout)
        do throws(PostgreSQLError) {
            return try servers.connectToPrimary(timeout: limits.timeout, options: "-c statement_timeout=0").connection
        } catch {
            throw StoreError(error)
        }
    }
}
