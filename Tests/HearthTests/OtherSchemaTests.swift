import DatabaseServer
import Foundation
import Testing

extension `The program` {
    /// Guards every command against a store that another version of Hearth wrote.
    @Suite struct `A store of another schema version` {
        private static let commands: [[String]] = [
            ["serve", "--port", "0", "--max-connections", "100", "--store"],
            ["import", "--mapping", Fixtures.shopMapping, Fixtures.shopFile, "--store"],
            ["import", "--dry-run", "--mapping", Fixtures.shopMapping, Fixtures.shopFile, "--store"],
            ["home", "--width", "390", "--store"],
            ["diff", Fixtures.config, Fixtures.config, "--width", "390", "--store"],
            ["evaluate", "--store"],
            ["report", "--store"],
        ]

        private func expectRefusal(_ words: [String], of version: Int) throws {
            let ended = try hearth(words)
            #expect(ended.status == 1 && ended.text.isEmpty, "\(words): \(ended.text)")
            #expect(
                ended.errors.contains(
                    "found schema version \(version), expected 2: make a new store with hearth import"
                ),
                "\(words): \(ended.errors)"
            )
        }

        @Test(arguments: [0, 1, 99]) func `is refused by every command, and written by none`(version: Int) throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try StoreLock.execute("PRAGMA user_version = \(version)", on: store)
                let copy = folder.path("backup.store")
                let url = "postgresql://hearth@127.0.0.1:1/hearth"
                for words in Self.commands { try expectRefusal(words + [store], of: version) }
                try expectRefusal(["backup", "--store", store, copy], of: version)
                try expectRefusal(["copy", "--from", "sqlite:\(store)", "--to", url], of: version)
                #expect(!FileManager.default.fileExists(atPath: copy))
                try StoreLock.execute("PRAGMA user_version = 2", on: store)
                #expect(try hearth("home", "--width", "390", "--store", store).status == 0)
            }
        }

        @Test(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
        func `is refused by every command also in a database`() throws {
            try withFolder { folder in
                let server = try DatabaseServer.shared
                let database = try server.makeDatabase()
                let url = server.address(of: database)
                let importing = ["import", "--mapping", Fixtures.shopMapping, Fixtures.shopFile, "--store", url]
                #expect(try hearth(importing).status == 0)
                try server.query("UPDATE schema_version SET version = 1", in: database)
                for words in Self.commands { try expectRefusal(words + [url], of: 1) }
                let store = try FixtureStore.copy(into: folder)
                try expectRefusal(["copy", "--from", "sqlite:\(store)", "--to", url], of: 1)
            }
        }
    }
}
