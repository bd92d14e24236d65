import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `The log of requests` {
        private static let home = "/home?width=390&user=u1"
        private static let host = "Host: localhost\r\n"

        /// The fields of a log line that an answer also has.
        private struct Entry: Hashable, Sendable {
            var id: String?
            var method: String?
            var route: String?
            var status: Int?
        }

        /// Raw requests with the expected fields of their lines.
        private static let requests: [(text: String, method: String, route: String, status: Int)] = [
            ("GET \(home) HTTP/1.1\r\n\(host)\r\n", "GET", "/home", 200),
            ("GET \(home) HTTP/1.1\r\n\(host)If-None-Match: *\r\n\r\n", "GET", "/home", 304),
            ("GET /home HTTP/1.1\r\n\(host)\r\n", "GET", "/home", 400),
            ("GET /home/widgets/nearby?width=390 HTTP/1.1\r\n\(host)\r\n", "GET", "/home/widgets/{id}", 200),
            ("GET /home/widgets/none?width=390 HTTP/1.1\r\n\(host)\r\n", "GET", "/home/widgets/{id}", 404),
            (
                "POST /users/u1/searches HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}", "POST",
                "/users/{user}/searches", 204
            ),
            (
                "POST /users/u1/opened HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}", "POST", "/users/{user}/opened",
                400
            ),
            ("DELETE /users/u1 HTTP/1.1\r\n\(host)\r\n", "DELETE", "/users/{user}", 204),
            ("GET /users/u1/opened HTTP/1.1\r\n\(host)\r\n", "GET", "/users/{user}/opened", 405),
            ("OPTIONS * HTTP/1.1\r\n\(host)\r\n", "OPTIONS", "other", 200),
            ("GET /nowhere HTTP/1.1\r\n\(host)\r\n", "GET", "other", 404),
            ("GET /healthz HTTP/1.1\r\n\(host)\r\n", "GET", "/healthz", 200),
            ("GET /readyz HTTP/1.1\r\n\(host)\r\n", "GET", "/readyz", 200),
            ("GET /metrics HTTP/1.1\r\n\(host)\r\n", "GET", "/metrics", 200),
            ("BREW /home HTTP/1.1\r\n\(host)\r\n", "other", "other", 501),
            ("GET /home HTTP/1.1\r\n\(host)Bad Name: 1\r\n\r\n", "GET", "other", 400),
            ("\u{0}\r\n\r\n", "other", "other", 400),
        ]

        @Test func `has one line for each answer, with the same data as the answer`() throws {
            try withFixtureServer { server in
                var expected: [Entry] = []
                for request in Self.requests {
                    let answer = try TestClient(port: server.port).exchange(request.text)
                    #expect(answer.status == request.status, "\(request.text)")
                    expected.append(
                        Entry(
                            id: answer.fields["x-request-id"],
                            method: request.method,
                            route: request.route,
                            status: request.status
                        )
                    )
                }
                let port = server.port
                let others = try concurrently(4) { _ in
                    let client = try TestClient(port: port)
                    return try (0..<50).map { _ in try client.request("HEAD", Self.home).fields["x-request-id"] }
                }
                expected += others.joined().map { Entry(id: $0, method: "HEAD", route: "/home", status: 200) }
                #expect(Set(expected.map(\.id)).count == expected.count, "each has an id of its own")

                let lines = try Self.lines(of: server)
                let said = lines.map {
                    Entry(
                        id: $0["requestId"].string,
                        method: $0["method"].string,
                        route: $0["route"].string,
                        status: $0["status"].int
                    )
                }
                #expect(said.count == expected.count)
                #expect(Set(said).symmetricDifference(expected).isEmpty)
                for line in lines {
                    #expect(line["time"].string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
                    #expect((line["bytes"].int ?? 0) > 0)
                    #expect((line["microseconds"].int ?? -1) >= 0)
                    #expect(line["traceId"].string?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
                }
            }
        }

        @Test func `uses the client's X-Request-Id if it is safe`() throws {
            let taken = [
                "a", "8f14e45f-ceea-467f-a1d2-91e9dd9b5a3b", "\"", "\\", #"\",\"status\":\"0"#, #""},{"x":""#,
                #"\u0000"#, "<script>alert(1)</script>", "${jndi:ldap://x}", "%0d%0a", "'--",
                String(repeating: "x", count: 128),
            ]
            let replaced = ["", "two words", "tab\there", "ünïcode", "\u{7f}", String(repeating: "x", count: 129)]
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                var ids: [String] = []
                for id in taken {
                    let answer = try client.request("GET", "/healthz", fields: "X-Request-Id: \(id)")
                    #expect(answer.fields["x-request-id"] == id)
                    ids.append(id)
                }
                for id in replaced {
                    // DEL is not allowed in fields, so the server closes the connection.
                    let answer = try TestClient(port: server.port)
                        .request("GET", "/healthz", fields: "x-request-id: \(id)")
                    let made = try #require(answer.fields["x-request-id"], "\(id)")
                    #expect(made.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(id)")
                    ids.append(made)
                }
                #expect(try Self.lines(of: server).compactMap { $0["requestId"].string }.sorted() == ids.sorted())
            }
        }

        @Test func `has the client's trace id, or else a new one`() throws {
            let trace = "0af7651916cd43dd8448eb211c80319c"
            let span = "b7ad6b7169203331"
            let taken = ["00-\(trace)-\(span)-01", "00-\(trace)-\(span)-00", "01-\(trace)-\(span)-00-more"]
            let replaced = [
                "", "x", "00-\(trace.uppercased())-\(span)-01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
                "00-\(trace)-\(String(repeating: "0", count: 16))-01", "ff-\(trace)-\(span)-01",
                "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)", "00-\(trace)\",\"-\(span)-01",
                "00-\(trace)-\(span)-01\r\ntraceparent: 00-\(trace)-\(span)-01",
            ]
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                for (index, parent) in (taken + replaced).enumerated() {
                    let fields = ["traceparent: \(parent)", "X-Request-Id: \(index)"]
                    #expect(try client.request("GET", "/healthz", fields: fields[0], fields[1]).status == 200)
                }
                let lines = try Self.lines(of: server)
                let traces = (0..<lines.count).map { index in
                    lines.first { $0["requestId"].string == "\(index)" }?["traceId"].string ?? ""
                }
                #expect(traces.count == taken.count + replaced.count)
                #expect(traces.prefix(taken.count).allSatisfy { $0 == trace })
                let made = Set(traces.dropFirst(taken.count))
                #expect(made.count == replaced.count && !made.contains(trace))
            }
        }

        /// Stops the server, and returns all lines of its log.
        private static func lines(of server: RunningServer) throws -> [JSON] {
            server.child.signal(SIGTERM)
            #expect(try server.child.wait() == 0)
            let text = String(decoding: server.child.output, as: UTF8.self)
            #expect(text.hasSuffix("}\n"))
            // Events of the server, such as a loaded catalogue, belong to no request.
            return try text.split(separator: "\n").map { try JSON(parsing: Data($0.utf8)) }
                .filter { $0["requestId"].string != nil }
        }
    }
}
