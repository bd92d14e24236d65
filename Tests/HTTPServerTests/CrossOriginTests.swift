import HTTPTestClient
import Testing

@testable import HTTPServer

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A request from a web page` {
    private static let app = "https://app.example"
    private static let allowing = CrossOriginPolicy(
        origins: [app, "http://localhost:3000"].compactMap { Origin($0) },
        requestFields: ["Authorization", "X-A"],
        responseFields: ["ETag", "X-B"]
    )

    private func answer(
        _ line: String,
        _ fields: [String],
        _ policy: CrossOriginPolicy = CrossOriginPolicy()
    ) async throws -> TestClient.Response {
        var router = Router()
        router.echo(.get, "/notes")
        router.echo(.post, "/notes", requiresBody: true)
        router.echo(.delete, "/notes")
        var answer: TestClient.Response?
        try await withServer(crossOrigins: policy, router) { server in
            let client = try TestClient(port: server.port)
            let lines = ["\(line) HTTP/1.1", "Host: here.example:8080", "Content-Length: 0"] + fields + ["", ""]
            try client.send(lines.joined(separator: "\r\n"))
            answer = try client.receive(toHead: line.hasPrefix("HEAD"))
        }
        return try #require(answer)
    }

    @Test(arguments: [
        [], ["Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"], ["Sec-Fetch-Site:"], ["Origin:"],
        ["Origin: http://here.example:8080"], ["Origin: https://here.example:8080"],
        // A proxy may have changed the host; Sec-Fetch-Site has precedence.
        ["Sec-Fetch-Site: same-origin", "Origin: https://elsewhere.example"],
    ])
    func `may write from the server's own origin, and without a browser`(fields: [String]) async throws {
        for line in ["POST /notes", "DELETE /notes"] { #expect(try await answer(line, fields).status == 200) }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["sec-fetch-site: unheard-of"],
        ["Sec-Fetch-Site: cross-site", "Origin: http://here.example:8080"],
        ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
        ["Origin: null"], ["Origin: https://elsewhere.example"], ["Origin: http://here.example"],
        ["Origin: http://here.example:80"], ["Origin: http://x.here.example:8080"], ["Origin: here.example:8080"],
        ["Origin: http://here.example:8080/"], ["Origin: http://"], ["Origin: ://"], ["Origin: :"],
        ["Origin: http://here.example:8080", "Origin: https://elsewhere.example"],
    ])
    func `may not write from another origin, but may read`(fields: [String]) async throws {
        for policy in [CrossOriginPolicy(), Self.allowing] {
            for line in ["POST /notes", "DELETE /notes"] {
                let answer = try await answer(line, fields, policy)
                #expect(answer.status == 403)
                #expect(answer.text == "cross_origin")
                #expect(answer.fields["connection"] == nil)
                #expect(answer.fields["access-control-allow-origin"] == nil)
            }
            for line in ["GET /notes", "HEAD /notes", "OPTIONS /notes"] {
                let answer = try await answer(line, fields, policy)
                #expect(answer.status == 200)
                #expect(answer.fields["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test(arguments: ["https://app.example", "http://localhost:3000"])
    func `may do everything from an allowed origin`(origin: String) async throws {
        for fields in [["Origin: \(origin)"], ["Origin: \(origin)", "Sec-Fetch-Site: cross-site"]] {
            for line in ["GET /notes", "POST /notes", "DELETE /notes", "GET /none", "PUT /notes"] {
                let answer = try await answer(line, fields, Self.allowing)
                #expect(answer.status == (line == "GET /none" ? 404 : line == "PUT /notes" ? 405 : 200))
                #expect(answer.fields["access-control-allow-origin"] == origin)
                #expect(answer.fields["access-control-expose-headers"] == "ETag, X-B")
                #expect(answer.fields["vary"] == "Origin")
            }
        }
    }

    @Test func `may send a preflight request`() async throws {
        let preflight = ["Origin: \(Self.app)", "Access-Control-Request-Method: DELETE"]
        let answer = try await answer("OPTIONS /notes", preflight, Self.allowing)
        #expect(answer.status == 204)
        #expect(answer.fields["access-control-allow-origin"] == Self.app)
        #expect(answer.fields["access-control-allow-methods"] == "GET, HEAD, POST, DELETE, OPTIONS")
        #expect(answer.fields["access-control-allow-headers"] == "Authorization, X-A")
        #expect(answer.fields["access-control-max-age"] == "7200")
        #expect(answer.fields["vary"] == "Origin")
        #expect(answer.fields["content-length"] == nil)

        let other = ["Origin: https://elsewhere.example", "Access-Control-Request-Method: DELETE"]
        let refused = try await self.answer("OPTIONS /notes", other, Self.allowing)
        #expect(refused.status == 200)
        #expect(refused.fields["allow"] == "GET, HEAD, POST, DELETE, OPTIONS")
        #expect(!refused.fields.keys.contains { $0.hasPrefix("access-control-") })
        let plain = try await self.answer("OPTIONS /notes", ["Origin: \(Self.app)"], Self.allowing)
        #expect(plain.status == 200)
        #expect(plain.fields["access-control-allow-methods"] == nil)
        #expect(try await self.answer("OPTIONS /none", preflight, Self.allowing).status == 404)
    }

    @Test func `gets only Vary if it has no origin, and nothing if none is allowed`()
        async throws
    {
        #expect(try await answer("GET /notes", ["Origin: \(Self.app)"]).fields["vary"] == nil)
        let answer = try await answer("GET /notes", [], Self.allowing)
        #expect(answer.fields["vary"] == "Origin")
        #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control-") })
    }

    @Test func `is counted if it is refused`() async throws {
        var router = Router()
        router.echo(.delete, "/notes")
        let recorder = Recorder()
        try await withServer(observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            #expect(try client.request("DELETE", "/notes", fields: "Origin: null").status == 403)
        }
        #expect(recorder.record.refusals == [.crossOrigin])
        #expect(recorder.record.exchanges.map(\.route) == ["/notes"])
    }
}

@Suite struct `An origin` {
    @Test(arguments: [
        "https://app.example.com", "http://localhost", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]",
        "http://[::1]:8080", "https://a:80", "capacitor://localhost", "chrome-extension://abcdef",
    ])
    func `is parsed as browsers send it`(text: String) {
        #expect(Origin(text)?.description == text)
    }

    @Test(arguments: [
        "", "*", "null", "app.example.com", "https://", "https://app.example.com/", "https://app.example.com/x",
        "https://App.example.com", "HTTPS://app.example.com", "https://*.example.com", "https://a:443", "http://a:80",
        "https://a:", "https://a:080", "https://a:65536", "https://a:x", "https://a b", "https://a,b", "https://é",
        "https://[::1", "//a", "1://a", "https:/a", "https://a https://b", "https://a?x", "https://a#x", "https://u@a",
    ])
    func `is refused in forms that no browser sends`(text: String) {
        #expect(Origin(text) == nil)
    }
}

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A body with a content coding` {
    private func answer(_ line: String, _ fields: [String]) async throws -> TestClient.Response {
        var router = Router()
        router.echo(.post, "/notes", requiresBody: true)
        router.echo(.get, "/notes")
        var answers: [TestClient.Response] = []
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let lines = ["\(line) HTTP/1.1", "Host: a", "Content-Length: 2"] + fields + ["", "{}"]
            answers.append(try client.exchange(lines.joined(separator: "\r\n")))
            // The connection stays open after the body.
            #expect(try client.request("GET", "/notes").status == 200)
        }
        return try #require(answers.first)
    }

    @Test(arguments: [
        ["Content-Encoding: gzip"], ["content-encoding: GZIP"], ["Content-Encoding: br"],
        ["Content-Encoding: identity, gzip"], ["Content-Encoding: identity", "Content-Encoding: deflate"],
        ["Content-Encoding: gzip;q=0"], ["Content-Encoding: \"identity\""],
    ])
    func `is refused with Accept-Encoding in the answer`(fields: [String]) async throws {
        let answer = try await answer("POST /notes", fields)
        #expect(answer.status == 415)
        #expect(answer.text == "unsupported_content_coding")
        #expect(answer.fields["accept-encoding"] == "identity")
    }

    @Test(arguments: [
        [], ["Content-Encoding: identity"], ["Content-Encoding: Identity, identity"], ["Content-Encoding:"],
        ["Content-Encoding: ,"],
    ])
    func `is accepted if the coding is identity`(fields: [String]) async throws {
        #expect(try await answer("POST /notes", fields).text == "POST /notes {}")
    }

    @Test func `is ignored on routes without a body`() async throws {
        #expect(try await answer("GET /notes", ["Content-Encoding: gzip"]).status == 200)
    }

    @Test func `is refused before the body is sent`() async throws {
        var router = Router()
        router.echo(.post, "/notes", requiresBody: true)
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            try client.send(
                "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Encoding: br\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            #expect(try client.receive().status == 415)
        }
    }
}
