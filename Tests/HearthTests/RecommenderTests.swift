import Foundation
import Glibc
import HTTPTestClient
import Catalogue
import PrometheusText
import SQLiteStore
import Testing

extension `The program` {
    /// Guards `hearth recommender`, and servers that use a recommendation service.
    @Suite struct `The recommender` {
        @Test func `recommends the same as the server's own engine, and gets user feedback`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let key = try folder.write("secret", to: "key")
                let search = #"{"market":"toledo","types":["house"],"bedrooms":{"min":3}}"#
                let target = "/home/widgets/recommendations?width=390&user=u1"
                let expected = try withServer(on: store, in: folder) { server in
                    _ = try server.request("POST", "/users/u1/searches", body: search)
                    return try server.home(target).itemIDs
                }
                #expect(expected.count == 4)

                var recommender = try RunningRecommender(on: store, ["--api-key-file", key], in: folder)
                defer { recommender.child.kill() }
                try withServer(
                    on: store,
                    "--recommender",
                    "http://127.0.0.1:\(recommender.port)/",
                    "--recommender-key-file",
                    key,
                    // Helpers ignore the machine's proxy settings.
                    environment: ["http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"],
                    in: folder
                ) { server in
                    try Child.wait("recommendations") { try server.home(target).itemIDs == expected ? () : nil }
                    let helper = try #require(children(of: server.worker()).first)
                    let words = try String(contentsOfFile: "/proc/\(helper)/cmdline", encoding: .utf8)
                    #expect(words.contains("helper") && !words.contains("secret"))

                    let opened = #"{"items":["product:s1001"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                    // The search recorded before there was a service, and the opened item.
                    try Child.wait("feedback") {
                        try recommender.received("own_store") == 2 ? () : nil
                    }

                    // Events stay in the log until the service is back.
                    recommender.child.kill()
                    let more = #"{"market":"toledo"}"#
                    #expect(try server.request("POST", "/users/u2/searches", body: more).status == 201)
                    #expect(try server.get("/home?width=390&user=u2").status == 200)
                    recommender = try RunningRecommender(
                        on: store,
                        ["--api-key-file", key],
                        port: recommender.port,
                        in: folder
                    )
                    try Child.wait("feedback") {
                        try recommender.received("own_store") == 1 ? () : nil
                    }
                    // Recommendations come again, too.
                    try Child.wait("recommendations") { try server.home(target).itemIDs == expected ? () : nil }
                }
            }
        }

        @Test func `gets the events from before it was configured, each once`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, environment: [:], in: folder) { server throws in
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 201)
                    let body = #"{"items":["product:s1001"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: body).status == 200)
                }
                let recommender = try RunningRecommender(on: store, in: folder)
                defer { recommender.child.kill() }
                let address = "http://127.0.0.1:\(recommender.port)"
                for _ in 0..<2 {
                    try withServer(on: store, environment: ["HEARTH_RECOMMENDER": address], in: folder) { server in
                        try Child.wait("the events") {
                            try recommender.received("own_store") == 2 ? () : nil
                        }
                    }
                }
                #expect(try await unsentEvents(of: store) == 0)
            }
        }

        @Test func `stores the events of a Hearth over another store, and forgets its users`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let other = folder.path("other.store")
                #expect(try hearth("backup", "--store", store, other).status == 0)
                let recommender = try RunningRecommender(on: other, in: folder)
                defer { recommender.child.kill() }
                let user = try #require(UserID("u1"))
                let copy = try SQLiteStore(path: other, readers: 1)
                func wait(until isDone: (UserRecord) -> Bool) async throws {
                    while try await !isDone(copy.state(of: user).record) {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                try await withServer(on: store, "--recommender", "http://127.0.0.1:\(recommender.port)", in: folder) {
                    server in
                    let opened = #"{"items":["product:s1001"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 201)
                    try await wait { $0.opened == [CatalogueItem.ID(kind: "product", id: "s1001")] }
                    try Child.wait("the search") { try recommender.received("other_type") == 1 ? () : nil }
                    #expect(try server.request("DELETE", "/users/u1").status == 204)
                    try await wait { $0 == .empty }
                }
            }
        }

        @Test func `starts and stops with the config`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let recommender = try RunningRecommender(on: store, in: folder)
                defer { recommender.child.kill() }
                let without = try Fixtures.configText()
                let service = #"{"recommender": {"url": "http://127.0.0.1:\#(recommender.port)"},"#
                let with = service + without.drop { $0 != "{" }.dropFirst()
                let config = try folder.write(without, to: "home.json")
                try withServer(on: store, "--config", config, in: folder) { server in
                    func answered() throws -> Double {
                        try Exposition(server.get("/metrics").body)
                            .value("hearth_recommender_requests_total", ["outcome": "answered"]) ?? -1
                    }
                    func search(_ user: String) throws {
                        #expect(try server.request("POST", "/users/\(user)/searches", body: "{}").status == 201)
                    }
                    let worker = try server.worker()
                    try search("u1")
                    #expect(try answered() == 0)

                    _ = try folder.write(with, to: "home.json")
                    try server.waitForReload()
                    try search("u2")
                    try Child.wait("feedback") {
                        try recommender.received("own_store") == 2 ? () : nil
                    }
                    _ = try server.get("/home/widgets/recommendations?width=390&user=u2")
                    #expect(try answered() > 0)
                    let helper = try #require(children(of: worker).first)

                    // Another change of the config does not restart the helper.
                    _ = try folder.write(with.replacing(#""en": "Homes""#, with: #""en": "Häuser""#), to: "home.json")
                    try server.waitForReload(2)
                    #expect(children(of: worker) == [helper])

                    _ = try folder.write(without, to: "home.json")
                    try server.waitForReload(3)
                    try Child.wait("the helper's end") { children(of: worker).isEmpty ? () : nil }
                    try search("u3")
                    #expect(try server.get("/home/widgets/recommendations?width=390&user=u3").status == 200)
                    #expect(try server.metric("hearth_recommender_circuit_breaker_state") == 0)
                    #expect(try server.worker() == worker)
                }
                #expect(try await unsentEvents(of: store) == 1)
            }
        }

        @Test func `is called with the key from its file, which is watched`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let key = try folder.write("secret", to: "key")
                let recommender = try RunningRecommender(on: store, ["--api-key-file", key], in: folder)
                defer { recommender.child.kill() }
                let given = try folder.write("wrong", to: "given")
                let address = "http://127.0.0.1:\(recommender.port)"
                let flags = ["HEARTH_RECOMMENDER": address, "HEARTH_RECOMMENDER_KEY_FILE": given]
                try withServer(on: store, environment: flags, in: folder) { server in
                    func feedback() throws -> Double? { try recommender.received("own_store") }
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 201)
                    _ = try folder.write("", to: "given")
                    try server.waitForLog("Config not reloaded, keeping the current one: \(given) holds no key")
                    #expect(try feedback() == 0)
                    _ = try folder.write("secret", to: "given")
                    try server.waitForReload()
                    try Child.wait("feedback") { try feedback() == 1 ? () : nil }
                }
            }
        }

        @Test func `is called by a helper process, which is replaced when it dies, and dies with its worker`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let recommender = try RunningRecommender(on: store, in: folder)
                defer { recommender.child.kill() }
                try withServer(on: store, "--recommender", "http://127.0.0.1:\(recommender.port)", in: folder) {
                    server in
                    func helper() throws -> pid_t {
                        try Child.wait("a helper") { try children(of: server.worker()).first(where: isAlive) }
                    }
                    func waitForRecommendations(_ user: String) throws {
                        let target = "/home/widgets/recommendations?width=390&user=\(user)"
                        try Child.wait("recommendations") {
                            // A new connection: kept ones are closed with their worker.
                            let answer = try TestClient(port: server.port).request("GET", target)
                            return try answer.json["state"].string == "loaded" ? () : nil
                        }
                    }
                    try waitForRecommendations("u1")
                    for round in 0..<3 {
                        let old = try helper()
                        kill(old, SIGKILL)
                        #expect(try server.get("/home?width=390&user=v\(round)").status == 200)
                        try waitForRecommendations("w\(round)")
                        #expect(try helper() != old)
                    }
                    let orphan = try helper()
                    kill(try server.worker(), SIGKILL)
                    try server.waitForLog("New worker serving")
                    try Child.wait("the helper's end") { isAlive(orphan) ? nil : () }
                    try waitForRecommendations("x")
                    let last = try helper()
                    server.child.signal(SIGKILL)
                    try Child.wait("the last helper's end") { isAlive(last) ? nil : () }
                }
            }
        }

        @Test(arguments: [
            (["serve", "--recommender", "gorse:8087"], "expected http://HOST:PORT"),
            (["serve", "--recommender", "http://u:p@gorse:8087"], "expected http://HOST:PORT"),
            (
                ["serve", "--recommender-key-file", "key"],
                "--recommender-key-file requires --recommender"
            ),
            (["home", "--width", "390", "--recommender", "ftp://x"], "expected http://HOST:PORT"),
        ]) func `is named by an address`(_ words: [String], _ message: String) throws {
            let ended = try withFolder { folder in
                try hearth(words + ["--store", FixtureStore.copy(into: folder)])
            }
            #expect(ended.status == 64)
            #expect(ended.errors.contains(message), "\(ended.errors)")
        }

        @Test func `is configured, and errors in that are reported by path`() throws {
            try withFolder { folder in
                let home = try Fixtures.configText()
                let wrong = #"""
                    { "recommender": {
                        "url": "gorse", "keyFile": "none", "timeout": 0, "pageSize": 2000, "popular": "",
                        "circuitBreaker": { "window": 4, "failures": 5 }, "helper": { "maxRequest": 1 }
                    },
                    """#
                let path = try folder.write(wrong + home.dropFirst(), to: "wrong.json")
                let ended = try hearth("check", path)
                #expect(ended.status == 1)
                for finding in [
                    "recommender.url: expected http://HOST:PORT", "recommender.keyFile: none cannot be read",
                    "recommender.timeout: expected a whole number from 1 to",
                    "recommender.pageSize: expected a whole number",
                    "recommender.popular: expected a text",
                    #"recommender.circuitBreaker: "failures" is more than "window""#,
                    #"recommender.helper: unknown key "maxRequest"; did you mean "maxRequests"?"#,
                ] {
                    #expect(ended.errors.contains(finding), "\(finding) in \(ended.errors)")
                }
                let key = try folder.write("secret\n", to: "gorse.key")
                #expect(FileManager.default.fileExists(atPath: key))
                let right = #"{ "recommender": { "url": "http://gorse:8087", "keyFile": "gorse.key", "maxPages": 1 },"#
                let fine = try hearth("check", folder.write(right + home.dropFirst(), to: "right.json"))
                #expect(fine.status == 0, "\(fine.errors)")
            }
        }
    }
}

/// The number of events in a store that the recommendation service does not have.
private func unsentEvents(of path: String) async throws -> Int {
    let store = try SQLiteStore(path: path, readers: 1)
    return try await store.events(after: store.acknowledgedPosition(), limit: 9).count
}
