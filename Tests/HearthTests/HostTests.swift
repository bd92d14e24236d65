import HTTPTestClient
import Testing

extension `The program` {
    /// Guards an open server on the machine of a developer against web pages that this person has open.
    @Suite struct `A web page whose name leads to a loopback address` {
        private static let requests: [(line: String, body: String)] = [
            ("GET /home?width=390&user=u1", ""), ("POST /home?width=390", #"{"known":{}}"#), ("GET /users/u1", ""),
            ("POST /users/u1/searches", "{}"), ("DELETE /users/u1", ""), ("GET /metrics", ""), ("GET /preview", ""),
            ("GET /openapi.json", ""), ("GET /healthz", ""),
        ]

        private static func statuses(_ port: UInt16, host: String) throws -> [Int] {
            let client = try TestClient(port: port)
            return try requests.map { line, body in
                let fields = "Host: \(host)\r\nOrigin: http://\(host)\r\nContent-Length: \(body.utf8.count)"
                try client.send("\(line) HTTP/1.1\r\n\(fields)\r\n\r\n\(body)")
                return try client.receive().status
            }
        }

        private static let answered = [200, 200, 200, 204, 204, 200, 200, 200, 200]

        @Test func `reads and changes nothing`() throws {
            try withFixtureServer { server in
                let refused = try Self.statuses(server.port, host: "evil.example")
                #expect(refused.allSatisfy { $0 == 421 })
                #expect(try Self.statuses(server.port, host: "localhost:\(server.port)") == Self.answered)
                let answer = try TestClient(port: server.port).exchange(
                    "GET /home HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                )
                #expect(try answer.json["error"]["code"].string == "misdirected_request")
            }
        }

        @Test func `is answered if the config names its host, or requires tokens`() throws {
            let open = try Fixtures.configText().adding(#""auth": {"kind": "none", "hosts": ["hearth.test"]}"#)
            try withFixtureServer(config: open) { server in
                #expect(try Self.statuses(server.port, host: "hearth.test:80") == Self.answered)
                let refused = try Self.statuses(server.port, host: "evil.example")
                #expect(refused.allSatisfy { $0 == 421 })
            }
            try withFolder { folder in
                let secret = try folder.write(Token.secret, to: "secret.key")
                let config = try folder.config(auth: #"{"kind": "jwt", "secret": "\#(secret)"}"#)
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--config", config, in: folder) { server in
                    let answered = try Self.statuses(server.port, host: "evil.example")
                    #expect(answered.prefix(3) == [401, 401, 401])
                }
            }
        }

        @Test func `is answered on an address that other machines reach, which the log tells`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withAnsweringServer(on: store, "--host", "0.0.0.0", in: folder) { server in
                    try server.waitForLog(
                        "every client that reaches 0.0.0.0 can read, change and delete every user's record"
                    )
                    #expect(try Self.statuses(server.port, host: "hearth.example") == Self.answered)
                }
            }
        }
    }

    @Suite struct `The port of operators` {
        private func statuses(_ port: UInt16) throws -> [Int] {
            let client = try TestClient(port: port)
            return try ["/healthz", "/readyz", "/metrics", "/preview", "/preview/gallery", "/home?width=390"].map {
                try client.request("GET", $0).status
            }
        }

        @Test func `has metrics and the preview, with what its page needs`() throws {
            try withFixtureServer("--admin-port", "0") { server in
                let admin = try #require(listeningPorts(of: server.child.id).first { $0 != server.port })
                #expect(try statuses(admin) == [200, 200, 200, 200, 200, 200])
                #expect(try statuses(server.port) == [200, 200, 404, 404, 404, 200])
            }
        }

        @Test func `has no preview and no homes if the config turns the preview off`() throws {
            let config = try Fixtures.configText().adding(#""preview": false"#)
            try withFixtureServer("--admin-port", "0", config: config) { server in
                let admin = try #require(listeningPorts(of: server.child.id).first { $0 != server.port })
                #expect(try statuses(admin) == [200, 200, 200, 404, 404, 404])
            }
            try withFixtureServer(config: config) { server in
                let answered = try statuses(server.port)
                #expect(answered == [200, 200, 200, 404, 404, 200])
            }
        }
    }
}
