import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A process with a low limit of open files` {
        /// Starts a server under these limits, and returns its port.
        private static func serve(
            soft: Int,
            hard: Int,
            _ flags: [String] = [],
            in folder: Folder
        ) throws -> (child: Child, port: UInt16) {
            let child = try Child(
                ["serve", "--port", "0", "--threads", "2", "--store", try FixtureStore.copy(into: folder)] + flags,
                startedBy: [
                    "/bin/bash", "-c", #"ulimit -Sn \#(soft) && ulimit -Hn \#(hard) && exec "$0" "$@""#,
                ],
                in: folder
            )
            do {
                let port = try Child.wait("a server to serve") {
                    if !child.isRunning { throw Child.Failure(description: child.errors) }
                    return child.errors.firstMatch(of: /Serving .*:(\d+)\/home/).flatMap { UInt16($0.1) }
                }
                return (child, port)
            } catch {
                child.kill()
                throw error
            }
        }

        @Test func `raises it to the hard limit, and logs how many connections that allows`() throws {
            try withFolder { folder in
                let (child, port) = try Self.serve(soft: 100, hard: 300, in: folder)
                defer { child.kill() }
                let warning =
                    #/At most (\d+) connections instead of (\d+) \(--max-connections\): the process may have (\d+) files/#
                let found = try Child.wait("the warning") { child.errors.firstMatch(of: warning)?.output }
                let allowed = try #require(Int(found.1))
                #expect(found.2 == "20000" && found.3 == "300")
                #expect(100..<300 ~= allowed)
                // Once for all workers.
                #expect(child.errors.ranges(of: "instead of").count == 1)

                let clients = try (0..<allowed).map { _ in try TestClient(port: port) }
                for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
                for _ in 0..<20 {
                    let answer = try TestClient(port: port).exchange("")
                    #expect(answer.status == 503)
                    #expect(answer.fields["retry-after"] == "1")
                    #expect(try answer.json["error"]["code"].string == "overloaded")
                }
                // Descriptors are reserved for requests.
                #expect(try clients[0].request("GET", "/home?width=390&user=u1").status == 200)
                #expect(try clients[1].request("POST", "/users/u1/searches", body: "{}").status == 204)
                let metrics = try Exposition(try clients[2].request("GET", "/metrics").body)
                #expect(metrics.value("process_max_fds") == 300)
                #expect((metrics.value("process_open_fds") ?? 300) < 300)
                #expect(metrics.value("hearth_http_rejections_total", ["cause": "connection_limit"]) == 20)
                #expect(metrics.value("hearth_http_rejections_total", ["cause": "descriptor_limit"]) == 0)
            }
        }

        @Test func `logs nothing if the requested connections fit`() throws {
            try withFolder { folder in
                let (child, _) = try Self.serve(soft: 100, hard: 300, ["--max-connections", "50"], in: folder)
                defer { child.kill() }
                #expect(!child.errors.contains("in place of"))
            }
        }

        @Test func `does not start if it would have no connection`() throws {
            try withFolder { folder in
                let failure = #expect(throws: Child.Failure.self) {
                    let (child, _) = try Self.serve(soft: 60, hard: 60, in: folder)
                    child.kill()
                }
                #expect(failure?.description.contains("the process may have 60 files open, and needs ") == true)
            }
        }

        @Test func `limits connections per client address if configured`() throws {
            try withFixtureServer("--max-connections-per-address", "2") { server in
                let clients = try (0..<2).map { _ in try TestClient(port: server.port) }
                for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
                let answer = try TestClient(port: server.port).exchange("")
                #expect(answer.status == 503)
                #expect(answer.fields["retry-after"] == "1")
                let other = try TestClient(port: server.port, from: 2)
                let metrics = try Exposition(try other.request("GET", "/metrics").body)
                #expect(metrics.value("hearth_http_rejections_total", ["cause": "address_limit"]) == 1)
            }
        }
    }
}
