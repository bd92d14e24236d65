import Foundation
import Glibc
import HTTPTestClient
import Catalogue
import PrometheusText
import SQLiteStore
import Testing

/// A running `hearth recommender` on its own port.
final class RunningRecommender {
    let child: Child
    let port: UInt16

    init(on store: String, _ flags: [String] = [], port: UInt16 = 0, in folder: Folder) throws {
        let child = try Child(["recommender", "--store", store, "--port", "\(port)"] + flags, in: folder)
        self.child = child
        do {
            self.port = try Child.wait("a recommender to serve") {
                if !child.isRunning { throw Child.Failure(description: "no recommender: \(child.errors)") }
                return child.errors.firstMatch(of: /Serving http:\/\/127\.0\.0\.1:(\d+)\/api\n/).flatMap {
                    UInt16($0.1)
                }
            }
            try Child.wait("its catalogue") { [port = self.port] in
                try TestClient(port: port).request("GET", "/api/health/ready").status == 200 ? () : nil
            }
        } catch {
            child.kill()
            throw error
        }
    }

    func metric(_ name: String) throws -> Double {
        let answer = try TestClient(port: port).request("GET", "/metrics")
        return try Exposition(answer.body).value(name) ?? 0
    }
}

extension `The program` {
    /// Guards `hearth recommender`, and servers that use a recommendation service.
    @Suite struct `The recommender` {
        @Test func `answers as Gorse does`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let key = try folder.write("secret\n", to: "key")
                let recommender = try RunningRecommender(on: store, ["--api-key-file", key], in: folder)
                defer { recommender.child.kill() }
                let client = try TestClient(port: recommender.port)
                func get(_ target: String, _ fields: String...) throws -> TestClient.Response {
                    let lines = ["GET \(target) HTTP/1.1", "Host: x", "X-API-Key: secret"] + fields
                    return try client.exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
                }
                func put(_ body: String, _ method: String = "PUT") throws -> TestClient.Response {
                    try client.request(method, "/api/feedback", body: body, fields: "X-API-Key: secret")
                }

                let all = try get("/api/latest?n=30").json.array.compactMap { $0["Id"].string }
                #expect(
                    all == Array(try FixtureListing.newest { _ in true }.prefix(30))
                )
                #expect(
                    try get("/api/latest?n=10&offset=20").json.array.compactMap { $0["Id"].string } == Array(all[20...])
                )
                #expect(try get("/api/latest").json.array.count == 10)
                #expect(try get("/api/latest?category=nowhere").json.array.isEmpty)
                #expect(try get("/api/non-personalized/popular").json.array.isEmpty)
                let plain = try get("/api/recommend/u1?n=3").json.array.compactMap(\.string)
                let scored = try get("/api/recommend/u1?n=3", "X-API-Version: 2").json.array
                #expect(plain.count == 3)
                #expect(scored.compactMap { $0["Id"].string } == plain)
                #expect(scored.allSatisfy { $0["Score"].double != nil })
                let neighbors = try get("/api/item/\(all[0])/neighbors?n=5").json.array.compactMap { $0["Id"].string }
                #expect(neighbors.count == 5 && !neighbors.contains(all[0]))
                #expect(try get("/api/item/listing:nothing/neighbors").json.array.isEmpty)

                for target in ["/api/latest?n=x", "/api/latest?n=-1", "/api/latest?offset=1.5", "/api/recommend/a%20b"]
                {
                    let answer = try get(target)
                    #expect(answer.status == 400, "\(target)")
                    #expect(answer.fields["content-type"] == "text/plain; charset=utf-8")
                    #expect(answer.body.count > 10)
                }
                for field in ["", "X-API-Key: secre", "X-API-Key: secret2"] {
                    let answer = try client.exchange(
                        "GET /api/latest HTTP/1.1\r\nHost: x\r\n\(field)\(field.isEmpty ? "" : "\r\n")\r\n"
                    )
                    #expect(answer.status == 401)
                    #expect(answer.text == "unauthorized")
                }
                #expect(try client.request("GET", "/api/health/ready").json["Ready"].bool == true)
                #expect(try client.request("GET", "/api/health/live").json["Ready"].bool == true)

                let good =
                    #"{"FeedbackType":"open","UserId":"u1","ItemId":"listing:a","Value":1,"Timestamp":"2024-02-29T23:59:59Z"}"#
                #expect(try put("[\(good),\(good)]").json["RowAffected"].int == 2)
                #expect(try put("[\(good)]", "POST").json["RowAffected"].int == 1)
                for body in [
                    "", "{", "{}", "[1]", "[{}]", "[\(good.replacing("open", with: ""))]",
                    "[\(good.replacing("\"u1\"", with: "\"u/1\""))]", "[\(good.replacing("2024-02-29T", with: "x"))]",
                    "[\(good.replacing("Value", with: "value"))]", "[\(good.replacing(":1", with: ":\"1\""))]",
                ] {
                    #expect(try put(body).status == 400, "\(body)")
                }
                #expect(try recommender.metric("hearth_feedback_events_received_total") == 3)

                recommender.child.signal(SIGTERM)
                #expect(try recommender.child.wait() == 0)
            }
        }

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
                        try recommender.metric("hearth_feedback_events_received_total") == 2 ? () : nil
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
                        try recommender.metric("hearth_feedback_events_received_total") == 1 ? () : nil
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
                            try recommender.metric("hearth_feedback_events_received_total") == 2 ? () : nil
                        }
                    }
                }
                #expect(try await unsentEvents(of: store) == 0)
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
                        try recommender.metric("hearth_feedback_events_received_total") == 2 ? () : nil
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
                    func feedback() throws -> Double { try recommender.metric("hearth_feedback_events_received_total") }
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
