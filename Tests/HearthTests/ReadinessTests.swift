import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    /// Guards `/healthz` and `/readyz`.
    @Suite struct `A server's health` {
        @Test func `is good once it serves`() throws {
            try withFixtureServer { server in
                for (target, status) in [("/healthz", "alive"), ("/readyz", "ready")] {
                    let answer = try server.get(target)
                    #expect(answer.status == 200)
                    #expect(answer.fields["content-type"] == "application/json")
                    #expect(answer.fields["cache-control"] == "no-store")
                    #expect(try answer.json["status"].string == status)
                    let head = try server.request("HEAD", target)
                    #expect(head.status == 200 && head.body.isEmpty)
                    #expect(try server.request("POST", target, body: "").status == 405)
                }
                let ready = try server.get("/readyz").json
                #expect(ready["store"].string == "available" && ready["draining"].bool == false)
            }
        }

        @Test func `is told without a question to the store, which may hang`() throws {
            try withFixtureServer { server in
                func reads() throws -> Double? {
                    let metrics = try Exposition(server.get("/metrics").body)
                    return metrics.value("hearth_store_operation_duration_seconds_count", ["operation": "read_user"])
                }
                let before = try reads()
                for _ in 0..<5 { #expect(try server.get("/readyz").json["store"].string == "available") }
                #expect(try reads() == before)
            }
        }

        @Test func `is not ready once it is told to stop, while it finishes requests in progress`() throws {
            try withFixtureServer { server in
                let probes = try ["/readyz", "/healthz", "/home?width=390"].map { target in
                    let client = try TestClient(port: server.port)
                    try client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n")
                    return client
                }
                // The server has read the bytes sent before this.
                #expect(try server.get("/readyz").status == 200)
                server.child.signal(SIGTERM)
                let began = try probes[1].exchange("\r\n")
                #expect(began.status == 200, "the worker is alive")
                try server.waitForLog("Shutting down")
                // The supervisor tells the worker, which then closes idle connections.
                #expect(throws: TestClient.Failure.self) { try server.requestUntilRefused() }

                let ready = try probes[0].exchange("\r\n")
                #expect(ready.status == 503)
                #expect(ready.fields["connection"] == "close")
                #expect(try ready.json["status"].string == "unready")
                #expect(try ready.json["draining"].bool == true)
                #expect(try ready.json["store"].string == "available")
                #expect(try probes[2].exchange("\r\n").status == 200, "requests in progress are finished")
                #expect(try server.child.wait() == 0)
            }
        }
    }
}

extension RunningServer {
    /// Sends requests until the server does not answer any more.
    fileprivate func requestUntilRefused() throws {
        let client = try TestClient(port: port)
        while true { _ = try client.request("GET", "/healthz") }
    }
}
