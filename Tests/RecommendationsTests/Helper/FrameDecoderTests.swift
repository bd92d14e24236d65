import Testing
@testable import Recommendations

@Suite struct `What a worker and its helper say to each other` {
    private static let requests = (0..<5).map { index in
        HelperRequestHeader(
            id: 1 << 40 + UInt64(index),
            milliseconds: 150,
            method: .put,
            url: "http://127.0.0.1:8087/api/feedback",
            fields: ["X-API-Key": "k", "Empty": ""]
        )
    }

    private static func body(_ index: Int) -> [UInt8] { [UInt8](repeating: 255, count: index * 10) }

    private static let frames = requests.enumerated().map { FrameDecoder.frame($1, body: body($0)) }

    @Test func `is understood as it was said, however it arrives`() throws {
        var generator = SplitMix(state: 3)
        for _ in 0..<200 {
            var frames = FrameDecoder(limit: 4096)
            var found: [(head: HelperRequestHeader, body: [UInt8])] = []
            var rest = Array(Self.frames.joined())[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...60, using: &generator))
                rest = rest.dropFirst(piece.count)
                frames.append(piece)
                while let message = try frames.next(HelperRequestHeader.self) { found.append(message) }
            }
            #expect(found.map(\.head) == Self.requests)
            #expect(found.map(\.body) == Self.requests.indices.map(Self.body))
        }
    }

    @Test(arguments: [
        TransportError.timedOut, .tooLong, .unreachable("connection refused"), .interrupted("gone"),
    ])
    func `tells why there is no answer`(error: TransportError) throws {
        var frames = FrameDecoder(limit: 4096)
        frames.append(FrameDecoder.frame(HelperResponseHeader(id: 7, error: error), body: []))
        let head = try #require(try frames.next(HelperResponseHeader.self)).head
        #expect(head.id == 7 && head.status == nil && head.error == error)
    }

    @Test func `is refused where it was damaged, and ends nothing`() throws {
        var generator = SplitMix(state: 4)
        var refused = 0
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
                refused += 1
            }
        }
        #expect(refused > 1000)
    }

    @Test func `is no longer than was agreed on`() {
        var frames = FrameDecoder(limit: 100)
        frames.append([51, 0, 0, 0, 50, 0, 0, 0])
        #expect(throws: MalformedFrame()) { try frames.next(HelperRequestHeader.self) }
    }
}
