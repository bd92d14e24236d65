import Gunzip
import SeededRandom
import Testing

@testable import HTTPServer

/// Guards gzip against zlib.
@Suite struct `A gzipped text` {
    /// Texts with parts repeated at random distances.
    private static func text(_ generator: inout SplitMix64) -> [UInt8] {
        let length = Int.random(in: 0...(1 << Int.random(in: 0...18, using: &generator)), using: &generator)
        let alphabet = UInt8.random(in: 0...255, using: &generator)
        var text: [UInt8] = []
        while text.count < length {
            if !text.isEmpty, Int.random(in: 0..<3, using: &generator) > 0 {
                let start = Int.random(in: 0..<text.count, using: &generator)
                let count = Int.random(in: 1...600, using: &generator)
                text.append(contentsOf: text[start..<min(text.count, start + count)])
            } else {
                for _ in 0..<Int.random(in: 1...60, using: &generator) {
                    text.append(UInt8.random(in: 0...alphabet, using: &generator))
                }
            }
        }
        return text
    }

    private func gzipped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        GzipEncoder().encode(text, to: &output)
        return output
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `decodes to the original`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for round in 0..<150 {
            let text = Self.text(&generator)
            guard gunzip(gzipped(text)) == text else {
                Issue.record("round \(round): \(text.count) bytes")
                return
            }
        }
    }

    @Test func `decodes to the original if a match ends it, or ends just before`() {
        let key = Array("\"accessibilityLabel\":\"".utf8)
        for first in 0...20 {
            for last in 0...20 {
                let text = Array(repeating: UInt8(ascii: "x"), count: first) + key + key.prefix(key.count - last)
                #expect(gunzip(gzipped(text)) == text)
            }
        }
    }

    @Test(arguments: [
        32_700, 32_760, 32_767, 32_768, 32_769, 32_776, 65_530, 65_535, 65_536, 65_537, 65_544, 98_304, 131_072,
        200_000,
    ])
    func `decodes to the original if a repetition is at the maximum distance of a match, and farther`(distance: Int) {
        let key = Array("\"accessibilityLabel\":\"".utf8)
        for shift in 0..<12 {
            // Equal letters, so that nothing in between is a candidate.
            let between = [UInt8](repeating: UInt8(ascii: "y"), count: distance - key.count + shift)
            let text = key + between + key + Array("0123456789".utf8)
            #expect(gunzip(gzipped(text)) == text, "\(distance + shift)")
        }
    }

    @Test func `encodes any bytes in little more than their size`() {
        for byte in UInt8.min...UInt8.max {
            let text = [UInt8](repeating: byte, count: 1_000)
            #expect(gunzip(gzipped(text)) == text)
        }
        var generator = SplitMix64(seed: 3)
        let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let gzipped = gzipped(noise)
        #expect(gunzip(gzipped) == noise)
        #expect(gzipped.count < noise.count + noise.count / 1_000 + 200)
    }

    @Test func `encodes long repetitions in a few bytes, and repeated text as matches`() {
        let key = Array("\"accessibilityLabel\":\"Four bedrooms\",".utf8)
        let once = gzipped(key).count
        let often = gzipped(Array(repeatElement(key, count: 500).joined())).count
        #expect(often < once + 500 * key.count / 258 * 4)
    }

    @Test func `appends to a buffer, and is deterministic`() {
        let text = Array(#"{"id":"listing:1","kind":"listing"}"#.utf8)
        var output: [UInt8] = [1, 2, 3]
        GzipEncoder().encode(text, to: &output)
        #expect(output.prefix(3) == [1, 2, 3])
        #expect(Array(output.dropFirst(3)) == gzipped(text))
    }
}
