import DatabaseServer
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
    struct `A failing database server under load` {
        @Test func `loses no acknowledged write, and no home that does not need it`() throws {
            try withFolder { folder in
                let primary = try DatabaseServer()
                let database = try primary.makeDatabase()
                let replica = try DatabaseServer(following: primary, as: "replica")
                let proxy = try Proxy(of: primary)
                try fill(primary.address(of: database), in: folder)
                let hosts = "host=127.0.0.1,\(replica.folder)&port=\(proxy.port),5432"
                try withServer(
                    on: "postgresql:///\(database)?\(hosts)&user=postgres",
                    "--threads=1",
                    "--store-connections=1",
                    "--max-concurrent-requests=10000",
                    environment: ["HEARTH_CONFIG": Fixtures.config],
                    in: folder
                ) { server in
                    let traffic = Traffic(on: server.port)
                    func wait(for store: String) throws {
                        try Child.wait("\"\(store)\"") {
                            try TestClient(port: server.port).request("GET", "/readyz").json["store"].string == store
                                ? () : nil
                        }
                    }
                    func waitForRefusals(_ count: Int) throws {
                        try Child.wait("\(count) refusals") { traffic.report.refusedSearches >= count ? () : nil }
                    }
                    /// Expects that in this phase every home is sent and complete.
                    func expectCompleteHomes(_ name: String, _ body: () throws -> Void) throws -> Traffic.Report {
                        let report = try traffic.during(name, body)
                        #expect(report.refusedHomes == 0 && report.incomplete == 0, "\(name)")
                        return report
                    }
                    let healthy = try expectCompleteHomes("no failure") {
                        try wait(for: "available")
                        try traffic.waitForMore()
                    }
                    #expect(healthy.refusedSearches == 0)

                    _ = try expectCompleteHomes("the primary hangs") {
                        proxy.freeze()
                        try wait(for: "replica")
                        try waitForRefusals(20)
                        try traffic.waitForMore(searches: 0)
                    }
                    _ = try expectCompleteHomes("the primary responds again") {
                        proxy.thaw()
                        try wait(for: "available")
                        try traffic.waitForMore()
                    }

                    _ = try expectCompleteHomes("a statement takes too long") {
                        try primary.holdWriters(of: database)
                        try waitForRefusals(4)
                        try traffic.waitForMore(searches: 0)
                        try primary.releaseLocks()
                        try traffic.waitForMore()
                    }
                    let crowded = try expectCompleteHomes("too many writers") {
                        try primary.holdWriters(of: database)
                        let before = try Self.refusals(by: server)
                        let searches = (0..<1_500).map { Traffic.Search(user: "crowd\($0)", price: 1) }
                        try traffic.burst(searches.map { .search($0) }) {
                            try Child.wait("300 refusals") { try Self.refusals(by: server) >= before + 300 ? () : nil }
                            try primary.releaseLocks()
                        }
                        try traffic.waitForMore()
                    }
                    #expect(crowded.busy > 0)

                    let hidden = try traffic.during("too many readers") {
                        // The lock is replicated, too.
                        try primary.hold("LOCK TABLE app_user", in: database)
                        try traffic.burst((0..<3_000).map { .home(of: "crowd-\($0)") }) {
                            try Child.wait("homes refused without a database read") {
                                let log = String(decoding: server.child.output, as: UTF8.self)
                                return log.contains("the store: busy") ? () : nil
                            }
                            try primary.releaseLocks()
                        }
                        try traffic.waitForMore()
                    }
                    #expect(hidden.refusedHomes == 0 && hidden.incomplete > 0)

                    _ = try expectCompleteHomes("the disk is full") {
                        try primary.fillDisk(of: database)
                        try waitForRefusals(20)
                        try traffic.waitForMore(searches: 0)
                    }
                    _ = try expectCompleteHomes("the disk has space again") {
                        try primary.clearDisk(of: database)
                        try traffic.waitForMore()
                    }
                    try traffic.stopAndVerify { try primary.query(Traffic.searches, in: database) }
                }
            }
        }

        private static func refusals(by server: RunningServer) throws -> Double {
            let metrics = try Exposition(TestClient(port: server.port).request("GET", "/metrics").body)
            let labels = ["route": "/users/{user}/searches", "method": "POST", "status": "5xx"]
            return metrics.value("hearth_http_requests_total", labels) ?? 0
        }

        private func fill(_ address: String, in folder: Folder) throws {
            let copied = try hearth("copy", "--from", "sqlite:\(FixtureStore.copy(into: folder))", "--to", address)
            try #require(copied.status == 0, "\(copied.errors)")
        }
    }
}
