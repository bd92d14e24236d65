import Gunzip
import HTTPTestClient
import Synchronization
import Testing

@testable import HTTPServer

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/// Guards handlers that respond without a task, and the reuse of body memory.
@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `An immediate answer` {
    @Test func `needs no task`() async throws {
        var router = Router()
        // Sound: the task is only compared with nil.
        router.on(.get, "/") { _ in .now(Response(text: unsafe withUnsafeCurrentTask { "\(unsafe $0 == nil)" })) }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            for _ in 0..<3 {
                #expect(try client.exchange(get).text == "true")
            }
        }
    }

    @Test func `is chosen request by request`() async throws {
        var router = Router()
        router.on(.get, "/{when}") { request in
            guard request.parameter("when") == "later" else { return .now(Response(text: "now")) }
            return .later {
                await Task.yield()
                return Response(text: $0.parameter("when"))
            }
        }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let answers = ["now", "later", "later", "now", "later"]
            try client.send(answers.map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for answer in answers { #expect(try client.receive().text == answer) }
        }
    }

    @Test func `reuses the memory of the previous body`() async throws {
        let capacity = 40_000
        let places = Mutex<Set<Int>>([])
        var router = Router()
        router.on(.get, "/") { request in
            var body = request.makeBody(capacity: capacity)
            let isUsable = body.isEmpty && body.capacity >= capacity
            body.append(contentsOf: repeatElement(UInt8(ascii: isUsable ? "a" : "b"), count: 20_000))
            // Sound: only the address is used, and no memory is read.
            let place = unsafe body.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
            places.withLock { _ = $0.insert(place) }
            return .now(Response(contentType: "text/plain", body: body))
        }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let fields = ["", "Accept-Encoding: gzip\r\n", "Accept-Encoding: identity\r\n"]
            for round in 0..<9 {
                let answer = try client.exchange("GET / HTTP/1.1\r\nHost: a\r\n\(fields[round % 3])\r\n")
                let body = round % 3 == 1 ? gunzip(answer.body) : answer.body
                #expect(body == Array(repeating: UInt8(ascii: "a"), count: 20_000))
            }
        }
        // The gzipped bodies have buffers too, which are reused for others.
        #expect(places.withLock(\.count) <= 3)
    }

    @Test func `keeps its body if another reference exists`() async throws {
        let kept = Mutex<[[UInt8]]>([])
        var router = Router()
        router.on(.get, "/{n}") { request in
            var body = request.makeBody(capacity: 5000)
            body.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4000))
            body.append(contentsOf: request.parameter("n").utf8)
            kept.withLock { [body] in $0.append(body) }
            return .now(Response(body: body))
        }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 4000)
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            for round in 0..<5 {
                try client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.receive().body == zeros + Array("\(round)".utf8))
            }
        }
        #expect(kept.withLock { $0 } == (0..<5).map { zeros + Array("\($0)".utf8) })
    }
}
