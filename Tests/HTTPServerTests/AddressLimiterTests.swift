import Glibc
import HTTPTestClient
import Synchronization
import Testing

@testable import HTTPServer

@Suite(.onOwnThread, .timeLimit(.minutes(15))) struct `A limit for each address` {
    private func router() -> Router {
        var router = Router()
        router.echo(.get, "/echo")
        return router
    }

    @Test(arguments: ["127.0.0.1", "::"])
    func `rejects the connections beyond the limit of one address, and no others`(address: String) async throws {
        let recorder = Recorder()
        var limits = ServerLimits.withoutTimeouts
        limits.maxConnectionsPerAddress = 3
        let server = try Server(
            address: address,
            threads: 2,
            limits: limits,
            router: router(),
            observer: recorder
        ) { Response(status: $0.status, body: Array($0.code.utf8)) }
        var clients = try (0..<3).map { _ in try TestClient(port: server.port, from: 2) }
        try await recorder.until { $0.opened == 3 }
        for _ in 0..<5 {
            let client = try TestClient(port: server.port, from: 2)
            let answer = try client.receive()
            #expect(answer.status == 503)
            #expect(answer.text == "overloaded")
            #expect(answer.fields["retry-after"] == "1")
            #expect(try client.isClosed())
        }
        #expect(recorder.record.refusals == [RejectionReason](repeating: .addressLimit, count: 5))
        for source in UInt32(3)...5 {
            let other = try TestClient(port: server.port, from: source)
            #expect(try other.request("GET", "/echo").status == 200)
        }
        for client in clients { #expect(try client.request("GET", "/echo").status == 200) }
        clients.removeFirst()
        try await recorder.until { $0.closed == 4 }
        let next = try TestClient(port: server.port, from: 2)
        #expect(try next.request("GET", "/echo").status == 200)
        await server.shutdown(grace: .zero)
    }

    @Test func `is off by default`() async throws {
        try await withServer(router()) { server in
            let clients = try (0..<50).map { _ in try TestClient(port: server.port, from: 2) }
            for client in clients { #expect(try client.request("GET", "/echo").status == 200) }
        }
    }

    @Test func `remembers the addresses of open connections only`() {
        let limiter = AddressLimiter(2)
        let addresses = (UInt64(0)..<1000).map { PeerAddress(0, 0xffff << 32 | $0) }
        for address in addresses {
            #expect(limiter.acquire(address))
            #expect(limiter.acquire(address))
            #expect(!limiter.acquire(address))
        }
        #expect(limiter.counts.withLock(\.count) == 1000)
        for address in addresses { limiter.release(address) }
        #expect(limiter.counts.withLock(\.count) == 1000)
        #expect(limiter.acquire(addresses[7]))
        limiter.release(addresses[7])
        for address in addresses { limiter.release(address) }
        #expect(limiter.counts.withLock(\.count) == 0)
    }
}

@Suite struct `An address that connections are counted by` {
    private let network: UInt64 = 0x2001_0db8_0001_0002

    @Test func `is the network of 64 bits for IPv6`() {
        #expect(PeerAddress(network, 1) == PeerAddress(network, .max))
        #expect(PeerAddress(network, 1) != PeerAddress(network + 1, 1))
    }

    @Test func `is the whole address for IPv4, on a socket for both, too`() {
        #expect(PeerAddress(0, 0xffff_c000_0201) != PeerAddress(0, 0xffff_c000_0202))
        #expect(PeerAddress(0, 0xffff_0000_0000) != PeerAddress(0, 0))
    }
}
