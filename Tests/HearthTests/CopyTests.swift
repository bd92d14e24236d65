import DatabaseServer
import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL")) struct `A copy` {
        @Test func `that was killed leaves nothing behind, and a complete one gives the same homes`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                // Enough rows that it is killed halfway.
                let file = try StreetListings.write(0..<12_000, day: "971201", in: folder)
                try importItems(from: file, by: Fixtures.listingsMapping, into: store, in: folder)
                try withServer(on: store, in: folder) { server in
                    for price in [100_000_002, 100_000_001] {
                        let search = #"{"market":"toledo","price":{"max":\#(price)}}"#
                        #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                    }
                    let listing = try server.home("/home/widgets/last-search?width=390&user=u1").itemIDs[0]
                    let opened = #"{"items":["\#(listing)"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
                let server = try DatabaseServer.shared
                let database = try server.makeDatabase()
                let words = ["copy", "--from", "sqlite:\(store)", "--to", server.address(of: database)]

                let child = try Child(words, in: folder)
                defer { child.kill() }
                try Child.wait("rows") {
                    let bytes = try? server.query("SELECT pg_relation_size('item')", in: database)
                    return Int(bytes?.dropLast() ?? "0") ?? 0 > 0 ? () : nil
                }
                child.kill()

                let ended = try hearth(words)
                try #require(ended.status == 0, "\(ended.errors)")
                #expect(ended.text.hasSuffix("\(store) copied and verified\n"))
                #expect(!ended.text.contains("differs"))
                let line = /\nitem +([0-9]{5}) +([0-9]{5}) +the same\n/
                let found = try #require(ended.text.firstMatch(of: line), "\(ended.text)")
                #expect(found.1 == found.2)

                for words in [["--user", "u1"], ["--lat", "41.65", "--lon", "-83.54"], ["--segment", "style"]] {
                    let homes = try [store, server.address(of: database)].map { store in
                        try hearth(["home", "--width", "390", "--store", store] + words)
                    }
                    #expect(homes[0].status == 0 && homes[0].output == homes[1].output, "\(homes[1].errors)")
                }
                let again = try hearth(words)
                #expect(again.status == 1 && again.errors.contains("the database is not empty"))
            }
        }

        @Test func `reports usage errors, and never prints a password`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let url = "postgresql://hearth:secret@127.0.0.1:1/hearth"
                let cases: [(from: String, to: String, status: Int32, says: String)] = [
                    (url, "sqlite:\(store)", 64, "--from: expected sqlite:FILE"),
                    (store, url, 64, "--from: expected sqlite:FILE"),
                    ("sqlite:", url, 64, "--from: expected sqlite:FILE"),
                    ("sqlite:\(store)", "mysql://hearth:secret@h/hearth", 64, "a store is no mysql:// URL"),
                    ("sqlite:\(folder.path("none"))", url, 1, "there is no store at \(folder.path("none"))"),
                    ("sqlite:\(store)", url, 1, "the database failed: 127.0.0.1:1: "),
                    (
                        "sqlite:\(store)", "postgresql://h:secret/1@h/hearth", 1,
                        "signs in a user or a password are percent-encoded"
                    ),
                ]
                for (from, to, status, says) in cases {
                    let ended = try hearth("copy", "--from", from, "--to", to)
                    #expect(ended.status == status && ended.errors.contains(says), "\(ended.errors)")
                    #expect(!ended.errors.contains("secret") && ended.text.isEmpty, "\(ended.errors)")
                }
                #expect(try hearth("copy", "--from", "sqlite:\(store)").errors.contains("--to is missing"))
            }
        }
    }
}
