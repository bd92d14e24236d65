import DatabaseServer
import Foundation
import HTTPTestClient
import Testing

@Suite struct `The documents` {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Child.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The repository's files below these folders with this suffix.
    private static func files(_ folders: [String], _ suffix: String) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Child.root.appendingPathComponent(folder).path)
                .map { "\(folder)/\($0)" }
        }.filter { $0.hasSuffix(suffix) }
    }

    private static let readers = [
        "Sources/HomeFeed/Cards", "Sources/HomeFeed/Config", "Sources/HomeFeed/Gates", "Sources/HomeFeed/Sources",
        "Sources/hearth/Recommender/RecommenderConfig.swift", "Sources/hearth/Routes/Authorization.swift",
        "Sources/hearth/Config/ConfigFile.swift",
        "Sources/Localization/Languages",
    ]

    private static func keys() throws -> Set<String> {
        let files = try readers.flatMap { $0.hasSuffix(".swift") ? [$0] : try Self.files([$0], ".swift") }
        return try files.reduce(into: []) { keys, file in
            let text = try text(file)
            for match in text.matches(of: /(?:required|optional|value|side|space|read)\("([A-Za-z]+)"/) {
                keys.insert(String(match.1))
            }
        }
    }

    @Test func `about the config name every key that is read`() throws {
        let document = try Self.text("Documentation/configuration.md")
        let keys = try Self.keys()
        #expect(keys.count > 60)
        for key in keys.sorted() {
            #expect(document.contains("`\(key)`") || document.contains("\"\(key)\""), "\(key)")
        }
    }

    @Test func `about the API name every error code`() throws {
        let document = try Self.text("Documentation/API.md")
        let contract = try Self.text("Sources/hearth/OpenAPI/openapi.json")
        let statuses = try #require(contract.firstMatch(of: /"x-statuses": \{[^}]*\}/)).output
        let codes = statuses.matches(of: /"([a-z_]+)": [45]\d\d\b/)
        #expect(codes.count > 40)
        for code in codes { #expect(document.contains("`\(code.1)`"), "\(code.1)") }
    }

    @Test func `about operations name every flag with its default`() throws {
        let document = try Self.text("Documentation/operations.md")
        let help = try hearth("serve", "--help").text
        let flags = help.matches(of: /--([a-z-]+) [A-Z]+ .*?(?:\(default: ([^)]+)\))?\n/)
        #expect(flags.count > 20)
        for flag in flags {
            let row = document.split(separator: "\n").first { $0.hasPrefix("| `--") && $0.contains("`--\(flag.1)`") }
            let found = try #require(row, "\(flag.1)")
            // The default of --threads depends on the machine.
            guard let value = flag.2, flag.1 != "threads" else { continue }
            #expect(found.replacing(",", with: "").contains(value), "\(flag.1) is \(value)")
        }
    }

    @Test func `about operations name metrics and states that exist`() throws {
        let document =
            try Self.text("Documentation/operations.md") + Self.text("Documentation/postgresql.md")
        try withFixtureServer("--recommender", "http://127.0.0.1:9") { server in
            var metrics = try server.get("/metrics").text
            var named = Set(document.matches(of: /(?:hearth|process)_[a-z_]+[a-z]/).map { String($0.output) })
            if DatabaseServer.isInstalled {
                let databases = try DatabaseServer.shared
                let database = databases.address(of: try databases.makeDatabase())
                metrics += try withServer(on: database, in: server.folder) { try $0.get("/metrics").text }
            } else {
                named = named.filter {
                    !$0.hasPrefix("hearth_store_primary_") && !$0.hasPrefix("hearth_store_replica_")
                }
            }
            #expect(named.count > 15)
            // A metric without samples has only its TYPE line.
            #expect(named.filter { !metrics.contains("\n\($0)") && !metrics.contains("# TYPE \($0) ") } == [])
            let labels = document.matches(of: /(?:state|cause|route)=~?"[^"]+"/).flatMap { match in
                let parts = match.output.replacing("~", with: "").split(separator: "\"")
                return parts[1].split(separator: /\\?\|/).map { "\(parts[0])\"\($0)\"" }
            }
            #expect(labels.count > 5)
            #expect(labels.filter { !metrics.contains($0) } == [])
        }
    }
}
