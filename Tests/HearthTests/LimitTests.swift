import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A limit of the server` {
        static let flags: [(name: String, fallback: Int, range: ClosedRange<Int>)] = [
            ("max-header-size", 16_384, 64...1_048_576), ("max-header-fields", 100, 1...10_000),
            ("max-target-size", 8_192, 1...1_048_576), ("max-body-size", 65_536, 0...1_073_741_824),
            ("header-timeout", 10, 1...3_600), ("min-body-rate", 1_024, 0...1_073_741_824),
            ("body-grace", 10, 1...3_600), ("handler-timeout", 30, 1...3_600), ("idle-timeout", 75, 1...3_600),
            ("max-requests-per-connection", 1_000, 1...1_099_511_627_776), ("write-timeout", 30, 1...3_600),
            ("max-connections", 20_000, 1...1_073_741_824), ("max-concurrent-requests", 1_024, 1...1_073_741_824),
            ("queue-timeout", 1, 1...3_600), ("max-connections-per-address", 0, 0...1_073_741_824),
        ]

        private static let post = "POST /users/u1/searches HTTP/1.1\r\nHost: localhost\r\n"

        @Test func `is listed in the help with its default`() throws {
            let help = try hearth("serve", "--help").text
            for (name, fallback, _) in Self.flags {
                let line = help.split(separator: "\n").first { $0.contains("--\(name) ") }
                #expect(line?.hasSuffix("(default: \(fallback))") == true, "\(name): \(line ?? "none")")
            }
        }

        @Test func `is refused outside its range, with an error that names the range`() throws {
            for (name, _, range) in Self.flags {
                let expected = "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
                for value in ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"] {
                    let ended = try hearth("serve", "--\(name)=\(value)")
                    #expect(ended.status == 64, "\(name) \(value)")
                    #expect(ended.errors.contains("--\(name) is \"\(value)\": \(expected)"), "\(ended.errors)")
                }
                let variable = "HEARTH_" + name.uppercased().replacing("-", with: "_")
                let ended = try hearth("serve", environment: [variable: "1s"])
                #expect(ended.status == 64, "\(variable)")
                #expect(ended.errors.contains("\(variable) is \"1s\": \(expected)"), "\(ended.errors)")
            }
        }

        @Test func `accepts the ends of its range`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                for isMost in [false, true] {
                    let words = Self.flags.map { "--\($0.name)=\(isMost ? $0.range.upperBound : $0.range.lowerBound)" }
                    let child = try Child(["serve", "--port", "0", "--store", store] + words, in: folder)
                    defer { child.kill() }
                    try Child.wait("a server to serve") {
                        if !child.isRunning { throw Child.Failure(description: child.errors) }
                        return child.errors.contains("Serving http://") ? () : nil
                    }
                    child.signal(SIGTERM)
                    #expect(try child.wait() == 0)
                }
            }
        }

        @Test func `applies to the size of requests`() throws {
            let body = "{        }"
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(
                    on: store,
                    "--max-body-size=10",
                    "--max-header-size=300",
                    "--max-target-size=64",
                    "--max-header-fields=4",
                    in: folder
                ) { server in
                    func exchange(_ text: String) throws -> TestClient.Response {
                        try TestClient(port: server.port).exchange(text)
                    }
                    #expect(try exchange("\(Self.post)Content-Length: 10\r\n\r\n\(body)").status == 204)
                    try expectRefusal(exchange("\(Self.post)Content-Length: 11\r\n\r\n\(body) "), 413)
                    try expectRefusal(
                        exchange("\(Self.post)Transfer-Encoding: chunked\r\n\r\nb\r\n\(body) \r\n0\r\n\r\n"),
                        413
                    )
                    func healthy(_ fields: String) -> String {
                        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
                    }
                    let padding = 300 - healthy("X: \r\n").utf8.count
                    let x = String(repeating: "x", count: padding)
                    #expect(try exchange(healthy("X: \(x)\r\n")).status == 200)
                    try expectRefusal(exchange(healthy("X: \(x)x\r\n")), 431)
                    #expect(try exchange(healthy("A: 1\r\nB: 1\r\nC: 1\r\n")).status == 200)
                    try expectRefusal(exchange(healthy("A: 1\r\nB: 1\r\nC: 1\r\nD: 1\r\n")), 431)
                    let path = "/" + String(repeating: "x", count: 63)
                    #expect(try exchange("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 404)
                    try expectRefusal(exchange("GET \(path)x HTTP/1.1\r\nHost: localhost\r\n\r\n"), 414)
                }
            }
        }

        @Test func `applies to the number of requests per connection`() throws {
            try withFixtureServer("--max-requests-per-connection", "3") { server in
                for _ in 1...2 {
                    let client = try TestClient(port: server.port)
                    for number in 1...3 {
                        let answer = try client.request("GET", "/healthz")
                        #expect(answer.status == 200)
                        #expect(answer.fields["connection"] == (number == 3 ? "close" : nil))
                    }
                    #expect(throws: TestClient.Failure.self) { try client.request("GET", "/healthz") }
                }
            }
        }

        @Test func `applies to the number of connections`() throws {
            try withFixtureServer("--max-connections", "2") { server in
                var clients = try (0..<2).map { _ in try TestClient(port: server.port) }
                for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
                for _ in 1...3 {
                    let answer = try TestClient(port: server.port).exchange("")
                    try expectRefusal(answer, 503)
                    #expect(answer.fields["retry-after"].flatMap { Int($0) } ?? 0 > 0)
                }
                for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
                clients.removeLast()
                // The server may take a moment to notice the closed connection.
                try Child.wait("room for another") {
                    try TestClient(port: server.port).request("GET", "/healthz").status == 200 ? () : nil
                }
            }
        }

        @Test func `applies to the time in which a request arrives`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--header-timeout=1", "--idle-timeout=2", "--body-grace=1", in: folder) {
                    server in
                    let head = try TestClient(port: server.port)
                    try head.send("GET /healthz HTTP/1.1\r\n")
                    let body = try TestClient(port: server.port)
                    try body.send("\(Self.post)Content-Length: 60000\r\n\r\n{")
                    let idle = try TestClient(port: server.port)
                    #expect(try idle.request("GET", "/healthz").status == 200)
                    let new = try TestClient(port: server.port)
                    for client in [head, body] { try expectRefusal(client.exchange(""), 408) }
                    for client in [idle, new] {
                        // Closed without an answer.
                        #expect(try client.isClosed())
                    }
                    let metrics = try server.get("/metrics").text
                    for (cause, count) in [("head_timeout", 1), ("body_rate", 1), ("idle", 2)] {
                        #expect(
                            metrics.contains("\nhearth_http_rejections_total{cause=\"\(cause)\"} \(count)\n"),
                            "\(cause)"
                        )
                    }
                }
            }
        }

        @Test func `may come from the environment, and the flag wins`() throws {
            let environment = ["HEARTH_MAX_BODY_SIZE": "1", "HEARTH_MAX_REQUESTS_PER_CONNECTION": "1"]
            try withFixtureServer("--max-body-size=2", environment: environment) { server in
                let client = try TestClient(port: server.port)
                let answer = try client.request("POST", "/users/u1/searches", body: "{}")
                #expect(answer.status == 204)
                #expect(answer.fields["connection"] == "close")
                try expectRefusal(
                    TestClient(port: server.port).exchange("\(Self.post)Content-Length: 3\r\n\r\n{ }"),
                    413
                )
            }
        }

        private func expectRefusal(
            _ answer: TestClient.Response,
            _ status: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(answer.status == status, sourceLocation: sourceLocation)
            #expect(answer.fields["connection"] == "close", sourceLocation: sourceLocation)
            let error = try answer.json["error"]
            #expect(error.keys == ["code", "message"], sourceLocation: sourceLocation)
        }
    }
}
