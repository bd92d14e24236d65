import DatabaseServer
import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    /// Guards the reports and answers of a server whose store is full, missing, replaced or damaged.
    @Suite struct `A server whose store fails` {
        @Test func `reports a full disk to clients, in its readiness, in its metrics and once in its log`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { server in
                    #expect(try Self.search(1, server).status == 204)
                    try Self.expect(server, [], "available")
                    #expect(try Self.metric("hearth_store_failing", "full", server) == 0)

                    try server.fillDisk(of: store)
                    for number in 2...20 { try Self.expectRefusal(Self.search(number, server), "store_full") }
                    try Self.expectHome(server)
                    try Self.expect(server, ["full"], "available")
                    #expect(try Self.metric("hearth_store_failing", "full", server) == 1)
                    #expect(try Self.metric("hearth_store_errors_total", "full", server) == 19)
                    #expect(try Self.metric("hearth_store_errors_total", "corrupt", server) == 0)
                    try server.waitForLog("Store failure began: full: ")

                    try server.clearDisk()
                    #expect(try Self.search(21, server).status == 204)
                    try Self.expect(server, [], "available")
                    #expect(try Self.metric("hearth_store_failing", "full", server) == 0)
                    try server.waitForLog("Store failure ended: full\n")
                    try Self.expectLines(["began: full", "ended: full"], server)
                }
            }
        }

        @Test func `acknowledges no write while its file is moved away, and continues once it is back`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { server in
                    #expect(try Self.search(1, server).status == 204)
                    try FileManager.default.moveItem(atPath: store, toPath: folder.path("aside"))
                    for number in 2...5 { try Self.expectRefusal(Self.search(number, server), "store_missing") }
                    try Self.expectHome(server)
                    try Self.expect(server, ["missing"], "read_only")
                    #expect(try Self.metric("hearth_store_failing", "missing", server) == 1)
                    // The server's own operations may have failed, too.
                    let failed = try #require(try Self.metric("hearth_store_errors_total", "missing", server))
                    #expect(failed >= 4)

                    try FileManager.default.moveItem(atPath: folder.path("aside"), toPath: store)
                    try server.waitForLog("Store failure ended: missing\n")
                    #expect(try Self.search(6, server).status == 204)
                    try Self.expect(server, [], "available")
                    try Self.expectLines(["began: missing", "ended: missing"], server)
                }
                // Another server finds all acknowledged writes, and no others.
                try withServer(on: store, in: folder) { server in
                    for number in 1...6 {
                        let hasSearched = try Self.hasSearched(number, TestClient(port: server.port))
                        #expect(hasSearched == [1, 6].contains(number), "\(number)")
                    }
                }
            }
        }

        @Test func `notices a missing file without a write`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { server in
                    try FileManager.default.removeItem(atPath: store)
                    try server.waitForLog("Store failure began: missing: ")
                    try Self.expect(server, ["missing"], "read_only")
                    try Self.expectHome(server)
                }
            }
        }

        @Test func `serves from a file that replaces its store, and writes nothing of the old one to it`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let other = try FixtureStore.copy(into: folder, as: "other.store")
                try withServer(on: store, in: folder) { server in
                    for number in 1...3 { #expect(try Self.search(number, server).status == 204) }
                    let worker = try server.worker()
                    #expect(try FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int ?? 0 > 0)
                    #expect(unsafe rename(other, store) == 0)
                    try server.waitForLog("The store was replaced: restarting the worker")
                    try server.waitForLog("New worker serving")
                    #expect(try server.worker() != worker)
                    let client = try TestClient(port: server.port)
                    #expect(try !Self.hasSearched(1, client), "the other store knows no search")
                    let answer = try client.request("POST", "/users/u1/searches", body: "{}")
                    #expect(answer.status == 204)
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
                #expect(try hearth("backup", "--store", store, folder.path("checked.store")).status == 0)
                try withServer(on: store, in: folder) { server in
                    let client = try TestClient(port: server.port)
                    #expect(try Self.hasSearched(1, client))
                    #expect(try !Self.hasSearched(2, client))
                }
            }
        }

        @Test func `leaves a file alone that is not a store, or is being copied, and keeps serving homes`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let backup = try FixtureStore.copy(into: folder, as: "backup.store")
                let bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
                try withServer(on: store, in: folder) { server in
                    let worker = try server.worker()
                    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: store + suffix) }
                    // A copy that has not begun yet.
                    try Data().write(to: URL(fileURLWithPath: store))
                    try server.waitForLog("Store failure began: replaced: ")
                    for _ in 1...3 {
                        try Self.expectHome(server)
                        try Self.expectRefusal(Self.search(1, server), "store_replaced")
                    }
                    #expect(try server.worker() == worker)
                    #expect(try Data(contentsOf: URL(fileURLWithPath: store)).isEmpty, "nothing is written into it")

                    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: store))
                    try file.write(contentsOf: bytes)
                    try file.close()
                    try server.waitForLog("New worker serving")
                    #expect(try TestClient(port: server.port).request("GET", "/home?width=390").status == 200)
                }
            }
        }

        @Test func `refuses writes once a read has found its file damaged`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { server in
                    let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
                    let size = try file.seekToEnd()
                    try file.seek(toOffset: 4096)
                    try file.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 4096))
                    try file.close()
                    #expect(try server.get("/home?width=390&user=u9").status == 200)
                    try Self.expectRefusal(Self.search(1, server), "store_corrupt")
                    #expect(try Self.metric("hearth_store_failing", "corrupt", server) == 1)
                    let errors = try #require(try Self.metric("hearth_store_errors_total", "corrupt", server))
                    #expect(errors > 1)
                    #expect(try server.get("/users/u8").status == 503)
                    // The server reads it for itself, too.
                    #expect(try #require(try Self.metric("hearth_store_errors_total", "corrupt", server)) > errors)
                    try server.waitForLog("Store failure began: corrupt: ")
                    try Self.expectLines(["began: corrupt"], server)
                }
            }
        }

        @Test(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
        func `reports the errors of a database`() throws {
            try withFolder { folder in
                let databases = try DatabaseServer.shared
                let database = try databases.makeDatabase()
                try withServer(on: databases.address(of: database), in: folder) { server in
                    try databases.fillDisk(of: database)
                    for number in 1...3 { try Self.expectRefusal(Self.search(number, server), "store_full") }
                    try Self.expect(server, ["full"], "available")
                    try databases.clearDisk(of: database)
                    #expect(try Self.search(4, server).status == 204)
                    try Self.expect(server, [], "available")
                    try server.waitForLog("Store failure ended: full\n")
                    try Self.expectLines(["began: full", "ended: full"], server)
                }
            }
        }

        private static func search(_ number: Int, _ server: RunningServer) throws -> TestClient.Response {
            try server.request("POST", "/users/u\(number)/searches", body: #"{"market":"toledo"}"#)
        }

        private static func hasSearched(_ number: Int, _ client: TestClient) throws -> Bool {
            let home = try client.request("GET", "/home?width=390&user=u\(number)").json
            return home.widget("last-search")["state"].string == "loaded"
        }

        private static func expectRefusal(
            _ answer: @autoclosure () throws -> TestClient.Response,
            _ code: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let answer = try answer()
            #expect(answer.status == 503, sourceLocation: sourceLocation)
            #expect(answer.fields["retry-after"] != nil, sourceLocation: sourceLocation)
            #expect(try answer.json["error"]["code"].string == code, sourceLocation: sourceLocation)
            #expect(!answer.text.contains("/tmp"), "which file it is, is for the log", sourceLocation: sourceLocation)
        }

        private static func expectHome(
            _ server: RunningServer,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let home = try server.home("/home?width=390&user=u1&lat=41.65&lon=-83.54")
            #expect(home.widgets.allSatisfy { $0["state"].string != "error" }, sourceLocation: sourceLocation)
        }

        /// Expects a server that is ready, because it serves homes, and reports why writes fail.
        private static func expect(
            _ server: RunningServer,
            _ causes: [String],
            _ store: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let answer = try server.get("/readyz")
            #expect(answer.status == 200, sourceLocation: sourceLocation)
            let failures = try answer.json["storeFailures"].array
            #expect(failures.map { $0["cause"].string } == causes, sourceLocation: sourceLocation)
            #expect(try answer.json["store"].string == store, sourceLocation: sourceLocation)
        }

        private static func metric(_ name: String, _ cause: String, _ server: RunningServer) throws -> Double? {
            try Exposition(server.get("/metrics").body).value(name, ["cause": cause])
        }

        /// Expects these causes to begin and end in this order, on standard error and in the log.
        private static func expectLines(
            _ lines: [String],
            _ server: RunningServer,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let errors = server.child.errors.matches(of: /Store failure ((began|ended): [a-z_]+)/).map { String($0.1) }
            #expect(errors == lines, sourceLocation: sourceLocation)
            let logged = try Child.wait("the log line") {
                let log = String(decoding: server.child.output, as: UTF8.self)
                let events = log.matches(of: /"Store failure (began|ended)","cause":"([a-z_]+)"/)
                return events.count >= lines.count ? events.map { "\($0.1): \($0.2)" } : nil
            }
            #expect(logged == lines, sourceLocation: sourceLocation)
        }
    }
}
