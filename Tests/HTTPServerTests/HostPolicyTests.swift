import HTTPTestClient
import Testing

@testable import HTTPServer

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A server that answers as loopback hosts and some others` {
    private static let policy = HostPolicy.loopback(
        or: ["hearth.test", "192.0.2.1", "[2001:db8::1]"].compactMap { HostName($0) }
    )

    /// The answers to these requests on one connection.
    private func answers(to requests: [String], _ policy: HostPolicy = policy) async throws -> [TestClient.Response] {
        var router = Router()
        for method in [HTTPServer.Method.get, .delete] { router.echo(method, "/notes") }
        router.echo(.post, "/notes", requiresBody: true)
        var answers: [TestClient.Response] = []
        try await withServer(hosts: policy, router) { server in
            let client = try TestClient(port: server.port)
            for request in requests {
                try client.send(request)
                answers.append(try client.receive())
            }
        }
        return answers
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LocalHost", "localhost.", "localhost.:80", "api.localhost", "localhost:",
        "127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:8080", "hearth.test",
        "Hearth.Test:8080", "hearth.test.", "192.0.2.1:80", "[2001:db8::1]:443",
    ])
    func `answers as those`(host: String) async throws {
        let requests = ["GET /notes", "DELETE /notes", "GET http://\(host)/notes"].map {
            "\($0) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 0\r\n\r\n"
        }
        #expect(try await answers(to: requests).map(\.status) == [200, 200, 200])
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "evillocalhost", "127.0.0.1.evil.example",
        "127.evil.example", "1270.0.0.1", "0.0.0.0", "10.0.0.1", "[::]", "[::2]", "[::1:1]", "[0:0:0:0:0:0:0:1]",
        "[2001:db8::2]",
        "x.hearth.test", "hearth.test.evil.example", "earth.test", "%6cocalhost", "localhost..", "192.0.2.10",
    ])
    func `refuses other hosts, whatever the request says, and keeps the connection`(host: String) async throws {
        let lines = ["GET /notes", "HEAD /notes", "POST /notes", "DELETE /notes", "OPTIONS /notes", "GET /nowhere"]
        var requests = lines.filter { !$0.hasPrefix("HEAD") }.map {
            "\($0) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nSec-Fetch-Site: same-origin\r\n"
                + "Content-Length: 0\r\n\r\n"
        }
        requests.append("GET http://\(host)/notes HTTP/1.1\r\nHost: localhost\r\n\r\n")
        requests.append("GET http://localhost/notes HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        for answer in try await answers(to: requests) {
            #expect(answer.status == 421 && answer.text == "misdirected_request")
        }
    }

    @Test func `answers requests without a host, which browsers do not send`() async throws {
        #expect(try await answers(to: ["GET /notes HTTP/1.0\r\n\r\n"]).map(\.status) == [200])
    }

    @Test func `answers as any host without such a policy`() async throws {
        let request = "GET /notes HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        #expect(try await answers(to: [request], .any).map(\.status) == [200])
    }

    @Test(arguments: ["", "a b", "hearth.test:80", "http://hearth.test", "a/b", "[::1", "::1", "a,b", "*:1"])
    func `has no such host`(text: String) {
        #expect(HostName(text) == nil)
    }
}
