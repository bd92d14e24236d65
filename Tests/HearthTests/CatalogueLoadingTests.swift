import DatabaseServer
import Foundation
import Glibc
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `The catalogue of a server` {
        private static let requests = [
            ("GET", "/home?width=390", nil), ("GET", "/home/widgets/nearby?width=390&lat=41.6&lon=-83.5", nil),
            ("POST", "/users/u1/searches", "{}"), ("POST", "/users/u1/opened", #"{"items":["product:s1001"]}"#),
            ("DELETE", "/users/u1", nil as String?),
        ]

        /// Expects that homes are unavailable for this reason, and that all other routes answer.
        private func expectNoHomes(_ server: RunningServer, _ code: String, _ state: String) throws {
            let client = try TestClient(port: server.port)
            for target in ["/healthz", "/openapi.json", "/preview", "/metrics"] {
                #expect(try client.request("GET", target).status == 200, "\(target)")
            }
            let ready = try client.request("GET", "/readyz")
            #expect(ready.status == 503 && ready.fields["retry-after"] != nil)
            #expect(try ready.json["status"].string == "unready")
            #expect(try ready.json["store"].string == "available")
            #expect(try ready.json["catalogue"].string == state)
            #expect(try ready.json["catalogueItems"].int != nil)
            try expectContract(ready, "GET", "/readyz")
            for (method, target, body) in Self.requests {
                let answer = try client.request(method, target, body: body)
                #expect(answer.status == 503 && answer.fields["retry-after"] != nil, "\(method) \(target)")
                #expect(try answer.json["error"]["code"].string == code, "\(method) \(target)")
                try expectContract(answer, method, target)
            }
        }

        @Test func `is loaded before homes are served, and its size is reported`() throws {
            try withFixtureServer { server in
                #expect(server.child.errors.contains(/Catalogue loaded: 2256 items in \d+\.\d s \(\d+ MB\)\n/))
                let ready = try server.get("/readyz").json
                #expect(ready["catalogue"].string == "loaded" && ready["catalogueItems"].int == 2_256)
                let metrics = try Exposition(server.get("/metrics").body)
                #expect(metrics.value("hearth_catalogue_items") == 2_256)
                let bytes = try #require(metrics.value("hearth_catalogue_bytes"))
                #expect((200_000..<4_000_000).contains(bytes))
                #expect((metrics.value("hearth_catalogue_version") ?? 0) > 0)
                #expect(metrics.value("hearth_catalogue_mismatched_values") == 0)
                #expect(metrics.value("hearth_catalogue_refresh_duration_seconds_count", ["operation": "load"]) == 1)
                #expect(
                    metrics.value("hearth_store_operation_duration_seconds_count", ["operation": "read_items"]) == 1
                )
                for cause in ["store", "memory"] {
                    #expect(metrics.value("hearth_catalogue_failures_total", ["cause": cause]) == 0)
                }
            }
        }

        @Test func `shows an import as soon as it is done`() throws {
            try withFixtureServer { server in
                let file = try StreetListings.write(0..<3, day: "981231", in: server.folder)
                try importItems(from: file, by: Fixtures.listingsMapping, into: server.store, in: server.folder)
                try Child.wait("the items") { try server.metric("hearth_catalogue_items") == 2_259 ? () : nil }
                let metrics = try Exposition(server.get("/metrics").body)
                let updates = metrics.value(
                    "hearth_catalogue_refresh_duration_seconds_count",
                    ["operation": "update"]
                )
                #expect((updates ?? 0) > 0)
            }
        }

        @Test(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
        func `is awaited by a worker that keeps responding, and a worker without progress is replaced`() throws {
            try withFolder { folder in
                let databases = try DatabaseServer.shared
                let name = try databases.makeDatabase()
                let address = databases.address(of: name)
                try importItems(from: Fixtures.shopFile, by: Fixtures.shopMapping, into: address, in: folder)
                try databases.hold("LOCK TABLE item IN ACCESS EXCLUSIVE MODE", in: name)
                try withAnsweringServer(on: address, "--store-timeout=60", "--startup-timeout=5", in: folder) {
                    server in
                    try expectNoHomes(server, "catalogue_loading", "loading")
                    try server.waitForLog("took too long to start: killing it")
                    try databases.releaseLocks()
                    try Child.wait("a server that is ready") {
                        (try? TestClient(port: server.port).request("GET", "/readyz"))?.status == 200 ? () : nil
                    }
                    #expect(try TestClient(port: server.port).request("GET", "/home?width=390").status == 200)
                }
            }
        }

        @Test func `is refused above the memory limit until a smaller one is there`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let limit = "--max-catalogue-memory=100000"
                try withAnsweringServer(on: store, limit, "--startup-timeout=1", in: folder) { server in
                    try server.waitForLog("--max-catalogue-memory is 100000 (1 MB)")
                    let sizes = /its items need (\d+) bytes \(\d+ MB\), and/
                    let needed = try #require(server.child.errors.firstMatch(of: sizes).flatMap { Int($0.1) })
                    #expect((200_000..<4_000_000).contains(needed))
                    let worker = try server.worker()
                    // Longer than a worker may run without progress.
                    Thread.sleep(forTimeInterval: 2.5)
                    try expectNoHomes(server, "catalogue_too_large", "too large")
                    #expect(try server.worker() == worker)
                    let metrics = try Exposition(TestClient(port: server.port).request("GET", "/metrics").body)
                    #expect(metrics.value("hearth_catalogue_failures_total", ["cause": "memory"]) == 1)
                    #expect(metrics.value("hearth_catalogue_items") == nil)

                    let small = folder.path("small.store")
                    try importItems(from: Fixtures.shopFile, by: Fixtures.shopMapping, into: small, in: folder)
                    try replace(store, by: small)
                    try server.waitForLog("Serving http://")
                    #expect(try TestClient(port: server.port).request("GET", "/home?width=390").status == 200)
                }
            }
        }

        @Test func `is not enlarged above its limit by an import`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let words = [
                    "import", "--store", store, "--mapping", Fixtures.listingsMapping,
                    "--max-catalogue-memory", "1200000",
                ]
                #expect(try hearth(words + [Fixtures.listingsFile]).status == 0, "nothing is added")
                let file = try StreetListings.write(0..<1_500, day: "981231", in: folder)
                let ended = try hearth(words + [file])
                #expect(ended.status == 1)
                #expect(
                    ended.errors.contains(
                        /too large: its items need \d+ bytes \(\d+ MB\), and --max-catalogue-memory is 1200000/
                    )
                )
                #expect(try hearth("import", "--store", store, "--mapping", Fixtures.listingsMapping, file).status == 0)
            }
        }

        @Test func `is still served while the database servers are down`() throws {
            guard DatabaseServer.isInstalled else { return }
            try withFolder { folder in
                let database = try DatabaseServer()
                let address = database.address(of: try database.makeDatabase())
                try importItems(from: Fixtures.shopFile, by: Fixtures.shopMapping, into: address, in: folder)
                try withServer(on: address, in: folder) { server in
                    let target = "/home?width=390&segment=style"
                    let before = try server.get(target)
                    try database.stop(.fast)
                    let ready = try server.get("/readyz")
                    #expect(ready.status == 200)
                    #expect(try ready.json["store"].string == "unavailable")
                    try Child.wait("the failure's cause") {
                        let failures = try server.get("/readyz").json["storeFailures"].array
                        return failures.compactMap { $0["cause"].string } == ["unreachable"] ? () : nil
                    }
                    #expect(try server.get(target).body == before.body)
                    try database.start()
                    // Each operation that failed is reported until it succeeds.
                    try Child.wait("the store without failures") {
                        let ready = try server.get("/readyz").json
                        return ready["store"].string == "available" && ready["storeFailures"].array.isEmpty ? () : nil
                    }
                }
            }
        }
    }
}
