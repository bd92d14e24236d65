import Foundation
import Glibc

/// A PostgreSQL server of a test's own, on a socket in a folder that goes with it.
final class DatabaseServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: String

    /// What libpq connects to.
    var address: String { "postgresql:///postgres?host=\(folder)&user=postgres" }

    static let isInstalled = (try? shell("command -v initdb postgres pg_ctl")) != nil

    /// Makes a database and starts a server on it.
    init() throws {
        var template = Array("/tmp/hearth-postgres-XXXXXX".utf8CString)
        // Sound: the template is terminated, and changed in place.
        guard unsafe mkdtemp(&template) != nil else { throw Failure(description: "no folder: \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        if geteuid() == 0 { try Self.shell("chown postgres \(folder)") }
        try run("initdb --no-sync --auth trust --username postgres --encoding UTF8 --no-locale \(folder)/data")
        try start()
    }

    deinit {
        try? stop(.immediate)
        try? FileManager.default.removeItem(atPath: folder)
    }

    enum Mode: String {
        case fast, immediate
    }

    func start() throws {
        try run(
            "pg_ctl start --wait --pgdata \(folder)/data --log \(folder)/log"
                + " --options \"-c listen_addresses= -c unix_socket_directories=\(folder) -c fsync=off\""
        )
    }

    func stop(_ mode: Mode) throws {
        try run("pg_ctl stop --wait --mode \(mode) --pgdata \(folder)/data")
    }

    /// Runs a command as somebody whom the server lets run it, which root is not.
    private func run(_ command: String) throws {
        try Self.shell(
            geteuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups \(command)" : command
        )
    }

    @discardableResult private static func shell(_ command: String) throws -> String {
        // Sound: the texts are terminated, and the stream is read until it ends and closed once.
        guard let stream = unsafe popen("cd /tmp && \(command) 2>&1", "r") else {
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
