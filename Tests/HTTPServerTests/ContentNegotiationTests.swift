import Gunzip
import HTTPTestClient
import Testing

@testable import HTTPServer

private let text = (0..<500).map { "line \($0 * $0)\n" }.joined()

private func tagged(_ type: String, body: String) -> Response {
    Response(
        contentType: type,
        entityTag: EntityTag(0xabc),
        cacheControl: .revalidated,
        body: Array(body.utf8)
    )
}

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A representation` {
    private var router: Router {
        var router = Router()
        router.on(.get, "/text") { _ in tagged("text/plain", body: text) }
        router.on(.get, "/short") { _ in tagged("text/plain", body: String(text.prefix(1023))) }
        router.on(.get, "/shortest") { _ in tagged("text/plain", body: String(text.prefix(1024))) }
        router.on(.get, "/untagged") { _ in Response(text: text) }
        router.on(.get, "/empty") { _ in Response(status: .noContent, contentType: "text/plain") }
        router.on(.get, "/type/{type}") { tagged($0.parameter("type"), body: text) }
        router.on(.get, "/numbered/{number}") { Response(text: $0.parameter("number") + text) }
        router.on(.get, "/fields") { _ in
            var response = tagged("text/plain", body: text)
            response.fields = [
                .init("Content-Location", "/text"), .init("Expires", "0"), .init("X-Y", "z"),
                .init("Content-Language", "en"),
            ]
            return response
        }
        router.on(.get, "/error") { _ in
            var response = tagged("text/plain", body: text)
            response.status = .notFound
            return response
        }
        router.on(.post, "/text") { _ in tagged("text/plain", body: text) }
        return router
    }

    /// The answers to these requests, sent at once. Each request is the beginning of its request line and its fields.
    private func answers(_ requests: [(line: String, fields: [String])]) async throws -> [TestClient.Response] {
        var answers: [TestClient.Response] = []
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let bytes = requests.map {
                (["\($0.line) HTTP/1.1", "Host: a"] + $0.fields).joined(separator: "\r\n") + "\r\n\r\n"
            }
            try client.send(bytes.joined())
            for request in requests { answers.append(try client.receive(toHead: request.line.hasPrefix("HEAD"))) }
        }
        return answers
    }

    private func answer(_ line: String, _ fields: String...) async throws -> TestClient.Response {
        try #require(try await answers([(line, fields)]).first)
    }

    // MARK: Codings

    @Test func `is gzipped for clients that prefer it, with its own entity tag`() async throws {
        let answer = try await answer("GET /text", "accept-encoding: br, gzip;q=0.5")
        #expect(answer.status == 200)
        #expect(answer.fields["content-encoding"] == "gzip")
        #expect(answer.fields["etag"] == "\"0000000000000abc-gzip\"")
        #expect(answer.fields["vary"] == "Accept-Encoding")
        #expect(answer.fields["cache-control"] == "private, no-cache")
        #expect(gunzip(answer.body) == Array(text.utf8))
    }

    @Test(arguments: ["X: y", "Accept-Encoding:", "Accept-Encoding: gzip;q=0", "Accept-Encoding: gzip;q=9"])
    func `is uncompressed for other clients, with Vary`(field: String) async throws {
        let answer = try await answer("GET /text", field)
        #expect(answer.fields["content-encoding"] == nil)
        #expect(answer.fields["etag"] == "\"0000000000000abc\"")
        #expect(answer.fields["vary"] == "Accept-Encoding")
        #expect(answer.text == text)
    }

    @Test(arguments: ["no-transform", "no-cache, No-Transform", "max-age=0 , no-transform,"])
    func `is uncompressed for requests with no-transform`(directives: String) async throws {
        let answer = try await answer("GET /text", "Accept-Encoding: gzip", "Cache-Control: \(directives)")
        #expect(answer.fields["content-encoding"] == nil && answer.fields["etag"] == "\"0000000000000abc\"")
        #expect(answer.text == text)
        let other = try await self.answer(
            "GET /text",
            "Accept-Encoding: gzip",
            "Cache-Control: no-cache, no-transforms"
        )
        #expect(other.fields["content-encoding"] == "gzip")
    }

    @Test func `is uncompressed if nothing is acceptable`() async throws {
        let answer = try await answer("GET /text", "Accept-Encoding: br, identity;q=0")
        #expect(answer.status == 200)
        #expect(answer.text == text)
    }

    @Test func `takes the lines of a field as one list`() async throws {
        let gzipped = try await answer("GET /text", "Accept-Encoding: br", "X: y", "Accept-Encoding: gzip")
        #expect(gzipped.fields["content-encoding"] == "gzip")
        let refused = try await answer("GET /text", "Accept-Encoding: gzip", "Accept-Encoding: gzip;q=0")
        #expect(refused.fields["content-encoding"] == nil)
    }

    @Test(arguments: [
        ("text/html;charset=utf-8", true), ("application/json", true), ("application/json; charset=utf-8", true),
        ("image/svg+xml", true),
        ("application/jsonp", false), ("image/png", false), ("application/gzip", false), ("video/text", false),
    ])
    func `is gzipped by its type`(type: String, isGzipped: Bool) async throws {
        let path = type.split(separator: "/").joined(separator: "%2F").split(separator: " ").joined(separator: "%20")
        let answer = try await answer("GET /type/\(path)", "Accept-Encoding: gzip")
        #expect(answer.fields["content-type"] == type)
        #expect(answer.fields["content-encoding"] == (isGzipped ? "gzip" : nil))
        #expect(answer.fields["vary"] == (isGzipped ? "Accept-Encoding" : nil))
        #expect(answer.fields["etag"] == (isGzipped ? "\"0000000000000abc-gzip\"" : "\"0000000000000abc\""))
    }

    @Test func `is not compressed if it is short or empty`() async throws {
        let short = try await answer("GET /short", "Accept-Encoding: gzip")
        #expect(short.text == text.prefix(1023))
        let empty = try await answer("GET /empty", "Accept-Encoding: gzip")
        #expect(empty.status == 204)
        for answer in [short, empty] {
            #expect(answer.fields["content-encoding"] == nil)
            #expect(answer.fields["vary"] == nil)
        }
        let shortest = try await answer("GET /shortest", "Accept-Encoding: gzip")
        #expect(gunzip(shortest.body) == Array(text.utf8.prefix(1024)))
    }

    @Test func `of an error or of another method is gzipped too`() async throws {
        for line in ["GET /error", "POST /text"] {
            let answer = try await answer(line, "Accept-Encoding: gzip", "Content-Length: 0")
            #expect(gunzip(answer.body) == Array(text.utf8))
        }
    }

    // MARK: Conditions

    @Test(arguments: [
        "\"0000000000000abc\"", "W/\"0000000000000abc\"", "*", "\"x\", \"0000000000000abc\"",
        "\"x\"\r\nIf-None-Match: W/\"0000000000000abc\"", "\"0000000000000abc-gzip\", \"0000000000000abc\"",
    ])
    func `is not sent to a client that has it cached`(condition: String) async throws {
        let answers = try await answers(
            ["text", "fields"].map { ("GET /\($0)", ["If-None-Match: \(condition)"]) }
        )
        #expect(answers.map(\.status) == [304, 304])
        #expect(answers.map { $0.fields["etag"] } == ["\"0000000000000abc\"", "\"0000000000000abc\""])
    }

    @Test(arguments: [
        "\"0000000000000abc-gzip\"", "W/\"0000000000000abc-gzip\"", "*",
        "\"0000000000000abc\", \"0000000000000abc-gzip\"",
    ])
    func `is not sent to a client that has it cached gzipped`(condition: String) async throws {
        let answer = try await answer("GET /text", "Accept-Encoding: gzip", "If-None-Match: \(condition)")
        #expect(answer.status == 304)
        #expect(answer.fields["etag"] == "\"0000000000000abc-gzip\"")
        #expect(answer.fields["content-encoding"] == nil)
    }

    @Test func `is sent to a client that has it cached in the other coding`() async throws {
        let gzipped = try await answer("GET /text", "Accept-Encoding: gzip", "If-None-Match: \"0000000000000abc\"")
        #expect(gzipped.status == 200)
        #expect(gunzip(gzipped.body) == Array(text.utf8))
        let plain = try await answer("GET /text", "If-None-Match: \"0000000000000abc-gzip\"")
        #expect(plain.status == 200)
        #expect(plain.text == text)
    }

    @Test(arguments: [
        "", "\"x\"", "0000000000000abc", "\"0000000000000abc", "\"0000000000000abc\", *", "w/\"0000000000000abc\"",
        "*\r\nIf-None-Match: *",
    ])
    func `is sent if the condition lists another tag or is malformed`(condition: String) async throws {
        let answer = try await answer("GET /text", "If-None-Match: \(condition)")
        #expect(answer.status == 200)
        #expect(answer.text == text)
    }

    @Test func `that is not sent still has the fields that caches need, and no others`() async throws {
        let answer = try await answer("GET /fields", "If-None-Match: *")
        #expect(answer.fields["date"] != nil)
        var fields = answer.fields
        fields["date"] = nil
        fields["x-request-id"] = nil
        #expect(
            fields == [
                "etag": "\"0000000000000abc\"", "vary": "Accept-Encoding", "cache-control": "private, no-cache",
                "content-location": "/text", "expires": "0", "x-y": "z",
            ]
        )
    }

    @Test(arguments: [
        ("/text", ["If-Match: \"0000000000000abc\""], 200), ("/text", ["If-Match: \"x\", \"0000000000000abc\""], 200),
        ("/text", ["If-Match: *"], 200), ("/untagged", ["If-Match: *"], 200),
        ("/text", ["If-Match: \"0000000000000abc-gzip\"", "Accept-Encoding: gzip"], 200),
        ("/text", ["If-Match: \"x\""], 412), ("/text", ["If-Match: W/\"0000000000000abc\""], 412),
        ("/text", ["If-Match:"], 200), ("/text", ["If-Match: ,"], 200),
        ("/untagged", ["If-Match: \"0000000000000abc\""], 412),
        ("/text", ["If-Match: \"0000000000000abc"], 412),
        // It has precedence over If-None-Match.
        ("/text", ["If-None-Match: \"0000000000000abc\"", "If-Match: \"x\""], 412),
        ("/text", ["If-None-Match: \"0000000000000abc\"", "If-Match: \"0000000000000abc\""], 304),
        ("/text", ["If-None-Match: \"x\"", "If-Match: \"0000000000000abc\""], 200),
        // Without Last-Modified, dates have no effect.
        ("/text", ["If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"], 200),
        ("/text", ["If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"], 200),
        ("/text", ["If-None-Match: \"x\"", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"], 200),
        ("/text", ["Range: bytes=0-1", "If-Range: \"0000000000000abc\""], 200),
        // Conditions only apply to successful answers.
        ("/error", ["If-None-Match: *"], 404), ("/error", ["If-Match: \"x\""], 404),
        ("/none", ["If-Match: \"x\""], 404),
    ])
    func `is sent as its conditions say`(path: String, fields: [String], status: Int) async throws {
        let answers = try await answers([("GET \(path)", fields), ("HEAD \(path)", fields)])
        #expect(answers.map(\.status) == [status, status])
        if status == 412 {
            #expect(answers[0].text == "precondition_failed")
            #expect(answers[0].fields["etag"] == nil)
            #expect(answers[0].fields["connection"] == nil)
        }
    }

    @Test func `is conditional for GET and HEAD only`() async throws {
        for field in ["If-None-Match: *", "If-Match: \"x\""] {
            #expect(try await answer("POST /text", "Content-Length: 0", field).status == 200)
            #expect(try await answer("OPTIONS /text", field).status == 200)
        }
    }

    // MARK: Together

    @Test(arguments: [
        [], ["Accept-Encoding: gzip"], ["If-None-Match: \"0000000000000abc\""],
        ["Accept-Encoding: gzip", "If-None-Match: \"0000000000000abc-gzip\""], ["If-Match: \"x\""],
    ])
    func `has the same fields for HEAD as for GET`(fields: [String]) async throws {
        for path in ["/text", "/fields", "/short", "/untagged", "/error"] {
            let answers = try await answers([("GET \(path)", fields), ("HEAD \(path)", fields)])
            var (get, head) = (answers[0], answers[1])
            #expect(head.body.isEmpty)
            #expect(get.status == 304 || get.fields["content-length"] == "\(get.body.count)")
            for name in ["date", "x-request-id"] { (get.fields[name], head.fields[name]) = (nil, nil) }
            get.body = []
            #expect(head == get)
        }
    }

    @Test func `is negotiated for each of a hundred pipelined requests`() async throws {
        let kinds: [(line: String, fields: [String])] = [
            ("GET /text", ["Accept-Encoding: gzip"]), ("GET /text", []), ("HEAD /text", ["Accept-Encoding: gzip"]),
            ("GET /text", ["If-None-Match: *"]), ("GET /short", ["Accept-Encoding: gzip"]),
            ("POST /text", ["Accept-Encoding: gzip", "Content-Length: 0"]),
            ("GET /text", ["If-Match: \"x\""]),
        ]
        let requests = (0..<100).map { kinds[$0 * $0 % kinds.count] }
        let answers = try await answers(requests)
        for (request, answer) in zip(requests, answers) {
            switch (request.line, request.fields.first) {
            case ("GET /text", "Accept-Encoding: gzip"), ("POST /text", _):
                #expect(gunzip(answer.body) == Array(text.utf8))
            case ("GET /text", nil): #expect(answer.text == text)
            case ("GET /text", "If-None-Match: *"): #expect(answer.status == 304)
            case ("GET /text", "If-Match: \"x\""): #expect(answer.status == 412)
            case ("HEAD /text", _): #expect(answer.fields["etag"] == "\"0000000000000abc-gzip\"")
            default: #expect(answer.text == text.prefix(1023))
            }
        }
    }

    @Test func `is never mixed up between clients`() async throws {
        try await withServer(threads: 2, router) { server in
            let clients = try (0..<50).map { _ in try TestClient(port: server.port) }
            for (index, client) in clients.enumerated() {
                let requests = (0..<20).map {
                    "GET /numbered/\(index * 20 + $0) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
                }
                try client.send(requests.joined())
            }
            for (index, client) in clients.enumerated() {
                for number in 0..<20 {
                    let answer = try client.receive()
                    #expect(gunzip(answer.body) == Array("\(index * 20 + number)\(text)".utf8))
                }
            }
        }
    }
}
