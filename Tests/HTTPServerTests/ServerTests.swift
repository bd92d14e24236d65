import Glibc
import HTTPTestClient
import Synchronization
import Testing

@testable import EventLoop
@testable import HTTPServer

private let get = "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A server` {
    private var router: Router {
        var router = Router()
        router.echo(.get, "/echo")
        router.echo(.get, "/echo/{number}")
        router.echo(.post, "/echo")
        return router
    }

    private func waiting(at gate: Gate) -> Router {
        var router = router
        router.on(.get, "/wait") { _ in
            await gate.wait()
            return Response(text: "waited")
        }
        return router
    }

    @Test func `answers requests one after the other on one connection`() async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            for number in 0..<3 {
                let answer = try client.exchange("GET /echo/\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.text == "GET /echo/\(number) ")
                #expect(answer.fields["connection"] == nil)
                #expect(answer.fields["date"]?.hasSuffix(" GMT") == true)
                #expect(answer.fields["content-type"] == "text/plain")
            }
        }
    }

    @Test func `answers a hundred requests sent at once in order`() async throws {
        var router = router
        router.on(.get, "/later/{number}") { request in
            try? await Task.sleep(for: .microseconds(100))
            return Response(text: "later \(request.parameter("number"))")
        }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let requests = (0..<100).map {
                "GET /\($0 % 3 == 0 ? "later" : "echo")/\($0) HTTP/1.1\r\nHost: a\r\n\r\n"
            }
            try client.send(requests.joined())
            for number in 0..<100 {
                let expected = number % 3 == 0 ? "later \(number)" : "GET /echo/\(number) "
                #expect(try client.receive().text == expected)
            }
        }
    }

    @Test func `answers more pipelined requests than a buffer holds, and bodies among them`() async throws {
        var limits = ServerLimits.withoutTimeouts
        limits.maxRequestsPerConnection = 4000
        try await withServer(limits: limits, router) { server in
            let client = try TestClient(port: server.port)
            var requests = ""
            for number in 0..<2000 {
                requests +=
                    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\(1000 + number)" + get
            }
            try client.send(requests)
            for number in 0..<2000 {
                #expect(try client.receive().text == "POST /echo \(1000 + number)")
                #expect(try client.receive().text == "GET /echo ")
            }
        }
    }

    @Test func `sends a long body to a client that reads slowly, and the next answer after it`() async throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        var router = router
        router.on(.get, "/long") { _ in Response(body: body) }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port, receiveBuffer: 4096)
            try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n" + get)
            usleep(20_000)
            #expect(try client.receive().body == body)
            #expect(try client.receive().text == "GET /echo ")
        }
    }

    @Test func `stops reading a client that does not read`() async throws {
        var router = Router()
        router.on(.get, "/long") { _ in Response(body: [UInt8](repeating: 1, count: 1_000_000)) }
        let handled = Atomic<Int>(0)
        router.on(.get, "/counted") { _ in
            handled.add(1, ordering: .relaxed)
            return Response()
        }
        try await withServer(router) { server in
            let client = try TestClient(port: server.port, receiveBuffer: 4096)
            let long = String(repeating: "GET /long HTTP/1.1\r\nHost: a\r\n\r\n", count: 20)
            try client.send(long + "GET /counted HTTP/1.1\r\nHost: a\r\n\r\n")
            try await Task.sleep(for: .milliseconds(50))
            #expect(handled.load(ordering: .relaxed) == 0)
            for _ in 0..<20 { #expect(try client.receive().body.count == 1_000_000) }
            #expect(try client.receive().status == 200)
        }
    }

    @Test func `joins the chunks of a body and skips its trailers`() async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nspli")
            usleep(2000)
            try client.send("\r\n3;x=y\r\nt b\r\n3\r\node\r\n0\r\nTrailer: 1\r\n\r\n" + get)
            #expect(try client.receive().text == "POST /echo split bode")
            #expect(try client.receive().text == "GET /echo ")
        }
    }

    @Test func `accepts bodies up to the limit and refuses longer ones before they are sent`() async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            let body = String(repeating: "b", count: 65536)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n" + body)
            #expect(try client.receive().text == "POST /echo " + body)
            let answer = try client.exchange("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n")
            #expect(answer.status == 413)
            #expect(answer.fields["connection"] == "close")
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/3.0\r\n", 505), ("BREW / HTTP/1.1\r\n", 501),
        ("GET /\(String(repeating: "x", count: 8192)) HTTP/1.1\r\n", 414),
        ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 16384))\r\n", 431),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", 413),
    ])
    func `answers a malformed request once, and closes without a reset`(text: String, status: Int) async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            // More bytes arrive at a server that no longer reads.
            let answer = try client.exchange(text + String(repeating: "more ", count: 40_000))
            #expect(answer.status == status)
            #expect(answer.fields["connection"] == "close")
            #expect(try client.isClosed())
        }
    }

    @Test func `does not wait forever for a refused client to close`() async throws {
        var limits = ServerLimits.withoutTimeouts
        limits.lingerTimeout = .milliseconds(50)
        try await withServer(limits: limits, router) { server in
            let client = try TestClient(port: server.port)
            #expect(try client.exchange("nonsense\r\n").status == 400)
            #expect(try client.isClosed())
            // The server has closed its half: after its linger, sending is answered with a reset.
            #expect(throws: TestClient.Failure.self) {
                while true {
                    try client.send("x")
                    usleep(1000)
                }
            }
        }
    }

    @Test func `sends 100 Continue to a client that waits for it`() async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try client.receive().status == 100)
            #expect(try client.exchange("ok").text == "POST /echo ok")
            try client.send("POST /none HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            let refused = try client.receive()
            #expect(refused.status == 404)
            #expect(refused.fields["connection"] == "close")
        }
    }

    @Test func `keeps a connection open as its client asks`() async throws {
        func fields(_ text: String) async throws -> (connection: String?, isOpen: Bool) {
            var result: (String?, Bool) = (nil, false)
            try await withServer(router) { server in
                let client = try TestClient(port: server.port)
                let connection = try client.exchange(text).fields["connection"]
                if connection == "close" {
                    result = (connection, try !client.isClosed())
                } else {
                    result = (connection, try client.exchange(get).status == 200)
                }
            }
            return result
        }
        #expect(try await fields("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n") == ("close", false))
        #expect(try await fields("GET /echo HTTP/1.0\r\n\r\n") == ("close", false))
        #expect(try await fields("GET /echo HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n") == ("keep-alive", true))
    }

    @Test func `answers a client that has closed its sending side`() async throws {
        try await withServer(router) { server in
            let client = try TestClient(port: server.port)
            try client.send(get + get)
            client.finishSending()
            #expect(try client.receive().status == 200)
            #expect(try client.receive().status == 200)
            #expect(try client.isClosed())
        }
    }

    @Test func `keeps serving when clients disconnect at any point`() async throws {
        let gate = Gate()
        var router = waiting(at: gate)
        router.on(.get, "/long") { _ in Response(body: [UInt8](repeating: 1, count: 4_000_000)) }
        try await withServer(router) { server in
            for text in ["", "GET /ec", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", get] {
                for resets in [false, true] {
                    let client = try TestClient(port: server.port)
                    try client.send(text)
                    if resets { client.reset() }
                }
            }
            for _ in 0..<4 {
                let client = try TestClient(port: server.port, receiveBuffer: 4096)
                try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
                usleep(2000)
            }
            do {
                let client = try TestClient(port: server.port)
                try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n" + get)
                try await gate.untilReached()
                client.reset()
            }
            gate.open()
            let client = try TestClient(port: server.port)
            #expect(try client.exchange(get).status == 200)
        }
    }

    @Test func `serves a thousand connections at a time, on several loops`() async throws {
        let gate = Gate()
        try await withServer(threads: 2, waiting(at: gate)) { server in
            let clients = try (0..<1000).map { _ in try TestClient(port: server.port) }
            for client in clients { try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n") }
            try await gate.untilReached(by: 1000)
            gate.open()
            for client in clients { #expect(try client.receive().text == "waited") }
            for client in clients { try client.send(get) }
            for client in clients { #expect(try client.receive().status == 200) }
        }
    }

    @Test func `finishes requests in progress when it shuts down, and no others`() async throws {
        let gate = Gate()
        let server = try Server(address: "127.0.0.1", port: 0, threads: 1, router: waiting(at: gate)) { error in
            Response(status: error.status)
        }
        let busy = try TestClient(port: server.port)
        try busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        try await gate.untilReached()
        let idle = try TestClient(port: server.port)
        _ = try idle.exchange(get)
        let begun = try TestClient(port: server.port)
        _ = try begun.exchange(get + "GET /echo HTT")

        let ended = try onOwnThread { await server.shutdown(grace: .seconds(10)) }
        #expect(try idle.isClosed())
        #expect(throws: TestClient.Failure.self) { try TestClient(port: server.port) }
        try begun.send("P/1.1\r\nHost: a\r\n\r\n")
        for client in [begun, busy] {
            gate.open()
            let answer = try client.receive()
            #expect(answer.status == 200)
            #expect(answer.fields["connection"] == "close")
            #expect(try client.isClosed())
            client.finishSending()
        }
        await ended.value
    }

    @Test func `answers a request that was on its way when it shuts down`() async throws {
        let server = try Server(address: "127.0.0.1", port: 0, threads: 1, router: router) {
            Response(status: $0.status)
        }
        let client = try TestClient(port: server.port)
        _ = try client.exchange(get)
        let ended = try onOwnThread { await server.shutdown(grace: .seconds(10)) }
        // A server that refuses connections has begun to shut down.
        while (try? TestClient(port: server.port)) != nil { usleep(1000) }
        let answer = try client.exchange(get)
        #expect(answer.status == 200)
        #expect(answer.fields["connection"] == "close")
        #expect(try client.isClosed())
        client.finishSending()
        await ended.value
    }

    @Test func `serves clients that connected before it started, on sockets that outlive it`() async throws {
        let owned = try ListeningSockets(address: "127.0.0.1", port: 0, count: 2)
        for _ in 0..<2 {
            let early = try (0..<8).map { _ in try TestClient(port: owned.port) }
            for client in early { try client.send(get) }
            let inherited = owned.descriptors.map { dup($0) }
            let server = try Server(
                sockets: ListeningSockets(inherited: inherited),
                limits: .withoutTimeouts,
                table: RoutingTable(router: router)
            ) { Response(status: $0.status) }
            #expect(server.port == owned.port)
            for descriptor in inherited { #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC) }
            for client in early { #expect(try client.receive().status == 200) }
            let ended = try onOwnThread { await server.shutdown(grace: .zero) }
            await ended.value
        }
    }

    @Test func `refuses connections after a shutdown, even if its sockets were copied`() async throws {
        let sockets = try ListeningSockets(address: "127.0.0.1", port: 0, count: 2)
        let table = RoutingTable(router: router)
        let server = try Server(sockets: sockets, table: table) { Response(status: $0.status) }
        let ended = Task.detached { await server.shutdown(grace: .zero) }
        await ended.value
        // Another test's server may have got the free port, but not three times.
        let attempts = (0..<3).map { _ in Result { try TestClient(port: sockets.port) } }
        #expect(attempts.contains { if case .failure = $0 { true } else { false } })
    }

    @Test func `rejects inherited descriptors that do not listen`() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(throws: SystemError.self) { try ListeningSockets(inherited: [socket]) }
        let file = unsafe open("/dev/null", O_RDONLY)
        #expect(throws: SystemError.self) { try ListeningSockets(inherited: [file]) }
        #expect(throws: SystemError.self) { try ListeningSockets(inherited: [1_000_000]) }
    }

    @Test func `closes connections that do not finish within the grace`() async throws {
        let server = try Server(address: "127.0.0.1", port: 0, threads: 1, router: router) {
            Response(status: $0.status)
        }
        let client = try TestClient(port: server.port)
        try client.send("GET /echo HTT")
        usleep(20_000)
        await server.shutdown(grace: .milliseconds(20))
        #expect(throws: TestClient.Failure.self) {
            _ = try client.exchange("P/1.1\r\nHost: a\r\n\r\n")
        }
    }

    @Test func `reports that its port is taken, also by a server that shares it among loops`() async throws {
        try await withServer(threads: 2, router) { server in
            let error = #expect(throws: SystemError.self) {
                try ListeningSockets(address: "127.0.0.1", port: server.port, count: 2)
            }
            #expect(error?.code == EADDRINUSE)
            #expect(error?.description == "cannot listen on 127.0.0.1:\(server.port): Address already in use")
        }
    }

    @Test func `reports an address of another machine`() {
        for address in ["localhost", "192.0.2.1", "::g"] {
            let error = #expect(throws: SystemError.self) { try ListeningSockets(address: address, port: 0, count: 1) }
            #expect(error?.code == EADDRNOTAVAIL)
        }
    }

    @Test func `serves on all IPv6 addresses, including the mapped IPv4 ones`() async throws {
        let server = try Server(address: "::", port: 0, threads: 2, router: router) { Response(status: $0.status) }
        let client = try TestClient(port: server.port)
        #expect(try client.exchange(get).status == 200)
        await server.shutdown(grace: .zero)
    }
}
