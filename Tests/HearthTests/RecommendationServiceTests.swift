import Foundation
import Glibc
import HTTPTestClient
import Catalogue
import PrometheusText
import SQLiteStore
import Testing

extension `The program` {
    @Suite struct `The recommendation service` {
        private static let target = "/home/widgets/recommendations?width=390&user="

        @Test func `recommends items, and gets user feedback, also that from while it was down`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let key = try folder.write("secret", to: "key")
                let service = try ScriptedGorse(key: "secret")
                defer { service.stop() }
                let expected = Array(service.ids.prefix(4))
                try withServer(
                    on: store,
                    "--recommender",
                    service.address + "/",
                    "--recommender-key-file",
                    key,
                    // Helpers ignore the machine's proxy settings.
                    environment: ["http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"],
                    in: folder
                ) { server in
                    func waitForRecommendations(_ user: String) throws {
                        try Child.wait("recommendations") {
                            try server.home(Self.target + user).itemIDs == expected ? () : nil
                        }
                    }
                    try waitForRecommendations("u1")
                    let helper = try #require(children(of: server.worker()).first)
                    let words = try String(contentsOfFile: "/proc/\(helper)/cmdline", encoding: .utf8)
                    #expect(words.contains("helper") && !words.contains("secret"))

                    let opened = #"{"items":["product:s1001"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                    try Child.wait("feedback") { service.feedback == ["open u1 product:s1001"] ? () : nil }

                    // Events stay in the log until the service is back.
                    try service.setMode(.stopped)
                    #expect(try server.request("POST", "/users/u2/opened", body: opened).status == 200)
                    #expect(try server.get("/home?width=390&user=u2").status == 200)
                    try service.setMode(.healthy)
                    try Child.wait("feedback") { service.feedback.last == "open u2 product:s1001" ? () : nil }
                    #expect(service.feedback.count == 2)
                    try waitForRecommendations("u3")
                }
            }
        }

        @Test func `gets the events from before it was configured, each once`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, environment: [:], in: folder) { server throws in
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                    let body = #"{"items":["product:s1001"]}"#
                    #expect(try server.request("POST", "/users/u1/opened", body: body).status == 200)
                }
                let service = try ScriptedGorse()
                defer { service.stop() }
                for (item, count) in [("product:s1002", 3.0), ("product:s1004", 1)] {
                    try withServer(on: store, environment: ["HEARTH_RECOMMENDER": service.address], in: folder) {
                        server in
                        let body = #"{"items":["\#(item)"]}"#
                        #expect(try server.request("POST", "/users/u1/opened", body: body).status == 200)
                        try Child.wait("the acknowledgement") {
                            let metrics = try Exposition(server.get("/metrics").body)
                            let outcome = ["outcome": "acknowledged"]
                            return metrics.value("hearth_feedback_events_total", outcome) == count ? () : nil
                        }
                    }
                }
                #expect(service.feedback.first?.hasPrefix("search u1 search:") == true)
                let openings = ["s1001", "s1002", "s1004"].map { "open u1 product:\($0)" }
                #expect(Array(service.feedback.dropFirst()) == openings)
                #expect(try await unsentEvents(of: store) == 0)
            }
        }

        @Test func `deletes users who were forgotten`() throws {
            let service = try ScriptedGorse()
            defer { service.stop() }
            try withFixtureServer(environment: ["HEARTH_RECOMMENDER": service.address]) { server in
                let opened = #"{"items":["product:s1001"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                try Child.wait("feedback") { service.feedback == ["open u1 product:s1001"] ? () : nil }
                #expect(try server.request("DELETE", "/users/u1").status == 204)
                try Child.wait("the deletion") { service.feedback.last == "delete u1" ? () : nil }
                #expect(service.feedback.count == 2)
            }
        }

        @Test func `starts and stops with the config`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let service = try ScriptedGorse()
                defer { service.stop() }
                let without = try Fixtures.configText()
                let with = without.adding(#""recommender": {"url": "\#(service.address)"}"#)
                let config = try folder.write(without, to: "home.json")
                try withServer(on: store, "--config", config, in: folder) { server in
                    func answered() throws -> Double {
                        try Exposition(server.get("/metrics").body)
                            .value("hearth_recommender_requests_total", ["outcome": "answered"]) ?? -1
                    }
                    func search(_ user: String) throws {
                        #expect(try server.request("POST", "/users/\(user)/searches", body: "{}").status == 204)
                    }
                    let worker = try server.worker()
                    try search("u1")
                    #expect(try answered() == 0)

                    _ = try folder.write(with, to: "home.json")
                    try server.waitForReload()
                    try search("u2")
                    try Child.wait("feedback") { service.feedback.count == 2 ? () : nil }
                    _ = try server.get(Self.target + "u2")
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
                    #expect(try server.get(Self.target + "u3").status == 200)
                    #expect(try server.metric("hearth_recommender_circuit_breaker_state") == 0)
                    #expect(try server.worker() == worker)
                }
                #expect(try await unsentEvents(of: store) == 1)
            }
        }

        @Test func `is called with the key from its file, which is watched`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let service = try ScriptedGorse(key: "secret")
                defer { service.stop() }
                let given = try folder.write("wrong", to: "given")
                let flags = ["HEARTH_RECOMMENDER": service.address, "HEARTH_RECOMMENDER_KEY_FILE": given]
                try withServer(on: store, environment: flags, in: folder) { server in
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                    _ = try folder.write("", to: "given")
                    try server.waitForLog("Config not reloaded, keeping the current one: \(given) holds no key")
                    #expect(service.feedback.isEmpty)
                    _ = try folder.write("secret", to: "given")
                    try server.waitForReload()
                    try Child.wait("feedback") { service.feedback.count == 1 ? () : nil }
                }
            }
        }

        @Test func `is called by a helper process, which is replaced when it dies, and dies with its worker`() throws {
            let service = try ScriptedGorse()
            defer { service.stop() }
            try withFixtureServer(environment: ["HEARTH_RECOMMENDER": service.address]) { server in
                func helper() throws -> pid_t {
                    try Child.wait("a helper") { try children(of: server.worker()).first(where: isAlive) }
                }
                func waitForRecommendations(_ user: String) throws {
                    try Child.wait("recommendations") {
                        // A new connection: kept ones are closed with their worker.
                        let answer = try TestClient(port: server.port).request("GET", Self.target + user)
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
