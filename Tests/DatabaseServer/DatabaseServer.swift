import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server for tests, on a socket in a temporary folder.
public final class DatabaseServer: Sendable {
    /// A failed command.
    public struct Failure: Error, CustomStringConvertible {
        /// The command and its output.
        public let description: String
    }

    /// The folder of its socket, which is libpq's host.
    public let folder: String
    private let databases = Atomic(0)

    /// The URL of the database `postgres`.
    public var address: String { address(of: "postgres") }

    /// Whether PostgreSQL's programs are installed.
    public static let isInstalled = (try? shell("command -v initdb pg_ctl psql")) != nil

    /// A server for all tests that do not stop it. It ends with the process.
    public static var shared: DatabaseServer {
        get throws { try common.get() }
    }

    private static let common: Result<DatabaseServer, any Error> = Result {
        atexit { try? DatabaseServer.common.get().remove() }
        return try DatabaseServer()
    }

    /// Creates and starts a server.
    public init() throws {
        folder = try Self.makeFolder()
        try Self.run("initdb --no-sync --auth trust --username postgres --encoding UTF8 --no-locale \(folder)/data")
        try start()
    }

    /// Creates and starts a replica with this name.
    public init(following primary: DatabaseServer, as name: String) throws {
        folder = try Self.makeFolder()
        try follow(primary, as: name)
        try start()
    }

    /// Turns this stopped server into a replica of another one.
    public func follow(_ primary: DatabaseServer, as name: String) throws {
        try Self.run("rm -rf \(folder)/data")
        try Self.run(
            "pg_basebackup --no-sync --checkpoint fast --write-recovery-conf --pgdata \(folder)/data"
                + " --dbname 'host=\(primary.folder) user=postgres application_name=\(name)'"
        )
    }

    static func makeFolder() throws -> String {
        var template = Array("/tmp/hearth-postgres-XXXXXX".utf8CString)
        // Sound: the template is null-terminated, and changed in place.
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

    /// A way to stop a server.
    public enum Mode: String {
        /// Disconnects clients cleanly.
        case fast
        /// Like a crash.
        case immediate
    }

    /// Starts the server, and waits until it answers.
    public func start() throws {
        try Self.run(
            "pg_ctl start --wait --pgdata \(folder)/data --log \(folder)/log"
                + " --options \"-c listen_addresses= -c unix_socket_directories=\(folder) -c fsync=off"
                + " -c max_connections=1000 -c shared_buffers=64MB\""
        )
    }

    /// Stops the server, and waits until it ended.
    public func stop(_ mode: Mode) throws {
        try Self.run("pg_ctl stop --wait --mode \(mode) --pgdata \(folder)/data")
    }

    /// Promotes a replica, and waits until it accepts writes.
    public func promote() throws {
        try Self.run("pg_ctl promote --wait --pgdata \(folder)/data")
    }

    // MARK: Databases

    /// Creates an empty database, and returns its name.
    public func makeDatabase() throws -> String {
        let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
        try query("CREATE DATABASE \(name) STRATEGY file_copy")
        return name
    }

    /// The URL of a database.
    public func address(of database: String) -> String { "postgresql:///\(database)?host=\(folder)&user=postgres" }

    /// Runs a command with `psql`, and returns its output.
    @discardableResult public func query(_ command: String, in database: String = "postgres") throws -> String {
        try Self.shell("psql --no-psqlrc --quiet --tuples-only --no-align -c \"\(command)\" '\(address(of: database))'")
    }

    /// Runs a command in an open transaction that keeps its locks until ``releaseLocks()``, or for two minutes.
    public func hold(_ command: String, in database: String) throws {
        let address = address(of: database)
        Thread.detachNewThread {
            _ = try? Self.shell("psql -XAtq -c \"BEGIN; \(command); SELECT pg_sleep(120)\" '\(address)'")
        }
        let limit = ContinuousClock.now + .seconds(60)
        while try query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "0\n" {
            guard ContinuousClock.now < limit else { throw Failure(description: "no session has the lock") }
            usleep(5_000)
        }
    }

    /// Blocks all writers of a store until ``releaseLocks()``.
    public func holdWriters(of database: String) throws {
        try hold("SELECT FROM store FOR UPDATE", in: database)
    }

    /// Ends ``hold(_:in:)``.
    public func releaseLocks() throws {
        try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    }

    /// Refuses searches as if the disk were full.
    public func fillDisk(of database: String) throws {
        try refuseSearches(of: database, state: "53100", saying: "No space left on device")
    }

    /// Ends ``fillDisk(of:)``.
    public func clearDisk(of database: String) throws {
        try acceptSearches(of: database)
    }

    /// Refuses searches with this SQLSTATE.
    public func refuseSearches(of database: String, state: String, saying message: String) throws {
        try query(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN RAISE EXCEPTION ''\(message)'' USING ERRCODE = ''\(state)''; END';"
                + "CREATE TRIGGER refuse BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.type = 0) "
                + "EXECUTE FUNCTION refuse()",
            in: database
        )
    }

    /// Ends ``refuseSearches(of:state:saying:)``.
    public func acceptSearches(of database: String) throws {
        try query("DROP FUNCTION refuse CASCADE", in: database)
    }

    /// The URL of a database on any of these servers.
    public static func address(of database: String, on servers: [DatabaseServer]) -> String {
        "postgresql:///\(database)?host=\(servers.map(\.folder).joined(separator: ","))&user=postgres"
    }

    /// Runs a command as the user `postgres`, since servers refuse to run as root.
    static func run(_ command: String) throws {
        try shell(
            geteuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups \(command)" : command
        )
    }

    /// Runs a command with PostgreSQL's programs on its path, and returns its output.
    @discardableResult public static func shell(_ command: String) throws -> String {
        // Debian installs these programs outside the path; the newest version comes first.
        let path = #"PATH="$PATH:$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV | paste -sd:)""#
        // Sound: the strings are null-terminated, and the stream is read to its end and closed once.
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
