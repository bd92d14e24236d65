import Glibc
import HTTPTestClient
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A server without descriptors` {
    @Test func `neither spins nor dies, serves those it has, and takes the others as soon as it can`() async throws {
        let visit = try ServerProcess.visit("descriptors") { port in
            // The kernel accepts them all; the server cannot.
            var clients = try (0..<100).map { _ in try TestClient(port: port) }
            let asking = clients[0]
            // While it has none left, for as long as it takes to see that it does not try all the time.
            let start = try ServerProcess.ask("/time", on: asking)
            usleep(500_000)
            let end = try ServerProcess.ask("/time", on: asking)
            var served = 0
            for client in clients.prefix(30) where try ServerProcess.ask("/kilobyte", on: client).utf8.count == 1024 {
                served += 1
            }
            let late = clients[99]
            try late.send("GET /kilobyte HTTP/1.1\r\nHost: a\r\n\r\n")
            clients.removeSubrange(1..<99)
            return try (served, late.receive().status, (Int(end) ?? .max) - (Int(start) ?? 0))
        }
        await #expect(processExitsWith: .success) { try await ServerProcess.serve("descriptors", descriptors: 60) }
        let (served, late, processor) = try await visit.value
        #expect(served == 30)
        #expect(late == 200)
        #expect(processor < Int(CLOCKS_PER_SEC) / 4, "\(processor) µs of processor time in half a second")
    }
}
