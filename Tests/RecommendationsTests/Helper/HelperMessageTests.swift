import SeededRandom
import Testing

@testable import Recommendations

@Suite struct `A message` {
    private static let requests = (0..<5).map { index in
        HelperRequest(
            id: 1 << 40 + UInt64(index),
            milliseconds: 150,
            request: TransportRequest(
                method: .put,
                url: "http://127.0.0.1:8087/api/feedback",
                fields: ["X-API-Key": "k", "Empty": ""],
                body: String(repeating: "\u{ff}\n\"", count: index * 10)
            )
        )
    }

    private static let lines = requests.map { MessageDecoder.line($0) }

    @Test func `is decoded in pieces of any size`() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var decoder = MessageDecoder(limit: 4096)
            var found: [HelperRequest] = []
            var rest = Array(Self.lines.joined())[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...60, using: &generator))
                rest = rest.dropFirst(piece.count)
                found += decoder.messages(in: piece, HelperRequest.self) ?? []
            }
            #expect(found == Self.requests)
        }
        var decoder = MessageDecoder(limit: 4096)
        let found = decoder.messages(in: Self.lines.joined().map(\.self), HelperRequest.self)
        #expect(found == Self.requests)
    }

    @Test(arguments: [
        Result<TransportResponse, RecommendationError>.failure(.timedOut),
        .failure(.unavailable("connection rejected")),
        .success(TransportResponse(status: 200, body: "[\"é\u{1f}\n\"]")),
    ])
    func `carries a response or an error`(result: Result<TransportResponse, RecommendationError>) throws {
        var decoder = MessageDecoder(limit: 4096)
        let line = MessageDecoder.line(HelperResponse(id: 7, result))
        let messages = decoder.messages(in: line, HelperResponse.self)
        let message = try #require(messages?.first)
        #expect(message.id == 7 && message.result == result)
    }

    @Test func `is rejected if it was damaged, without a crash`() {
        var generator = SplitMix64(seed: 4)
        var rejected = 0
        for _ in 0..<20_000 {
            var bytes = Self.lines[Int.random(in: 0..<5, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let piece = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)) + [UInt8(ascii: "\n")]
            var decoder = MessageDecoder(limit: 4096)
            if decoder.messages(in: piece, HelperRequest.self) == nil { rejected += 1 }
        }
        #expect(rejected > 10_000)
    }

    @Test func `is rejected if it is too long`() {
        var decoder = MessageDecoder(limit: 100)
        let longest = decoder.messages(in: [UInt8](repeating: 0, count: 100), HelperRequest.self)
        let longer = decoder.messages(in: [0], HelperRequest.self)
        #expect(longest == [] && longer == nil)
    }
}
