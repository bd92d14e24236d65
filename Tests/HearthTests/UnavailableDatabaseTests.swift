import DatabaseServer
import Glibc
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
    struct `A database that does not answer` {
        private static let requests = [
            ("GET", "/home?width=390", nil), ("GET", "/home/widgets/nearby?width=390&lat=41.6&lon=-83.5", nil),
            ("POST", "/users/u1/searches", "{}"), ("POST", "/users/u1/opened", #"{"items":["product:s1001"]}"#),
            ("DELETE", "/users/u1", nil as String?),
        ]

        /// Expects the answers of a server whose store is not open: the routes that need no store succeed.
        private func expectOpening(_ server: RunningServer) throws {
            let client = try TestClient(port: server.port)
            for target in ["/healthz", "/openapi.json", "/preview", "/metrics"] {
                #expect(try client.request("GET", target).status == 200, "\(target)")
            }
            let ready = try client.request("GET", "/readyz")
            #expect(ready.status == 503 && ready.fields["retry-after"] != nil)
            #expect(try ready.json["store"].string == "opening")
            #expect(try ready.json["catalogue"].string == "loading" && ready.json["catalogueItems"].int == 0)
            try expectContract(ready, "GET", "/readyz")
            #expect(try client.request("GET", "/metrics").text.contains("hearth_store_primary_up 0"))
            for (method, target, body) in Self.requests {
                let answer = try client.request(method, target, body: body)
                #expect(answer.status == 503 && answer.fields["retry-after"] != nil, "\(method) \(target)")
                #expect(try answer.json["error"]["code"].string == "store_unavailable", "\(method) \(target)")
                try expectContract(answer, method, target)
            }
        }

        private static func isFailing(_ server: RunningServer) throws -> Bool {
            let metrics = try Exposition(TestClient(port: server.port).request("GET", "/metrics").body)
            return metrics.value("hearth_store_failing", ["cause": "unreachable"]) == 1
        }

        @Test func `costs no user whose record is cached a part of the home, whatever it refuses`() throws {
            try withFolder { folder in
                let database = try DatabaseServer()
                let name = try database.makeDatabase()
                let file = try FixtureStore.copy(into: folder)
                #expect(try hearth("copy", "--from", "sqlite:\(file)", "--to", database.address(of: name)).status == 0)
                try withServer(on: database.address(of: name), in: folder) { server in
                    func search(_ market: String) throws -> Int {
                        try server.request("POST", "/users/u1/searches", body: #"{"market":"\#(market)"}"#).status
                    }
                    func lastSearch() throws -> String? {
                        try server.home("/home?width=390&user=u1").widget("last-search")["state"].string
                    }
                    #expect(try search("toledo") == 204)
                    #expect(try lastSearch() == "loaded")
                    try database.stop(.immediate)
                    // Requests are lost with the connection, refused, or not even sent.
                    for _ in 0..<5 {
                        #expect(try search("toledo") == 503)
                        #expect(try lastSearch() == "loaded")
                    }
                    try Child.wait("an unavailable store") {
                        try server.get("/readyz").json["store"].string == "unavailable" ? () : nil
                    }
                    #expect(try search("toledo") == 503)
                    #expect(try lastSearch() == "loaded")
                    try database.start()
                    try Child.wait("a search that is accepted") { try search("toledo") == 204 ? () : nil }
                    #expect(try lastSearch() == "loaded")
                }
            }
        }

        private func waitUntilReady(_ server: RunningServer) throws {
            try Child.wait("a server that is ready") {
                try TestClient(port: server.port).request("GET", "/readyz").status == 200 ? () : nil
            }
            #expect(try TestClient(port: server.port).request("GET", "/home?width=390").status == 200)
        }

        @Test func `is retried by a worker that keeps responding, and is served once it is back`() throws {
            try withFolder { folder in
                let database = try DatabaseServer()
                let address = database.address(of: try database.makeDatabase()) + "&password=geheim"
                try database.stop(.fast)
                try withAnsweringServer(on: address, "--startup-timeout=5", in: folder) { server in
                    let worker = try server.worker()
                    try expectOpening(server)
                    // Longer than a worker may run without progress.
                    try server.waitForLog("next attempt in ", times: 8)
                    #expect(try Self.isFailing(server))
                    let failures = try TestClient(port: server.port).request("GET", "/readyz").json["storeFailures"]
                    #expect(failures.array.map { $0["cause"].string } == ["unreachable"])
                    #expect(children(of: server.child.id) == [worker])
                    let log = server.child.errors
                    let attempts = log.split(separator: "\n").filter { $0.contains("attempt") }
                    #expect(attempts.count >= 8)
                    #expect(
                        attempts.allSatisfy {
                            $0.hasPrefix("hearth: the store cannot be opened: \(database.folder):5432: ")
                                && $0.contains("No such file or directory") && $0.contains("; next attempt in ")
                        },
                        "\(log)"
                    )
                    #expect(!log.contains("geheim") && !log.contains("Serving http://"))

                    try database.start()
                    try waitUntilReady(server)
                    #expect(children(of: server.child.id) == [worker])
                    try server.waitForLog("Serving http://")
                    try server.waitForLog("Store failure ended: unreachable")
                    #expect(try !Self.isFailing(server))

                    // Neither a reload nor a worker's death ends the retries while the database is down again.
                    try database.stop(.immediate)
                    server.child.signal(SIGHUP)
                    try server.waitForLog("Config unchanged")
                    #expect(children(of: server.child.id) == [worker])
                    kill(worker, SIGKILL)
                    try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                    try expectOpening(server)
                    try database.start()
                    try waitUntilReady(server)
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
            }
        }

        @Test func `does not keep a worker from exiting`() throws {
            try withFolder { folder in
                let address = "postgresql://hearth@127.0.0.1:1/hearth"
                try withAnsweringServer(on: address, in: folder) { server in
                    try server.waitForLog("next attempt in ")
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                    #expect(server.child.errors.hasSuffix("hearth: Shutting down\n"))
                }
            }
        }

        @Test func `but hangs costs a worker that makes no progress, never the server`() throws {
            try withFolder { folder in
                let database = try DatabaseServer()
                let name = try database.makeDatabase()
                // The advisory lock that Hearth takes to check the schema.
                try database.hold("SELECT pg_advisory_lock(\(0x68_65_61_72_74_68))", in: name)
                let address = database.address(of: name)
                try withAnsweringServer(on: address, "--startup-timeout=5", in: folder) { server in
                    try expectOpening(server)
                    try server.waitForLog("took too long to start: killing it")
                    try server.waitForLog("restart attempt 1 now")
                    try database.releaseLocks()
                    try waitUntilReady(server)
                }
            }
        }
    }
}
