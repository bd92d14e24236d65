import SeededRandom
import Testing

@testable import Recommendations

@Suite struct `A frame` {
    private static let requests = (0..<5).map { index in
        HelperRequestHeader(
            id: 1 << 40 + UInt64(index),
            milliseconds: 150,
            request: TransportRequest(
                method: .put,
                url: "http://127.0.0.1:8087/api/feedback",
                fields: ["X-API-Key": "k", "Empty": ""]
            )
        )
    }

    private static func body(_ index: Int) -> [UInt8] { [UInt8](repeating: 255, count: index * 10) }

    private static let frames = requests.enumerated().map { FrameDecoder.frame($1, body: body($0)) }

    @Test func `is decoded in pieces of any size`() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var frames = FrameDecoder(limit: 4096)
            var found: [(header: HelperRequestHeader, body: [UInt8])] = []
            var rest = Array(Self.frames.joined())[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...60, using: &generator))
                rest = rest.dropFirst(piece.count)
                frames.append(piece)
                while let frame = try frames.next(HelperRequestHeader.self) { found.append(frame) }
            }
            #expect(found.map(\.header) == Self.requests)
            #expect(found.map(\.body) == Self.requests.indices.map(Self.body))
        }
    }

    @Test(arguments: [RecommendationError.timedOut, .unavailable("connection rejected")])
    func `carries the error of a request`(error: RecommendationError) throws {
        var frames = FrameDecoder(limit: 4096)
        frames.append(FrameDecoder.frame(HelperResponseHeader(id: 7, error: error), body: []))
        let header = try #require(try frames.next(HelperResponseHeader.self)).header
        #expect(header.id == 7 && header.status == nil && header.error == error)
    }

    @Test func `is rejected if it was damaged, without a crash`() throws {
        var generator = SplitMix64(seed: 4)
        var rejected = 0
        for _ in 0..<20_000 {
            var bytes = Self.frames[Int.random(in: 0..<5, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            var frames = FrameDecoder(limit: 4096)
            frames.append(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            do {
                while try frames.next(HelperRequestHeader.self) != nil {}
            } catch {
                rejected += 1
            }
        }
        #expect(rejected > 1000)
    }

    @Test func `is rejected if it is too long`() {
        var frames = FrameDecoder(limit: 100)
        frames.append([51, 0, 0, 0, 50, 0, 0, 0])
        #expect(throws: MalformedFrame()) { try frames.next(HelperRequestHeader.self) }
    }
}
