import PostgreSQL

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
                if !connection.isOnReplica { return (server, connection) }
                failures.append("\(server.address.name) takes no changes")
            } catch {
                failures.append("\(server.address.name): \(error)")
            }
        }
        throw .unreachable(failures.joined(separator: "; "))
    }
}
