import Gunzip
import Testing
@testable import HTTPServer

/// Guards gzip against zlib.
@Suite struct `A gzipped text` {
    /// Texts with parts of themselves repeated at random distances, most of them behind a mark that matches begin at.
    private static func text(_ generator: inout SplitMix64) -> [UInt8] {
        let length = Int.random(in: 0...(1 << Int.random(in: 0...18, using: &generator)), using: &generator)
        let alphabet = UInt8.random(in: 0...255, using: &generator)
        var text: [UInt8] = []
        while text.count < length {
            if !text.isEmpty, Int.random(in: 0..<3, using: &generator) > 0 {
                let start = Int.random(in: 0..<text.count, using: &generator)
                let count = Int.random(in: 1...600, using: &generator)
                if Bool.random(using: &generator) { text.append(UInt8(ascii: "\"")) }
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
        Gzip.encode(text, to: &output)
        return output
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func `is the text`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for round in 0..<150 {
            let text = Self.text(&generator)
            guard gunzip(gzipped(text)) == text else {
                Issue.record("round \(round): \(text.count) bytes")
                return
            }
        }
    }

    @Test func `is the text where a match ends with it, or just before`() {
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
    func `is the text where what is said again is as far back as a match may reach, and farther`(distance: Int) {
        let key = Array("\"accessibilityLabel\":\"".utf8)
        for shift in 0..<12 {
            // Letters alone, so that nothing between the two is remembered.
            let between = [UInt8](repeating: UInt8(ascii: "y"), count: distance - key.count + shift)
            let text = key + between + key + Array("0123456789".utf8)
            #expect(gunzip(gzipped(text)) == text, "\(distance + shift)")
        }
    }

    @Test func `may have any bytes, and is at most half as long again`() {
        for byte in UInt8.min...UInt8.max {
            let text = [UInt8](repeating: byte, count: 1_000)
            #expect(gunzip(gzipped(text)) == text)
        }
        var generator = SplitMix64(seed: 3)
        let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let gzipped = gzipped(noise)
        #expect(gunzip(gzipped) == noise)
        #expect(gzipped.count < noise.count * 3 / 2 + 200)
    }

    @Test func `says a long repetition in a few bytes, and what comes again in none of its own`() {
        let key = Array("\"accessibilityLabel\":\"Four bedrooms\",".utf8)
        let once = gzipped(key).count
        let often = gzipped(Array(repeatElement(key, count: 500).joined())).count
        #expect(often < once + 500 * key.count / 258 * 4)
    }

    @Test func `goes behind what is there, and is the same each time`() {
        let text = Array(#"{"id":"listing:1","kind":"listing"}"#.utf8)
        var output: [UInt8] = [1, 2, 3]
        Gzip.encode(text, to: &output)
        #expect(output.prefix(3) == [1, 2, 3])
        #expect(Array(output.dropFirst(3)) == gzipped(text))
    }
}

/// Guards the Huffman code.
@Suite struct `The code of gzipped texts` {
    @Test(arguments: [
        (HuffmanCodeLengths.literals, 286, 12), (HuffmanCodeLengths.distances, 30, 12),
        (HuffmanCodeLengths.lengths, 19, 7),
    ])
    func `is a complete prefix code`(lengths: [UInt8], count: Int, longest: UInt8) {
        #expect(lengths.count == count)
        #expect(lengths.allSatisfy { $0 <= longest })
        // Kraft's sum: as many words as there can be, and no more.
        #expect(lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (15 - Int($1)) : 0) } == 1 << 15)
    }

    @Test func `has a word for every byte, length and distance`() {
        #expect(HuffmanCodeLengths.literals.allSatisfy { $0 > 0 })
        #expect(HuffmanCodeLengths.distances.allSatisfy { $0 > 0 })
    }

    @Test func `has no word that begins another`() {
        for lengths in [HuffmanCodeLengths.literals, HuffmanCodeLengths.distances, HuffmanCodeLengths.lengths] {
            let words = HuffmanCode(lengths: lengths).words.filter { $0.count > 0 }
            for (index, word) in words.enumerated() {
                for other in words[(index + 1)...] {
                    let shared = UInt64(min(word.count, other.count))
                    #expect((word.bits ^ other.bits) & (1 << shared - 1) != 0)
                }
            }
        }
    }
}

/// Steele, Lea and Flood's SplitMix64: a seed gives the same numbers everywhere.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
