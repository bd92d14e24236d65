import HTTPTestClient
import Testing

@testable import HTTPServer

private let trace = "0af7651916cd43dd8448eb211c80319c"

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `The identifier of a request` {
    /// Answers with the request's id.
    private var router: Router {
        var router = Router()
        router.on(.get, "/") { Response(text: "\($0.id) ") }
        return router
    }

    private func answers(_ texts: [String]) async throws -> [TestClient.Response] {
        var answers: [TestClient.Response] = []
        try await withServer(router) { server in
            for text in texts {
                let client = try TestClient(port: server.port)
                try client.send(text.split(separator: "↵", omittingEmptySubsequences: false).joined(separator: "\r\n"))
                answers.append(try client.receive())
            }
        }
        return answers
    }

    private func answer(_ fields: String) async throws -> TestClient.Response {
        try await answers(["GET / HTTP/1.1↵Host: a↵\(fields)↵↵"])[0]
    }

    private func isGenerated(_ id: String?) -> Bool {
        id?.utf8.count == 16 && id?.allSatisfy { "0123456789abcdef".contains($0) } == true
    }

    @Test(arguments: ["x", "A-1/~!", "\"quoted\"", String(repeating: "i", count: 128)])
    func `is the id of the client`(id: String) async throws {
        let answer = try await answer("X-Request-ID: \(id) ")
        #expect(answer.fields["x-request-id"] == id)
        #expect(answer.text.hasPrefix(id + " "))
    }

    @Test(arguments: ["", "a b", "grün", "a\tb", String(repeating: "i", count: 129)])
    func `is generated if the client's id is invalid`(id: String) async throws {
        let answer = try await answer("X-Request-ID: \(id)")
        #expect(isGenerated(answer.fields["x-request-id"]))
        #expect(answer.text.hasPrefix((answer.fields["x-request-id"] ?? "-") + " "))
    }

    @Test func `differs for each request, and is the same in handler and response`() async throws {
        let requests = [String](repeating: "GET / HTTP/1.1↵Host: a↵↵", count: 100)
        let answers = try await answers(requests)
        let ids = answers.compactMap { $0.fields["x-request-id"] }
        #expect(ids.allSatisfy(isGenerated))
        #expect(Set(ids).count == 100)
        for answer in answers {
            #expect(answer.text.split(separator: " ").first.map(String.init) == answer.fields["x-request-id"])
        }
    }

    @Test func `is sent with errors too, once it is parsed`() async throws {
        let answers = try await answers([
            "GET /none HTTP/1.1↵Host: a↵X-Request-Id: one↵↵", "GET / HTTP/1.1↵X-Request-Id: two↵X : y↵↵",
            "GET / HTTP/1.1↵X : y↵X-Request-Id: three↵↵", "nonsense↵",
        ])
        #expect(answers.map(\.status) == [404, 400, 400, 400])
        #expect(answers[0].fields["x-request-id"] == "one")
        #expect(answers[1].fields["x-request-id"] == "two")
        #expect(isGenerated(answers[2].fields["x-request-id"]))
        #expect(isGenerated(answers[3].fields["x-request-id"]))
    }

    /// The traces of requests with these values of `traceparent`.
    private func traces(_ parents: [String]) async throws -> [UInt128] {
        let recorder = Recorder()
        try await withServer(observer: recorder, router) { server in
            for parent in parents {
                let client = try TestClient(port: server.port)
                let fields = "traceparent: \(parent)".split(separator: "↵").joined(separator: "\r\n")
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
                _ = try client.receive()
            }
        }
        return recorder.record.exchanges.map(\.traceID)
    }

    @Test func `continues the trace of its client`() async throws {
        let parents = ["00", "01"].map { "00-\(trace)-b7ad6b7169203331-\($0)" }
        let id = try #require(UInt128(trace, radix: 16))
        #expect(try await traces(parents) == [id, id])
    }

    @Test(arguments: [
        "", "x", "00", "00-\(trace)-b7ad6b7169203331", "00-\(trace)-b7ad6b7169203331-0",
        "00-\(trace)-b7ad6b7169203331-011",
        "00-\(trace)-b7ad6b7169203331-0g", "ff-\(trace)-b7ad6b7169203331-01",
        "00-\(trace.uppercased())-b7ad6b7169203331-01", "00-\(trace)-B7AD6B7169203331-01",
        "00-\(trace)-0000000000000000-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00_\(trace)_b7ad6b7169203331_01",
        "00-\(trace)-b7ad6b7169203331-01-", " 00-\(trace) -b7ad6b7169203331-1",
        "00-\(trace)-b7ad6b7169203331-01↵traceparent: 00-\(trace)-b7ad6b7169203331-01",
    ])
    func `begins a trace if the client sent none`(parent: String) async throws {
        let traces = try await traces([parent, parent])
        #expect(traces.count == 2)
        #expect(traces[0] != traces[1])
        #expect(!traces.contains(UInt128(trace, radix: 16) ?? 0))
    }
}
