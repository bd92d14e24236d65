import HTTPTestClient
import Testing

@testable import EventLoop
@testable import HTTPServer

/// The event loop of the caller's isolation.
private func currentLoop(_ isolation: isolated (any Actor)? = #isolation) -> EventLoop? {
    (isolation as? Reactor)?.loop
}

extension EventLoop {
    fileprivate var isCurrent: Bool { isIsolatingCurrentContext() == true }
}

private actor OtherActor {
    func isOn(_ loop: EventLoop) -> Bool { loop.isCurrent }
}

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A handler` {
    private func verdict(_ handler: @escaping @Sendable (EventLoop) async -> Bool) async throws -> String {
        var router = Router()
        router.on(.get, "/") { _ in
            guard let loop = currentLoop() else { return Response(text: "no loop") }
            let began = loop.isCurrent
            let verdict = await handler(loop)
            return Response(text: "\(began) \(verdict) \(loop.isCurrent)")
        }
        var text = ""
        try await withServer(threads: 2, router) { server in
            let client = try TestClient(port: server.port)
            text = try client.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text
        }
        return text
    }

    @Test func `runs on its connection's loop`() async throws {
        #expect(try await verdict { $0.isCurrent } == "true true true")
    }

    @Test func `resumes on it after a sleep or a yield`() async throws {
        let verdict = try await verdict { loop in
            try? await Task.sleep(for: .milliseconds(2))
            let afterSleep = loop.isCurrent
            await Task.yield()
            return afterSleep && loop.isCurrent
        }
        #expect(verdict == "true true true")
    }

    @Test func `runs its child tasks on it, before and after suspension`() async throws {
        let verdict = try await verdict { loop in
            async let first = loop.isCurrent
            let others = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let before = loop.isCurrent
                        try? await Task.sleep(for: .milliseconds(1))
                        return before && loop.isCurrent
                    }
                }
                return await group.reduce(true) { $0 && $1 }
            }
            return await first && others
        }
        #expect(verdict == "true true true")
    }

    @Test func `runs the actors it calls on it`() async throws {
        let elsewhere = OtherActor()
        #expect(try await verdict { await elsewhere.isOn($0) } == "true true true")
    }

    @Test func `may keep its request beyond the answer`() async throws {
        // Not the concurrency pool, which other tests keep busy.
        let elsewhere = try BlockableThread()
        defer { elsewhere.end() }
        var router = Router()
        router.on(.post, "/{name}") { request in
            try? await Task.sleep(for: .milliseconds(5))
            let task = Task.detached(executorPreference: elsewhere.loop) {
                try? await Task.sleep(for: .milliseconds(5))
                return "\(request.parameter("name")) \(request.field("x-y") ?? "-") \(Array(request.body))"
            }
            return Response(text: await task.value)
        }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            for round in 1...3 {
                try client.send(
                    "POST /n\(round) HTTP/1.1\r\nHost: a\r\nX-Y: \(round)\r\nx-y: z\r\nContent-Length: 1\r\n\r\n"
                )
                #expect(try client.exchange("A").text == "n\(round) \(round), z [65]")
            }
        }
    }
}
