import Testing

@testable import Relay

@Suite struct `What a worker and its relay say to each other` {
    private static let request = RequestMessage(
        id: 1 << 40,
        milliseconds: 150,
        request: TransportRequest(
            .put,
            "http://127.0.0.1:8087/api/feedback",
            fields: [.init("X-API-Key", "k"), .init("Empty", "")],
            body: [0, 1, 255]
        )
    )

    private static let results: [Result<TransportResponse, TransportError>] = [
        .success(TransportResponse(status: 200, body: Array("[]".utf8))),
        .success(TransportResponse(status: 204, body: [])),
        .failure(.timedOut), .failure(.tooLong), .failure(.unreachable("connection refused")),
        .failure(.interrupted("gone")),
    ]

    @Test func `is understood as it was said, however it arrives`() throws {
        var generator = SplitMix(state: 3)
        let all =
            Self.request.frame + Self.results.enumerated().flatMap { ResponseMessage(id: UInt64($0), result: $1).frame }
        for _ in 0..<200 {
            var frames = Frames(limit: 4096)
            var found: [ArraySlice<UInt8>] = []
            var rest = all[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...60, using: &generator))
                rest = rest.dropFirst(piece.count)
                frames.append(piece)
                while let frame = try frames.next() { found.append(frame) }
            }
            try #require(found.count == 1 + Self.results.count)
            #expect(try RequestMessage(found[0]) == Self.request)
            for (index, frame) in found.dropFirst().enumerated() {
                let message = try ResponseMessage(frame)
                #expect(message.id == UInt64(index))
                #expect(message.result == Self.results[index])
            }
        }
    }

    @Test func `is refused where it was damaged, and ends nothing`() throws {
        var generator = SplitMix(state: 4)
        var refused = 0
        for _ in 0..<20_000 {
            var bytes =
                Bool.random(using: &generator)
                ? Self.request.frame
                : ResponseMessage(id: 1, result: Self.results.randomElement(using: &generator)!).frame
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            var frames = Frames(limit: 4096)
            frames.append(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            do {
                while let frame = try frames.next() {
                    _ = try? RequestMessage(frame)
                    _ = try ResponseMessage(frame)
                }
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1000)
    }

    @Test func `is no longer than was agreed on`() {
        var frames = Frames(limit: 100)
        frames.append([101, 0, 0, 0])
        #expect(throws: MalformedFrame()) { try frames.next() }
    }
}
