import Gunzip
import Testing

@testable import HTTPServer

extension SeededGenerator {
    /// Bytes of a random alphabet, with parts of themselves repeated at random distances.
    fileprivate mutating func body() -> [UInt8] {
        let length = Int.random(in: 0...(1 << Int.random(in: 0...18, using: &self)), using: &self)
        let alphabet = UInt8.random(in: 0...255, using: &self)
        var body: [UInt8] = []
        while body.count < length {
            if !body.isEmpty, Bool.random(using: &self) {
                let start = Int.random(in: 0..<body.count, using: &self)
                body.append(contentsOf: body[start..<min(body.count, start + 300)])
            } else {
                for _ in 0..<Int.random(in: 1...100, using: &self) {
                    body.append(UInt8.random(in: 0...alphabet, using: &self))
                }
            }
        }
        return body
    }
}

@Suite struct `A gzip encoder` {
    @Test(arguments: [1, 2, 3] as [UInt64]) func `keeps every body, one after the other`(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        var encoder = GzipEncoder()
        for round in 0..<200 {
            let body = generator.body()
            guard gunzip(encoder.encode(body)) == body else {
                Issue.record("round \(round): \(body.count) bytes")
                return
            }
        }
    }

    @Test func `keeps bodies of no byte and of many blocks`() {
        var generator = SeededGenerator(state: 7)
        var encoder = GzipEncoder()
        let long = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(gunzip(encoder.encode([])) == [])
        #expect(gunzip(encoder.encode(long)) == long)
        #expect(gunzip(encoder.encode([1])) == [1])
    }

    @Test func `gives the same bytes for the same body, whatever came before`() {
        var generator = SeededGenerator(state: 5)
        var encoder = GzipEncoder()
        let bodies = (0..<20).map { _ in generator.body() }
        let first = bodies.map { encoder.encode($0) }
        let second = bodies.reversed().map { encoder.encode($0) }
        #expect(first == second.reversed())
    }

    @Test func `makes text much smaller`() {
        var encoder = GzipEncoder()
        let text = Array((0..<1000).map { "{\"id\": \($0), \"kind\": \"listing\"}" }.joined(separator: ",").utf8)
        #expect(encoder.encode(text).count * 5 < text.count)
    }
}
