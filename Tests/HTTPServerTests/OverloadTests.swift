import Glibc
import HTTPTestClient
import Synchronization
import Testing

@testable import EventLoop
@testable import HTTPServer

private let get = "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `An overloaded server` {
    private func router(waitingAt gate: Gate = Gate()) -> Router {
        var router = Router()
        router.echo(.get, "/echo")
        router.echo(.post, "/echo")
        router.on(.get, "/wait") { _ in
            await gate.wait()
            return Response(text: "waited")
        }
        return router
    }

    @Test func `refuses requests beyond the limit, on all loops together, and keeps their connections`()
        async throws
    {
        let gate = Gate()
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.maxConcurrentRequests = 3
        try await withServer(threads: 2, limits: limits, observer: recorder, router(waitingAt: gate)) { server in
            let waiting = try (0..<3).map { _ in try TestClient(port: server.port) }
            for client in waiting { try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n") }
            try await gate.untilReached(by: 3)
            let others = try (0..<20).map { _ in try TestClient(port: server.port) }
            for client in others {
                try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + get)
                for _ in 0..<2 {
                    let answer = try client.receive()
                    #expect(answer.status == 503)
                    #expect(answer.text == "overloaded")
                    #expect(answer.fields["retry-after"] == "1")
                    #expect(answer.fields["connection"] == nil)
                    #expect(answer.fields["x-request-id"]?.utf8.count == 16)
                }
            }
            // Requests that need no handler do not wait for one.
            #expect(try others[0].exchange("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n").status == 404)
            #expect(recorder.record.refusals == [RejectionReason](repeating: .requestLimit, count: 40))

            gate.open()
            for client in waiting { #expect(try client.receive().text == "waited") }
            for client in others {
                #expect(try client.exchange(get).status == 200)
            }
        }
    }

    @Test func `refuses a request that has waited too long for its loop, and answers the next`() async throws {
        let begun = Atomic(0)
        let mayEnd = Atomic(0)
        var router = router()
        router.on(.get, "/long") { _ in
            let number = begun.add(1, ordering: .relaxed).newValue
            while mayEnd.load(ordering: .relaxed) < number { usleep(1000) }
            return Response(text: "computed")
        }
        let long = "GET /long HTTP/1.1\r\nHost: a\r\n\r\n"
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.queueTimeout = .seconds(3)
        try await withServer(limits: limits, observer: recorder, router) { server in
            let (first, second, third) = (
                try TestClient(port: server.port), try TestClient(port: server.port), try TestClient(port: server.port)
            )
            // The loop has accepted all three, so that it reads their next requests in the order of their arrival.
            for client in [first, second, third] {
                #expect(try client.exchange(get).status == 200)
            }
            try first.send(long)
            while begun.load(ordering: .relaxed) < 1 { usleep(1000) }
            // Both have arrived when the loop polls next, and the second delays the third.
            try second.send(long)
            try third.send(get)
            mayEnd.store(1, ordering: .relaxed)
            while begun.load(ordering: .relaxed) < 2 { usleep(1000) }
            usleep(3_500_000)
            mayEnd.store(2, ordering: .relaxed)
            #expect(try [first, second, third].map { try $0.receive().status } == [200, 200, 503])
            #expect(recorder.record.refusals == [.requestLimit])
            #expect(try third.exchange(get).status == 200)
        }
    }

    @Test func `rejects connections beyond the limit, and accepts new ones when others close`() async throws {
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.maxConnections = 5
        try await withServer(threads: 2, limits: limits, observer: recorder, router()) { server in
            var clients = try (0..<5).map { _ in try TestClient(port: server.port) }
            try await recorder.until { $0.opened == 5 }
            for _ in 0..<10 {
                let client = try TestClient(port: server.port)
                let answer = try client.receive()
                #expect(answer.status == 503)
                #expect(answer.text == "overloaded")
                #expect(answer.fields["retry-after"] == "1")
                #expect(answer.fields["connection"] == "close")
                #expect(answer.fields["x-request-id"]?.utf8.count == 16)
                #expect(try client.isClosed())
            }
            #expect(recorder.record.refusals == [RejectionReason](repeating: .connectionLimit, count: 10))
            for client in clients {
                #expect(try client.exchange(get).status == 200)
            }
            clients.removeLast(3)
            try await recorder.until { $0.closed == 3 }
            clients += try (0..<3).map { _ in try TestClient(port: server.port) }
            for client in clients {
                #expect(try client.exchange(get).status == 200)
            }
            #expect(recorder.record.opened == 8)
        }
        try await recorder.until { $0.closed == 8 }
    }

    @Test func `closes a connection after its maximum number of requests`() async throws {
        var limits = ServerLimits.withoutTimeouts
        limits.maxRequestsPerConnection = 3
        try await withServer(limits: limits, router()) { server in
            let client = try TestClient(port: server.port)
            try client.send(get + get + get + get + get)
            for connection in [nil, nil, "close"] {
                let answer = try client.receive()
                #expect(answer.status == 200)
                #expect(answer.fields["connection"] == connection)
            }
            #expect(try client.isClosed())
        }
    }

    @Test func `serves one client as fast while a thousand are slow, and closes those after their timeouts`()
        async throws
    {
        raiseDescriptorLimit()
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.headerTimeout = .seconds(3)
        limits.bodyGrace = .seconds(3)
        limits.writeTimeout = .seconds(3)
        var router = router()
        let long = [UInt8](repeating: 1, count: 2_000_000)
        router.on(.get, "/long") { _ in Response(body: long) }
        try await withServer(limits: limits, observer: recorder, router) { server in
            let client = try TestClient(port: server.port)
            /// Sends a request, and returns its duration in microseconds.
            func ask() throws -> Int {
                let start = ContinuousClock.now
                #expect(try client.exchange(get).status == 200)
                return (ContinuousClock.now - start).nanoseconds / 1000
            }
            let before = try (0..<300).map { _ in try ask() }

            let heads = try (0..<334).map { _ in try TestClient(port: server.port) }
            for client in heads { try client.send("GET /echo HTTP/1.1\r\nHost: a\r\nX: ") }
            let bodies = try (0..<333).map { _ in try TestClient(port: server.port) }
            for client in bodies { try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n") }
            let readers = try (0..<333).map { _ in try TestClient(port: server.port, receiveBuffer: 4096) }
            for client in readers { try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n") }

            var during: [Int] = []
            while recorder.record.refusals.count < 1000, during.count < 600 {
                during.append(try ask())
                // One after the other they continue, as slowly as possible.
                for client in [heads[during.count % 334], bodies[during.count % 333]] { try? client.send("x") }
                usleep(3000)
            }
            try await recorder.until { $0.refusals.count >= 1000 }
            let record = recorder.record
            #expect(record.count(.headTimeout) == 334)
            #expect(record.count(.bodyRate) == 333)
            #expect(record.count(.writeStall) == 333)
            _ = try ask()
            print("µs to answer, before and with 1,000 slow clients:", summary(before), summary(during))
        }
    }

    private func summary(_ times: [Int]) -> String {
        let times = times.sorted()
        return "median \(times[times.count / 2]), 99% \(times[times.count * 99 / 100])"
    }
}
