import Foundation
import Glibc

/// A PgBouncer in front of a server, on a socket in a temporary folder.
public final class PgBouncer: Sendable {
    /// The folder of its socket.
    private let folder: String
    private static let port = 6432

    /// Whether PostgreSQL and PgBouncer are installed.
    public static let isInstalled =
        DatabaseServer.isInstalled && (try? DatabaseServer.shell("PATH=$PATH:/usr/sbin command -v pgbouncer")) != nil

    /// Starts it in a pool mode: `session`, `transaction` or `statement`.
    public init(of server: DatabaseServer, mode: String) throws {
        folder = try DatabaseServer.makeFolder()
        let config = """
            [databases]
            * = host=\(server.folder) user=postgres
            [pgbouncer]
            listen_port = \(Self.port)
            unix_socket_dir = \(folder)
            auth_type = any
            pool_mode = \(mode)
            default_pool_size = 100
            logfile = \(folder)/log
            pidfile = \(folder)/pid
            """
        try config.write(toFile: "\(folder)/config", atomically: true, encoding: .utf8)
        try DatabaseServer.run("sh -c 'PATH=$PATH:/usr/sbin pgbouncer --daemon --quiet \(folder)/config'")
        // It listens once it runs in the background.
        try DatabaseServer.shell("timeout 60 sh -c 'until [ -S \(folder)/.s.PGSQL.\(Self.port) ]; do sleep 0.01; done'")
    }

    deinit {
        _ = try? DatabaseServer.shell("kill $(cat \(folder)/pid)")
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The URL of a database.
    public func address(of database: String) -> String {
        "postgresql:///\(database)?host=\(folder)&port=\(Self.port)&user=postgres"
    }
}
