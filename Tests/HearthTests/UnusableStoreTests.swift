import Foundation
import Glibc
import HTTPTestClient
import SQLiteStore
import Testing

extension `The program` {
    /// Guards the exit of a server whose store cannot be opened.
    @Suite struct `A store that can never be opened again` {
        /// A damage to the file, with the expected error.
        enum Damage: String, CaseIterable, Sendable {
            case missing = "there is no store at"
            case empty = "is an empty file"
            case notADatabase = "file is not a database"
            case corrupt = "database disk image is malformed"
            case otherSchema = "found schema version 99, expected 2: make a new store with hearth import"

            func inflict(on store: String) throws {
                switch self {
                case .missing: try FileManager.default.removeItem(atPath: store)
                case .empty: try Data().write(to: URL(fileURLWithPath: store))
                case .notADatabase: try Data(repeating: 7, count: 1 << 16).write(to: URL(fileURLWithPath: store))
                case .corrupt:
                    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
                    let size = try file.seekToEnd()
                    try file.seek(toOffset: 4096)
                    try file.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 4096))
                    try file.close()
                case .otherSchema: try StoreLock.execute("PRAGMA user_version = 99", on: store)
                }
                for suffix in ["-wal", "-shm"] where self != .otherSchema {
                    try? FileManager.default.removeItem(atPath: store + suffix)
                }
            }
        }

        @Test(arguments: Damage.allCases)
        func `stops a server whose worker dies, with status 1 and the cause`(damage: Damage) throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { server in
                    #expect(try server.get("/home?width=390").status == 200)
                    try damage.inflict(on: store)
                    kill(try server.worker(), SIGKILL)
                    #expect(try server.child.wait() == 1)
                    let log = server.child.errors
                    #expect(log.contains(damage.rawValue), "\(log)")
                    #expect(log.hasSuffix("hearth: Exiting: no worker can open the store\n"))
                    #expect((try? TestClient(port: server.port)) == nil)
                }
            }
        }

        @Test func `is named if only its items are damaged, before and after it was served`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let page = try Connection(path: store, access: .read)
                    .statement("SELECT rootpage FROM sqlite_schema WHERE name = 'item'").first { $0.int64(0) }
                let offset = (try #require(page) - 1) * 4096
                func damage() throws {
                    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
                    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
                    try file.seek(toOffset: UInt64(offset))
                    try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
                    try file.close()
                }
                try withServer(on: store, in: folder) { server in
                    try damage()
                    kill(try server.worker(), SIGKILL)
                    #expect(try server.child.wait() == 1)
                    #expect(server.child.errors.contains("the store at \(store) has items that cannot be read: "))
                }
                let ended = try hearth("serve", "--port", "0", "--store", store)
                #expect(ended.status == 1)
                #expect(ended.errors.contains("has items that cannot be read: "), "\(ended.errors)")
                #expect(ended.errors.contains("malformed"))
            }
        }

        @Test func `is named if it cannot be written`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
                for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: store + suffix) {
                    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store + suffix)
                }
                // Root can write to any file.
                let starter = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
                let child = try Child(["serve", "--port", "0", "--store", store], startedBy: starter, in: folder)
                defer { child.kill() }
                #expect(try child.wait() == 1)
                #expect(child.errors.contains("\(store) is not writable: Permission denied"), "\(child.errors)")
            }
        }

        @Test(arguments: Damage.allCases)
        func `is not served at all`(damage: Damage) throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try damage.inflict(on: store)
                // Few connections, so that the limit of open files adds no line to the output.
                let ended = try hearth("serve", "--port", "0", "--max-connections", "100", "--store", store)
                #expect(ended.status == 1)
                #expect(ended.errors.contains(damage.rawValue), "\(ended.errors)")
                #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
            }
        }
    }
}
