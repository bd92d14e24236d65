import DatabaseServer
import Foundation
import Glibc
import HTTPTestClient

/// The processes that `Scripts/cluster` starts: three servers of the program behind nginx, and a PostgreSQL primary
/// with two replicas.
final class RunningCluster {
    let port: UInt16
    private let script: SpawnedProcess
    private let folder: String
    private let state: [String: String]

    /// The first missing program; `nil` if all are installed.
    static let missing = ["nginx", "initdb", "psql", "setpriv", "curl"].first { program in
        (try? DatabaseServer.shell("PATH=$PATH:/usr/sbin command -v \(program)")) == nil
    }

    init(in folder: Folder) throws {
        self.folder = folder.path("cluster")
        let output = try FileHandle(forWritingTo: folder.newFile("cluster"))
        // The system does not assign ports of this range to other programs. The script exits at once if one is taken.
        let base = UInt16.random(in: 2_000..<3_000) * 10
        script = try SpawnedProcess(
            ["Scripts/cluster", "--port", "\(base)", "--database-port", "\(base + 4)", "--data", self.folder],
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEARTH_") }
                .merging(["HEARTH": Child.executable().path, "HEARTH_CONFIG": Fixtures.config]) { $1 },
            in: Child.root.path,
            output: output.fileDescriptor,
            errors: output.fileDescriptor
        )
        try ProcessCleanup.register(script.id)
        port = base
        do {
            let (script, port) = (script, port)
            try Child.wait("a cluster") {
                if let end = script.end { throw Child.Failure(description: "Scripts/cluster has ended with \(end)") }
                return (try? TestClient(port: port).request("GET", "/readyz"))?.status == 200 ? () : nil
            }
            let lines = try String(contentsOfFile: self.folder + "/state", encoding: .utf8).split(separator: "\n")
            state = Dictionary(
                uniqueKeysWithValues: lines.map { line in
                    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                    return (words[0], words.count > 1 ? words[1] : "")
                }
            )
        } catch {
            kill(script.id, SIGTERM)
            throw error
        }
    }

    func stop() {
        kill(script.id, SIGTERM)
        let script = script
        try? Child.wait("the cluster to end") { script.end.map { _ in } }
    }

    /// The ports of the three servers, not through nginx.
    var hearths: [UInt16] { (1...3).compactMap { state["hearth\($0).port"].flatMap { UInt16($0) } } }

    /// Runs `kill`, `start`, `promote` or `rejoin`.
    @discardableResult func run(_ command: String, _ server: String = "") throws -> String {
        try DatabaseServer.shell("cd '\(Child.root.path)' && Scripts/cluster \(command) '\(folder)' \(server)")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs a command in a server's database, and returns its output.
    @discardableResult func query(_ command: String, on server: String) throws -> String {
        try DatabaseServer.shell(
            "psql -XAtq -h '\(folder)/\(server)' -p \(state["\(server).port"] ?? "") -U postgres -d hearth -c \"\(command)\""
        )
    }
}
