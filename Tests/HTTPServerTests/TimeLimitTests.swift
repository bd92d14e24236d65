import Glibc
import HTTPTestClient
import Synchronization
import Testing

@testable import HTTPServer

private let get = "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n"
private let post = "POST /echo HTTP/1.1\r\nHost: a\r\n"

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A timeout of the server` {
    private var router: Router {
        var router = Router()
        router.echo(.get, "/echo")
        router.echo(.post, "/echo")
        router.on(.get, "/long") { _ in Response(body: [UInt8](repeating: 1, count: 5_000_000)) }
        return router
    }

    /// Limits far beyond the tests' waits, except the one that `change` sets.
    private func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
        var limits = ServerLimits.withoutTimeouts
        limits.lingerTimeout = .milliseconds(100)
        change(&limits)
        return limits
    }

    private func expectTimeout(_ client: TestClient) throws {
        let answer = try client.receive()
        #expect(answer.status == 408)
        #expect(answer.text == "request_timeout")
        #expect(answer.fields["connection"] == "close")
        #expect(try client.isClosed())
    }

    @Test func `for a head expires, even while bytes arrive, and counts from the first byte`() async throws {
        let recorder = Recorder()
        try await withServer(limits: limits { $0.headerTimeout = .milliseconds(200) }, observer: recorder, router) {
            server in
            let silent = try TestClient(port: server.port)
            try silent.send("GET /ec")
            try expectTimeout(silent)

            let slow = try TestClient(port: server.port)
            try slow.send("GET /echo HTTP/1.1\r\nX: ")
            // Sending fails once the request is refused and the linger is over.
            #expect(throws: TestClient.Failure.self) {
                while true {
                    try slow.send("x")
                    usleep(5000)
                }
            }

            // There is no time limit before the first byte of a head, nor after an answer.
            let late = try TestClient(port: server.port)
            for text in ["", "\r\n", "\r\n\r\n"] {
                try late.send(text)
                usleep(250_000)
                #expect(try late.exchange(get).status == 200)
            }
            #expect(recorder.record.refusals == [.headTimeout, .headTimeout])
        }
    }

    @Test func `for the start of a request expires without a response`() async throws {
        let recorder = Recorder()
        try await withServer(limits: limits { $0.idleTimeout = .milliseconds(200) }, observer: recorder, router) {
            server in
            let fresh = try TestClient(port: server.port)
            #expect(try fresh.isClosed())
            let empty = try TestClient(port: server.port)
            try empty.send("\r\n\r\n")
            #expect(try empty.isClosed())
            let used = try TestClient(port: server.port)
            #expect(try used.exchange(get).status == 200)
            #expect(try used.isClosed())
            #expect(recorder.record.refusals == [.idle, .idle, .idle])
            try await recorder.until { $0.closed == 3 }
        }
    }

    @Test func `for the start of a request is reset after each response`() async throws {
        let recorder = Recorder()
        try await withServer(limits: limits { $0.idleTimeout = .seconds(6) }, observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            let idle = try TestClient(port: server.port)
            // Together longer than the limit.
            while recorder.record.refusals.isEmpty {
                #expect(try client.exchange(get).status == 200)
                usleep(20_000)
            }
            #expect(try idle.isClosed())
            #expect(try client.exchange(get).status == 200)
        }
    }

    @Test func `for a body expires if the body arrives too slowly`() async throws {
        let recorder = Recorder()
        let limits = limits {
            $0.bodyGrace = .milliseconds(200)
            $0.minBodyRate = 1000
        }
        try await withServer(limits: limits, observer: recorder, router) { server in
            for (fields, piece) in [
                ("Content-Length: 1000", "x"), ("Transfer-Encoding: chunked", "1;ext=\"a b c\"\r\nx\r\n"),
            ] {
                let client = try TestClient(port: server.port)
                try client.send(post + fields + "\r\n\r\n")
                for _ in 0..<10 { try client.send(piece) }
                try expectTimeout(client)
            }
            #expect(recorder.record.refusals == [.bodyRate, .bodyRate])
        }
    }

    @Test func `for a body does not expire while the body arrives fast enough`() async throws {
        let recorder = Recorder()
        let limits = limits {
            $0.bodyGrace = .milliseconds(50)
            $0.minBodyRate = 10
        }
        try await withServer(limits: limits, observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            let piece = String(repeating: "x", count: 100)
            try client.send(post + "Content-Length: 3000\r\n\r\n" + piece)
            // Several times the grace period, at a thousand times the rate.
            for _ in 1..<30 {
                usleep(10_000)
                try client.send(piece)
            }
            #expect(try client.receive().status == 200)
            #expect(recorder.record.refusals.isEmpty)
        }
    }

    @Test func `for a handler cancels its task, discards its response, and counts it until it returns`()
        async throws
    {
        let gate = Gate()
        let wasCancelled = Atomic(false)
        var router = router
        router.on(.get, "/slow") { _ in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                wasCancelled.store(true, ordering: .relaxed)
            }
            return Response(text: "late")
        }
        let recorder = Recorder()
        let limits = limits {
            $0.handlerTimeout = .milliseconds(100)
            $0.maxConcurrentRequests = 1
        }
        try await withServer(limits: limits, observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            let answer = try client.exchange("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + get)
            #expect(answer.status == 503)
            #expect(answer.text == "handler_timeout")
            #expect(answer.fields["retry-after"] == "1")
            #expect(answer.fields["connection"] == "close")
            let isCancelled = wasCancelled.load(ordering: .relaxed)
            #expect(isCancelled)
            #expect(try client.isClosed())

            let other = try TestClient(port: server.port)
            #expect(try other.exchange(get).text == "overloaded")
            gate.open()
            var status = 503
            while status == 503 {
                status = try other.exchange(get).status
            }
            #expect(status == 200)
            #expect(recorder.record.refusals.first == .handlerDeadline)
            #expect(recorder.record.exchanges.first?.route == "/slow")
            #expect(recorder.record.exchanges.count { $0.route == "/slow" } == 1)
        }
    }

    @Test func `for sending expires with a reset`() async throws {
        let recorder = Recorder()
        try await withServer(limits: limits { $0.writeTimeout = .milliseconds(200) }, observer: recorder, router) {
            server in
            let client = try TestClient(port: server.port, receiveBuffer: 4096)
            try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n" + get)
            try await recorder.until { $0.closed == 1 }
            #expect(recorder.record.refusals == [.writeStall])
            #expect(throws: TestClient.Failure.self) { try client.receive() }
        }
    }

    @Test func `for sending does not expire while the client reads`() async throws {
        let recorder = Recorder()
        try await withServer(limits: limits { $0.writeTimeout = .seconds(3) }, observer: recorder, router) { server in
            let client = try TestClient(port: server.port, receiveBuffer: 4096)
            try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n" + get)
            // The socket has no room for 3 s: that takes 64 KiB of reads, and a part is about 4 KiB.
            #expect(try client.receive(pause: 400_000, parts: 20).body.count == 5_000_000)
            #expect(try client.receive().status == 200)
            #expect(recorder.record.refusals.isEmpty)
        }
    }

    @Test func `expires first for the connection with the shortest limit`() async throws {
        let recorder = Recorder()
        let limits = limits {
            $0.headerTimeout = .milliseconds(200)
            // Longer than a busy machine stalls.
            $0.idleTimeout = .seconds(60)
            $0.writeTimeout = .seconds(60)
        }
        try await withServer(limits: limits, observer: recorder, router) { server in
            let reader = try TestClient(port: server.port, receiveBuffer: 4096)
            try reader.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try TestClient(port: server.port)
            try head.send("GET")
            let idle = try TestClient(port: server.port)
            try await recorder.until { $0.closed == 1 }
            #expect(recorder.record.refusals == [.headTimeout])
            try expectTimeout(head)
            #expect(try idle.exchange(get).status == 200)
            #expect(try reader.receive().body.count == 5_000_000)
        }
    }
}
