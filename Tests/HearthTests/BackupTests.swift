import Foundation
import HTTPTestClient
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A backup` {
        /// The progress of a client that writes in the background.
        private final class WriteProgress: Sendable {
            let acknowledged = Atomic(0)
            let isDone = Atomic(false)
        }

        private static func price(_ server: RunningServer, of user: String) throws -> Int? {
            let widget = try server.home("/home/widgets/last-search?width=390&user=\(user)")
            let href = widget["header"]["href"].string ?? ""
            return href.firstMatch(of: /priceMax=([0-9]+)/).flatMap { Int($0.1) }
        }

        @Test func `is taken while a server runs, and restores the data of that moment`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let backup = folder.path("backup.store")
                var before = 0
                var after = 0
                try withServer(on: store, in: folder) { server in
                    #expect(
                        try server.request("POST", "/users/u1/searches", body: #"{"price":{"max":100000001}}"#).status
                            == 204
                    )
                    let port = server.port
                    let progress = WriteProgress()
                    defer { progress.isDone.store(true, ordering: .relaxed) }
                    let writer = ThreadGroup(1) { _ in
                        let client = try TestClient(port: port)
                        var number = 0
                        while !progress.isDone.load(ordering: .relaxed) {
                            number += 1
                            let body = #"{"price":{"max":\#(100_000_000 + number)}}"#
                            let answer = try client.request("POST", "/users/writer/searches", body: body)
                            guard answer.status == 204 else { throw TestClient.Failure(reason: "\(answer.status)") }
                            progress.acknowledged.store(number, ordering: .relaxed)
                        }
                    }
                    try Child.wait("writes") { progress.acknowledged.load(ordering: .relaxed) > 3 ? () : nil }
                    before = progress.acknowledged.load(ordering: .relaxed)
                    let ended = try hearth("backup", "--store", store, backup)
                    after = progress.acknowledged.load(ordering: .relaxed) + 1
                    #expect(ended.status == 0 && ended.text == "\(store) copied to \(backup)\n", "\(ended.errors)")
                    progress.isDone.store(true, ordering: .relaxed)
                    _ = try writer.results()
                    #expect(
                        try server.request("POST", "/users/u1/searches", body: #"{"price":{"max":100000002}}"#).status
                            == 204
                    )
                    #expect(try Self.price(server, of: "u1") == 100_000_002)
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
                for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
                try FileManager.default.copyItem(atPath: backup, toPath: store)
                try withServer(on: store, in: folder) { server in
                    #expect(try Self.price(server, of: "u1") == 100_000_001)
                    let price = try #require(try Self.price(server, of: "writer"))
                    #expect((before...after).contains(price - 100_000_000))
                    #expect(
                        try server.request("POST", "/users/u1/searches", body: #"{"price":{"max":100000003}}"#).status
                            == 204
                    )
                    #expect(try Self.price(server, of: "u1") == 100_000_003)
                }
            }
        }

        @Test func `reports why it cannot be written`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let there = try folder.write("mine", to: "there")
                let replaced = try hearth("backup", "--store", store, there)
                #expect(replaced.status == 1 && replaced.errors == "hearth: \(there) already exists\n")
                #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
                let nothing = try hearth("backup", "--store", folder.path("none"), folder.path("copy"))
                #expect(nothing.status == 1 && nothing.errors.contains("there is no store at"))
                #expect(try hearth("backup", "--store", store).errors.contains("COPY is missing"))
            }
        }
    }
}
