import DatabaseServer
import Foundation
import Glibc
import HTTPTestClient

/// What `Scripts/cluster` starts: three servers of the program's behind nginx, over a PostgreSQL primary and two
/// replicas.
final class RunningCluster {
    /// nginx's.
    let port: UInt16
    private let script: Spawned
    private let folder: String
    private let state: [String: String]

    /// What is missing to start one; `nil` where nothing is.
    static let missing = ["nginx", "initdb", "psql", "setpriv", "curl"].first { program in
        (try? DatabaseServer.shell("PATH=$PATH:/usr/sbin command -v \(program)")) == nil
    }

    init(in folder: Folder) throws {
        self.folder = folder.path("cluster")
        let output = try FileHandle(forWritingTo: folder.newFile("cluster"))
        // Ports of this range are given to nobody who asks for any; one that is taken all the same ends the script at
        // once.
        let base = UInt16.random(in: 2_000..<3_000) * 10
        script = try Spawned(
            ["Scripts/cluster", "--port", "\(base)", "--database-port", "\(base + 4)", "--data", self.folder],
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEARTH_") }
                .merging(["HEARTH": Child.executable().path, "HEARTH_CONFIG": Fixtures.config]) { $1 },
            in: Child.root.path,
            output: output.fileDescriptor,
            errors: output.fileDescriptor
        )
        try Watch.over(script.id)
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

    /// Ends all of it.
    func stop() {
        kill(script.id, SIGTERM)
        let script = script
        try? Child.wait("the cluster to end") { script.end.map { _ in } }
    }

    /// The ports of the three, without nginx before them.
    var hearths: [UInt16] { (1...3).compactMap { state["hearth\($0).port"].flatMap { UInt16($0) } } }

    /// What a server is known as in metrics.
    func name(of server: String) -> String { "127.0.0.1:\(state["\(server).port"] ?? "")" }

    /// `kill`, `start`, `promote` or `rejoin`.
    @discardableResult func run(_ command: String, _ server: String = "") throws -> String {
        try DatabaseServer.shell("cd '\(Child.root.path)' && Scripts/cluster \(command) '\(folder)' \(server)")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What a server's database says to a command.
    @discardableResult func query(_ command: String, on server: String) throws -> String {
        try DatabaseServer.shell(
            "psql -XAtq -h '\(folder)/\(server)' -p \(state["\(server).port"] ?? "") -U postgres -d hearth -c \"\(command)\""
        )
    }
}
