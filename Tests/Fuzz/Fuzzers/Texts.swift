import Gunzip
import HTTPServer

/// Texts that are gzipped: as they are, and their own parts, in an order that they choose, up to several windows long.
enum Texts {
    private static let longest = 100_000

    static func test(_ input: [UInt8]) {
        check(input)
        var text: [UInt8] = []
        for (index, byte) in input.enumerated() where text.count < longest {
            let start = (index &* 31 &+ Int(byte)) % input.count
            text += input[start..<min(input.count, start + Int(byte) + 1)]
        }
        check(text)
    }

    private static func check(_ text: [UInt8]) {
        var gzipped: [UInt8] = []
        Gzip.encode(text, to: &gzipped)
        expect(gunzip(gzipped) == text, "\(text.count) bytes are the same when they are read again")
    }
}
