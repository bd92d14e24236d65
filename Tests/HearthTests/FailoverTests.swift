import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite(.disabled(if: RunningCluster.missing != nil, "there is no \(RunningCluster.missing ?? "")"))
    struct `Database servers that fail under load` {
        @Test func `lose nothing acknowledged, repeat no write, and refuse writes they cannot do`() throws {
            try withFolder { folder in
                let cluster = try RunningCluster(in: folder)
                defer { cluster.stop() }
                let traffic = Traffic(on: cluster.port)

                /// - Parameter failure: the failure; the report begins before it.
                func phase(_ name: String, _ failure: () throws -> Void) throws -> Traffic.Report {
                    let report = try traffic.during(name, failure)
                    #expect(report.refusedHomes == 0, "\(name)")
                    return report
                }

                _ = try phase("no failure") { try traffic.waitForMore() }
                try wait(for: "available", in: cluster)

                let lessReplicas = try phase("a replica is killed") {
                    try cluster.run("kill", "postgres2")
                    try traffic.waitForMore()
                    try wait(for: "available", in: cluster)
                }
                #expect(lessReplicas.incomplete == 0 && lessReplicas.refusedSearches == 0)
                _ = try phase("the replica is back") {
                    try cluster.run("start", "postgres2")
                    try traffic.waitForMore()
                    try wait(for: "available", in: cluster)
                }

                let readOnly = try phase("the primary is killed") {
                    try cluster.run("kill", "postgres1")
                    try wait(for: "replica", in: cluster)
                    try traffic.waitForMore(searches: 0)
                }
                #expect(readOnly.incomplete == 0 && readOnly.refusedSearches > 0)
                var primary = ""
                _ = try phase("a replica is promoted") {
                    primary = try cluster.run("promote")
                    try traffic.waitForMore()
                    try wait(for: "available", in: cluster)
                }
                _ = try phase("the old primary follows") {
                    try cluster.run("rejoin", "postgres1")
                    try traffic.waitForMore()
                    try wait(for: "available", in: cluster)
                }

                let none = try phase("all servers are killed") {
                    for number in 1...3 { try cluster.run("kill", "postgres\(number)") }
                    try wait(for: "unavailable", in: cluster)
                    Thread.sleep(forTimeInterval: 1)
                }
                #expect(none.incomplete > 0 && none.refusedSearches > 0)
                _ = try phase("all servers are back") {
                    for number in 1...3 { try cluster.run("start", "postgres\(number)") }
                    try traffic.waitForMore()
                    try wait(for: "available", in: cluster)
                }

                try traffic.stopAndVerify { try cluster.query(Traffic.searches, on: primary) }
            }
        }

        /// Waits until all three servers report this store state.
        private func wait(for store: String, in cluster: RunningCluster) throws {
            for port in cluster.hearths {
                try Child.wait("\"\(store)\"") {
                    let ready = try TestClient(port: port).request("GET", "/readyz")
                    let metrics = try Exposition(TestClient(port: port).request("GET", "/metrics").body)
                    return try ready.json["store"].string == store && ready.status == 200
                        && (metrics.value("hearth_store_primary_up") == 1) == (store == "available") ? () : nil
                }
            }
        }
    }
}
