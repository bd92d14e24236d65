import Glibc
import HTTPTestClient
import Testing

@Suite(.timeLimit(.minutes(15))) struct `The cost of a connection` {
    @Test func `in memory while it is idle is a few hundred bytes, with ten thousand of them`() async throws {
        raiseDescriptorLimit()
        // Fewer if the limit of descriptors is lower.
        let count = min(10_000, descriptorLimit() - 5000)
        try #require(count >= 1000)
        let visit = try ServerProcess.visit("idle") { port in
            let asking = try TestClient(port: port)
            let before = try memory(asking)
            var idle: [TestClient] = []
            for _ in 0..<count {
                let client = try TestClient(port: port)
                _ = try ServerProcess.ask("/kilobyte", on: client)
                idle.append(client)
            }
            let after = try memory(asking)
            // All are still open.
            for client in idle { _ = try ServerProcess.ask("/kilobyte", on: client) }
            return (after - before) / count
        }
        await #expect(processExitsWith: .success) { try await ServerProcess.serve("idle") }
        let bytes = try await visit.value
        print("bytes that each of \(count) idle connections costs:", bytes)
        #expect(bytes < 2048)
    }

    @Test func `in memory is limited if a client sends requests and reads no answers`() async throws {
        let count = 40
        let visit = try ServerProcess.visit("greedy") { port in
            let asking = try TestClient(port: port)
            let before = try memory(asking)
            let small = Array(String(repeating: "GET /kilobyte HTTP/1.1\r\nHost: a\r\n\r\n", count: 200).utf8)
            let head = "POST /kilobyte HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"
            let large = Array(head.utf8) + [UInt8](repeating: 1, count: 60_000)
            let greedy = try (0..<count).map { _ in try TestClient(port: port, receiveBuffer: 4096) }
            var sent = 0
            var sentLast = 1
            // Until none of them accepts any more.
            while sentLast > 0, sent < count * 50_000_000 {
                sentLast = 0
                for (index, client) in greedy.enumerated() {
                    sentLast += client.send(index % 2 == 0 ? small : large, untilBlockedFor: 30)
                }
                sent += sentLast
            }
            return ((try memory(asking) - before) / count, sentLast)
        }
        await #expect(processExitsWith: .success) { try await ServerProcess.serve("greedy") }
        let (bytes, sentLast) = try await visit.value
        print("bytes that each of \(count) connections costs that take no answers:", bytes)
        #expect(sentLast == 0)
        // At most 128 KiB received, and 64 KiB and one body to send.
        #expect(bytes < 256 * 1024)
    }
}

private func memory(_ client: TestClient) throws -> Int {
    let text = try ServerProcess.ask("/memory", on: client)
    return try #require(Int(text))
}

private func descriptorLimit() -> Int {
    var limit = rlimit()
    // Sound: the limit is a local variable that outlives the call.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
}
