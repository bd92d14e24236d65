import Glibc
import HTTPTestClient
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A server without descriptors` {
    @Test func `keeps serving its connections without spinning, refuses others, and accepts again when it can`()
        async throws
    {
        let visit = try ServerProcess.visit("descriptors") { port in
            // The kernel accepts them all; the server has no descriptors left for the last ones.
            var clients = try (0..<100).map { _ in try TestClient(port: port) }
            let asking = clients[0]
            var refused = 0
            for client in clients.suffix(40) {
                let answer = try client.receive()
                if answer.status == 503, answer.fields["retry-after"] == "1", try client.isClosed() { refused += 1 }
            }
            // Half a second without descriptors shows whether it keeps retrying.
            let start = try ServerProcess.ask("/time", on: asking)
            usleep(500_000)
            let end = try ServerProcess.ask("/time", on: asking)
            var served = 0
            for client in clients.prefix(30) where try ServerProcess.ask("/kilobyte", on: client).utf8.count == 1024 {
                served += 1
            }
            clients.removeSubrange(1...)
            var late = 503
            // The server may take a moment to notice the closed connections.
            while late == 503 {
                let client = try TestClient(port: port)
                late = try client.exchange("GET /kilobyte HTTP/1.1\r\nHost: a\r\n\r\n").status
            }
            return (served, refused, late, (Int(end) ?? .max) - (Int(start) ?? 0))
        }
        await #expect(processExitsWith: .success) { try await ServerProcess.serve("descriptors", descriptors: 60) }
        let (served, refused, late, processor) = try await visit.value
        #expect(served == 30)
        #expect(refused == 40)
        #expect(late == 200)
        #expect(processor < Int(CLOCKS_PER_SEC) / 4, "\(processor) µs of processor time in half a second")
    }
}
