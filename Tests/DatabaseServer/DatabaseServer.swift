import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server of the tests' own, on a socket in a folder that goes with it.
public final class DatabaseServer: Sendable {
    /// What a command did not do.
    public struct Failure: Error, CustomStringConvertible {
        /// The command, and what it said.
        public let description: String
    }

    /// Where its socket is, which is also the host that libpq knows it by.
    public let folder: String
    private let databases = Atomic(0)

    /// What libpq connects to.
    public var address: String { address(of: "postgres") }

    /// Whether there are the programs that a server is made of.
    public static let isInstalled = (try? shell("command -v initdb pg_ctl psql")) != nil

    /// The one that all tests of a process share who do not stop it; it ends with the process.
    public static var shared: DatabaseServer {
        get throws { try common.get() }
    }

    private static let common: Result<DatabaseServer, any Error> = Result {
        atexit { try? DatabaseServer.common.get().remove() }
        return try DatabaseServer()
    }

    /// Makes a database and starts a server on it.
    public init() throws {
        folder = try Self.makeFolder()
        try run("initdb --no-sync --auth trust --username postgres --encoding UTF8 --no-locale \(folder)/data")
        try start()
    }

    /// Copies a server, and starts one that follows it, by this name.
    public init(following primary: DatabaseServer, as name: String) throws {
        folder = try Self.makeFolder()
        try follow(primary, as: name)
        try start()
    }

    /// Makes what is in the folder, where the server does not run, a copy of another one, which it will follow.
    public func follow(_ primary: DatabaseServer, as name: String) throws {
        try run("rm -rf \(folder)/data")
        try run(
            "pg_basebackup --no-sync --checkpoint fast --write-recovery-conf --pgdata \(folder)/data"
                + " --dbname 'host=\(primary.folder) user=postgres application_name=\(name)'"
        )
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/hearth-postgres-XXXXXX".utf8CString)
        // Sound: the template is terminated, and changed in place.
        guard unsafe mkdtemp(&template) != nil else { throw Failure(description: "no folder: \(errno)") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        if geteuid() == 0 { try shell("chown postgres \(folder)") }
        return folder
    }

    deinit { remove() }

    private func remove() {
        try? stop(.immediate)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// How a server is stopped.
    public enum Mode: String {
        /// It says goodbye to who is connected.
        case fast
        /// As if it had crashed.
        case immediate
    }

    /// Starts it, and returns when it answers.
    public func start() throws {
        try run(
            "pg_ctl start --wait --pgdata \(folder)/data --log \(folder)/log"
                + " --options \"-c listen_addresses= -c unix_socket_directories=\(folder) -c fsync=off"
                + " -c max_connections=1000 -c shared_buffers=64MB\""
        )
    }

    /// Stops it, and returns when it is gone.
    public func stop(_ mode: Mode) throws {
        try run("pg_ctl stop --wait --mode \(mode) --pgdata \(folder)/data")
    }

    /// Makes a server that follows another one take changes, and returns when it does.
    public func promote() throws {
        try run("pg_ctl promote --wait --pgdata \(folder)/data")
    }

    // MARK: Databases

    /// Makes an empty database.
    /// - Returns: its name.
    public func makeDatabase() throws -> String {
        let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
        try query("CREATE DATABASE \(name) STRATEGY file_copy")
        return name
    }

    /// What libpq connects to.
    public func address(of database: String) -> String { "postgresql:///\(database)?host=\(folder)&user=postgres" }

    /// What `psql` says to a command.
    @discardableResult public func query(_ command: String, in database: String = "postgres") throws -> String {
        try Self.shell("psql --no-psqlrc --quiet --tuples-only --no-align -c \"\(command)\" '\(address(of: database))'")
    }

    /// Has somebody lock what the command locks, until ``letGo()`` or for two minutes.
    public func hold(_ command: String, in database: String) throws {
        let address = address(of: database)
        Thread.detachNewThread {
            _ = try? Self.shell("psql -XAtq -c \"BEGIN; \(command); SELECT pg_sleep(120)\" '\(address)'")
        }
        let limit = ContinuousClock.now + .seconds(60)
        while try query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "0\n" {
            guard ContinuousClock.now < limit else { throw Failure(description: "nobody has the lock") }
            usleep(5_000)
        }
    }

    /// Keeps all of a store's writers from their turn, until ``letGo()``.
    public func holdWriters(of database: String) throws {
        try hold("SELECT FROM store FOR UPDATE", in: database)
    }

    /// Ends what ``hold(_:in:)`` began.
    public func letGo() throws {
        try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    }

    /// Has no room for searches from now on.
    public func fillDisk(of database: String) throws {
        try refuseSearches(of: database, state: "53100", saying: "No space left on device")
    }

    /// Ends what ``fillDisk(of:)`` began.
    public func clearDisk(of database: String) throws {
        try acceptSearches(of: database)
    }

    /// Fails to record searches from now on, with this SQLSTATE.
    public func refuseSearches(of database: String, state: String, saying message: String) throws {
        try query(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN RAISE EXCEPTION ''\(message)'' USING ERRCODE = ''\(state)''; END';"
                + "CREATE TRIGGER refuse BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.type = 0) EXECUTE FUNCTION refuse()",
            in: database
        )
    }

    /// Ends what ``refuseSearches(of:state:saying:)`` began.
    public func acceptSearches(of database: String) throws {
        try query("DROP FUNCTION refuse CASCADE", in: database)
    }

    /// What libpq connects to: a database on any of these servers.
    public static func address(of database: String, on servers: [DatabaseServer]) -> String {
        "postgresql:///\(database)?host=\(servers.map(\.folder).joined(separator: ","))&user=postgres"
    }

    /// Runs a command as somebody whom the server lets run it, which root is not.
    private func run(_ command: String) throws {
        try Self.shell(
            geteuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups \(command)" : command
        )
    }

    /// Runs a command with PostgreSQL's programs on its path, and returns what it wrote.
    @discardableResult public static func shell(_ command: String) throws -> String {
        // Where Debian has the programs that it does not put on the path, the newest last.
        let path = #"PATH="$PATH:$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV | paste -sd:)""#
        // Sound: the texts are terminated, and the stream is read until it ends and closed once.
        guard let stream = unsafe popen("\(path); export PATH; cd /tmp && { \(command); } 2>&1", "r") else {
            throw Failure(description: "no shell: \(errno)")
        }
        var output: [UInt8] = []
        while case let byte = unsafe getc(stream), byte != EOF { output.append(UInt8(truncatingIfNeeded: byte)) }
        let status = unsafe pclose(stream)
        let text = String(decoding: output, as: UTF8.self)
        guard status == 0 else { throw Failure(description: "\(command): \(status): \(text)") }
        return text
    }
}
