import Glibc
import HTTPTestClient
import Testing

@testable import EventLoop
@testable import HTTPServer

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A server's observer` {
    private var router: Router {
        var router = Router()
        router.echo(.get, "/echo/{number}")
        router.on(.get, "/long") { _ in Response(body: [UInt8](repeating: 1, count: 5000)) }
        router.on(.get, "/slow") { _ in
            try? await Task.sleep(for: .milliseconds(20))
            return Response()
        }
        return router
    }

    @Test func `receives connections`() async throws {
        let recorder = Recorder()
        try await withServer(observer: recorder, router) { server in
            let first = try TestClient(port: server.port)
            try await recorder.until { $0.opened == 1 }
            first.reset()
            try await recorder.until { $0.closed == 1 }
            _ = try (0..<3).map { _ in try TestClient(port: server.port) }
            try await recorder.until { $0.closed == 4 }
            #expect(recorder.record.opened == 4)
        }
        #expect(recorder.record.refusals.isEmpty)
    }

    @Test func `receives each exchange: the request, the response and the duration`() async throws {
        let recorder = Recorder()
        try await withServer(observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            let fields =
                " HTTP/1.1\r\nHost: a\r\nX-Request-Id: i1\r\n"
                + "traceparent: 00-\(String(repeating: "a", count: 32))-1111111111111111-01"
            let lines = ["GET /echo/7", "HEAD /long", "GET /long", "GET /slow", "GET /none", "PUT /long"]
            try client.send(lines.map { $0 + fields + "\r\n\r\n" }.joined() + "nonsense\r\n")
            client.finishSending()
            var bytes: [Int] = []
            for line in lines + ["nonsense"] {
                let answer = try client.receive(toHead: line.hasPrefix("HEAD"))
                // The sizes of heads and bodies as the client counts them.
                bytes.append(client.lastCount)
                #expect(answer.fields["x-request-id"] == "i1" || line == "nonsense")
            }
            let exchanges = recorder.record.exchanges
            #expect(exchanges.map(\.method) == [.get, .head, .get, .get, .get, .put, nil])
            #expect(exchanges.map(\.route) == ["/echo/{number}", "/long", "/long", "/slow", nil, "/long", nil])
            #expect(exchanges.map(\.status.rawValue) == [200, 200, 200, 200, 404, 405, 400])
            #expect(exchanges.map(\.bytes) == bytes)
            #expect(exchanges[3].duration >= .milliseconds(20))
            #expect(exchanges.allSatisfy { $0.duration >= .zero })
            #expect(exchanges.dropLast().allSatisfy { $0.id.description == "i1" })
            #expect(
                exchanges.dropLast().allSatisfy {
                    $0.traceID == UInt128(String(repeating: "a", count: 32), radix: 16)
                }
            )
            #expect(recorder.record.refusals == [.malformed])
        }
    }

    @Test func `measures from a request's first byte, not from its last`() async throws {
        let recorder = Recorder()
        try await withServer(observer: recorder, router) { server in
            // If the server reads the first byte late, it measures less; not in every round.
            var longest = 0
            for _ in 0..<50 where longest < 20_000 {
                let client = try TestClient(port: server.port)
                try client.send("GET /ec")
                usleep(25_000)
                _ = try client.exchange("ho/1 HTTP/1.1\r\nHost: a\r\n\r\n")
                longest = recorder.record.exchanges.map { $0.duration.nanoseconds / 1000 }.max() ?? 0
            }
            #expect(longest >= 20_000)
        }
    }

    @Test func `receives the reasons of rejections`() async throws {
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.maxHeaderSize = 100
        limits.maxTargetSize = 20
        limits.maxBodySize = 10
        try await withServer(limits: limits, observer: recorder, router) { server in
            let host = "Host: a\r\n\r\n"
            let long = String(repeating: "x", count: 100)
            let table: [(String, [RejectionReason])] = [
                ("GET /none HTTP/1.1\r\n" + host, []),
                ("PUT /long HTTP/1.1\r\n" + host, []),
                ("GET /long HTTP/1.1\r\n\r\n", [.malformed]),
                ("BREW /long HTTP/1.1\r\n" + host, [.malformed]),
                ("GET /long HTTP/2.0\r\n" + host, [.malformed]),
                ("GET /x\(long.prefix(20)) HTTP/1.1\r\n" + host, [.tooLarge]),
                ("GET /long HTTP/1.1\r\nX: \(long)\r\n" + host, [.tooLarge]),
                ("PUT /long HTTP/1.1\r\nContent-Length: 11\r\n" + host, [.tooLarge]),
            ]
            for (text, expected) in table {
                let before = recorder.record.refusals.count
                let client = try TestClient(port: server.port)
                _ = try client.exchange(text)
                #expect(Array(recorder.record.refusals.dropFirst(before)) == expected, "\(text)")
            }
        }
    }
}
